// Compares what subjects_of() finds with Kafka's own message definitions, which say of texts
// whether they name a group, a topic or a transaction.
#include "protocol/kafka_definitions.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/subjects.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace cohort::testing {
namespace {

constexpr std::string_view mark = "marked";

/// The visitor of field lists that marks the text at one path. Lists on the way get one element.
class Marker {
 public:
  explicit Marker(std::string path) : path_(std::move(path)) {}

  template <class T, class... Default>
  void operator()(const char* name, T& value, const When& /*when*/ = always,
                  const Default&... /*default_value*/) {
    const std::string outer = here_;
    here_.append(outer.empty() ? "" : ".").append(name);
    if (path_ == here_ || path_.starts_with(here_ + ".")) set(value);
    here_ = outer;
  }
  bool has_marked() const { return has_marked_; }

 private:
  void set(std::string& text) {
    text = mark;
    has_marked_ = true;
  }
  template <class T>
  void set(std::vector<T>& array) {
    array.resize(1);
    set(array.front());
  }
  template <class T>
  void set(std::optional<T>& value) {
    set(value.emplace());
  }
  template <class T>
  void set(T& value) {
    if constexpr (requires(int& any_visitor) { T::fields(any_visitor, value); }) {
      T::fields(*this, value);
    }
  }

  std::string path_;
  std::string here_;
  bool has_marked_ = false;
};

/// As what the mark was found, in the words of Kafka's definitions where they have one.
std::string found_as(const Subjects& subjects) {
  const auto has_mark = [](const std::vector<std::string>& texts) {
    return std::ranges::find(texts, mark) != texts.end();
  };
  std::string found;
  if (has_mark(subjects.groups)) found += "groupId";
  if (has_mark(subjects.member_ids)) found += "memberId";
  if (has_mark(subjects.group_instance_ids)) found += "groupInstanceId";
  if (has_mark(subjects.transactional_ids)) found += "transactionalId";
  const bool is_topic = std::ranges::any_of(
      subjects.topics, [](const TopicSubject& topic) { return topic.name == mark; });
  if (is_topic) found += "topicName";
  return found;
}

struct AnyRequest {
  std::string name;
  Versions versions;
  /// As what a text at the path is found; null if there is none.
  std::optional<std::string> (*find)(const std::string& path, int version);
};

template <class... Requests>
std::vector<AnyRequest> every_request(TypeList<Requests...>) {
  return {AnyRequest{.name = std::string(name(Requests::api.key)) + "Request",
                     .versions = Requests::api.versions,
                     .find = [](const std::string& path, int version) {
                       Requests request;
                       Marker marker(path);
                       Requests::fields(marker, request);
                       return marker.has_marked()
                                  ? std::optional(found_as(subjects_of(request, version)))
                                  : std::nullopt;
                     }}...};
}

/// A field that holds a text, or several.
struct TextField {
  std::string path;
  std::string entity;  ///< What Kafka says that it names; mostly nothing.
  Versions versions;
};

/// Reads the texts out of one definition.
class Texts {
 public:
  explicit Texts(const Json& message) {
    for (const Json& shared : message.value("commonStructs", Json::array())) {
      shared_[shared.at("name")] = shared.at("fields");
    }
    add(message.at("fields"), "", versions_in(message.at("validVersions")).value());
  }
  const std::vector<TextField>& fields() const { return fields_; }

 private:
  void add(const Json& fields, const std::string& prefix, Versions within) {
    for (const Json& field : fields) {
      const Versions own = versions_in(field.at("versions")).value_or(Versions{1, 0});
      const Versions versions{std::max(own.first, within.first), std::min(own.last, within.last)};
      const std::string path = prefix + snake_case(field.at("name"));
      std::string type = field.at("type");
      if (type.starts_with("[]")) type.erase(0, 2);
      if (type == "string") fields_.push_back({path, field.value("entityType", ""), versions});
      if (field.contains("fields")) {
        add(field.at("fields"), path + ".", versions);
      } else if (shared_.contains(type)) {
        add(shared_.at(type), path + ".", versions);
      }
    }
  }

  std::map<std::string, Json> shared_;
  std::vector<TextField> fields_;
};

/// What Kafka's definitions say, or should.
std::string expected_as(const AnyRequest& request, const TextField& field) {
  const std::string last = field.path.substr(field.path.rfind('.') + 1);
  // A topic that leaves the session is not asked for.
  if (field.path == "forgotten_topics_data.topic") return "";
  // Those to whom the leader assigns do not ask.
  if (field.path == "assignments.member_id") return "";
  if (request.name == "FindCoordinatorRequest") return "groupId";
  if (last == "member_id") return "memberId";
  if (last == "group_instance_id" || last == "instance_id") return "groupInstanceId";
  return field.entity;
}

TEST(Subjects, AreTheEntitiesOfKafkasDefinitions) {
  if (!has_kafka_definitions()) GTEST_SKIP() << no_kafka_definitions;
  for (const AnyRequest& request : every_request(RequestList{})) {
    const Texts texts(kafka_definition(request.name));
    for (const TextField& field : texts.fields()) {
      for (int version = request.versions.first; version <= request.versions.last; ++version) {
        SCOPED_TRACE(request.name + " v" + std::to_string(version) + " " + field.path);
        const std::string expected =
            field.versions.contains(version) ? expected_as(request, field) : "";
        EXPECT_EQ(request.find(field.path, version), expected);
      }
    }
  }
}

}  // namespace
}  // namespace cohort::testing
