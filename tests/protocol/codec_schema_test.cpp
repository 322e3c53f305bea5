// Compares every field list with Kafka's own message definitions, which COHORT_REFERENCE holds.
#include "protocol/any_message.hpp"
#include "protocol/kafka_definitions.hpp"
#include <cohort/protocol/api_key.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace cohort::testing {
namespace {

std::optional<Versions> common(Versions a, std::optional<Versions> b) {
  if (!b.has_value()) return std::nullopt;
  const Versions both{std::max(a.first, b->first), std::min(a.last, b->last)};
  return both.first <= both.last ? std::optional(both) : std::nullopt;
}

/// Reads one definition into the rows that schema_dump() should give.
class Definition {
 public:
  explicit Definition(const Json& message) {
    for (const Json& shared : message.value("commonStructs", Json::array())) {
      shared_[shared.at("name")] = shared.at("fields");
    }
    add(message.at("fields"), "", versions_in(message.at("validVersions")).value());
  }
  const std::vector<SchemaRow>& rows() const { return rows_; }

 private:
  void add(const Json& fields, const std::string& prefix, Versions within) {
    for (const Json& field : fields) add_field(field, prefix, within);
  }

  void add_field(const Json& field, const std::string& prefix, Versions within) {
    const std::optional<Versions> versions = common(within, versions_in(field.at("versions")));
    if (!versions.has_value()) return;
    const std::string type = field.at("type");
    const bool is_array = type.starts_with("[]");
    const std::string element = is_array ? type.substr(2) : type;
    const bool is_part = std::isupper(static_cast<unsigned char>(element[0])) != 0;
    SchemaRow row{
        .path = prefix + snake_case(field.at("name")),
        .type = is_part ? (is_array ? "[]struct" : "struct") : type,
        .versions = *versions,
        .nullable = common(*versions, versions_in(field.value("nullableVersions", "none"))),
        .is_ignorable = field.value("ignorable", false)};
    if (field.contains("taggedVersions")) row.tag = field.at("tag");
    row.default_value = default_of(field, row);
    rows_.push_back(row);
    if (is_part)
      add(field.contains("fields") ? field.at("fields") : shared_.at(element), row.path + ".",
          *versions);
  }

  static std::string default_of(const Json& field, const SchemaRow& row) {
    const Json given = field.value("default", Json());
    const std::string text = given.is_string() ? given.get<std::string>()
                             : given.is_null() ? ""
                                               : given.dump();
    if (row.nullable.has_value() && text == "null") return "null";
    if (row.type.starts_with("[]")) return "[]";
    if (row.type == "struct") return "{}";
    if (row.type == "bool") return text.empty() ? "false" : text;
    if (row.type == "uuid") return to_base64(Uuid{});
    if (row.type == "float64") return std::to_string(text.empty() ? 0.0 : std::stod(text));
    if (row.type == "string" || row.type == "bytes" || row.type == "records")
      return '"' + text + '"';
    return std::to_string(text.empty() ? 0 : std::stoll(text, nullptr, 0));
  }

  std::map<std::string, Json> shared_;
  std::vector<SchemaRow> rows_;
};

std::string line(Versions versions) {
  return std::to_string(versions.first) + "-" + std::to_string(versions.last);
}

std::vector<std::string> lines(const std::vector<SchemaRow>& rows) {
  std::vector<std::string> all;
  all.reserve(rows.size());
  for (const SchemaRow& row : rows) {
    all.push_back(row.path + " " + row.type + " " + line(row.versions) +
                  (row.nullable ? " nullable " + line(*row.nullable) : "") +
                  (row.tag >= 0 ? " tag " + std::to_string(row.tag) : "") + " = " +
                  row.default_value + (row.is_ignorable ? " ignorable" : ""));
  }
  return all;
}

TEST(Schema, IsThatOfKafkasDefinitionsFieldByField) {
  // Kafka's definitions are reference data, which a clone does not have; CI has them.
  if (!has_kafka_definitions()) GTEST_SKIP() << no_kafka_definitions;
  for (const AnyMessage& message : every_message()) {
    SCOPED_TRACE(message.name);
    const Json definition = kafka_definition(message.name);
    const auto flexible = versions_in(definition.value("flexibleVersions", "none"));
    EXPECT_EQ(message.versions, versions_in(definition.at("validVersions")));
    EXPECT_EQ(message.flexible_from, flexible ? flexible->first : never_flexible);
    if (message.key.has_value()) {
      EXPECT_EQ(static_cast<int>(*message.key), definition.at("apiKey").get<int>());
    }

    const std::vector<std::string> ours = lines(message.schema());
    const std::vector<std::string> kafkas = lines(Definition(definition).rows());

    for (const std::string& row : kafkas)
      EXPECT_TRUE(std::ranges::count(ours, row)) << "missing: " << row;
    for (const std::string& row : ours)
      EXPECT_TRUE(std::ranges::count(kafkas, row)) << "not in Kafka: " << row;
    EXPECT_EQ(ours, kafkas);
  }
}

// The encoder writes tagged fields in the order of the list, and Kafka wants them ascending
// (KIP-482).
TEST(Schema, TagsOfAPartAscend) {
  for (const AnyMessage& message : every_message()) {
    std::map<std::string, std::int32_t> last_tag_of_part;
    for (const SchemaRow& row : message.schema()) {
      if (row.tag < 0) continue;
      const std::string part = row.path.substr(0, row.path.rfind('.') + 1);
      const auto [last, is_first] = last_tag_of_part.try_emplace(part, row.tag);
      EXPECT_TRUE(is_first || last->second < row.tag) << message.name << " " << row.path;
      last->second = row.tag;
      EXPECT_GE(row.versions.first, message.flexible_from) << message.name << " " << row.path;
    }
  }
}

TEST(Schema, RequestAndResponseOfAnApiHaveTheSameVersions) {
  for (const AnyMessage& request : every_message()) {
    for (const AnyMessage& response : every_message()) {
      if (!request.is_request || response.is_request || request.key != response.key) continue;
      EXPECT_EQ(request.versions, response.versions) << request.name;
      EXPECT_EQ(request.flexible_from, response.flexible_from) << request.name;
    }
  }
}

}  // namespace
}  // namespace cohort::testing
