#include "protocol/codec/subject_finder.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace cohort::detail {

namespace {

/// FindCoordinatorRequest's key_type, and the resource_type of settings.
constexpr std::int8_t group_key = 0;
constexpr std::int8_t transaction_key = 1;
constexpr std::int8_t topic_resource = 2;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

Subjects SubjectFinder::take() {
  if (key_type_ == group_key) append(found_.groups, coordinator_keys_);
  if (key_type_ == transaction_key) append(found_.transactional_ids, coordinator_keys_);
  return std::move(found_);
}

SubjectFinder::Place SubjectFinder::enter(std::string_view name) {
  const Place outer = place_;
  const bool is_in_topic = outer == Place::topic;
  // Not what it is about: to whom the leader assigns, what leaves a session, the keys of quotas.
  const bool is_beside = is_one_of(name, {"assignments", "forgotten_topics_data", "ops"});
  if (outer == Place::passed_over || is_beside) {
    place_ = Place::passed_over;
  } else if (is_one_of(name, {"topics", "topic_data", "topic_partitions", "v3_and_below_topics",
                              "cursor"})) {
    place_ = Place::topic;
    found_.topics.emplace_back();
  } else if (is_in_topic && is_one_of(name, {"partitions", "partition_data"})) {
    place_ = Place::partition;
  } else {
    place_ = name == "resources" ? Place::resource : Place::elsewhere;
  }
  return outer;
}

void SubjectFinder::visit(std::string_view name, const std::string& text) {
  switch (place_) {
    case Place::topic:
      if (is_one_of(name, {"name", "topic", "topic_name"})) found_.topics.back().name = text;
      return;
    case Place::resource:
      if (name == "resource_name" && resource_type_ == topic_resource) {
        found_.topics.push_back({.name = text});
      }
      return;
    case Place::elsewhere:
      return name_other(name, text);
    case Place::partition:
    case Place::passed_over:
      return;
  }
}

void SubjectFinder::name_other(std::string_view name, const std::string& text) {
  if (is_one_of(name, {"group_id", "group_ids", "groups", "groups_names"})) {
    found_.groups.push_back(text);
  } else if (is_one_of(name, {"transactional_id", "transactional_ids",
                              "v3_and_below_transactional_id"})) {
    found_.transactional_ids.push_back(text);
  } else if (is_one_of(name, {"topic_names", "subscribed_topic_names"})) {
    found_.topics.push_back({.name = text});
  } else if (is_one_of(name, {"group_instance_id", "instance_id"})) {
    found_.group_instance_ids.push_back(text);
  } else if (name == "member_id") {
    if (!text.empty()) found_.member_ids.push_back(text);
  } else if (is_one_of(name, {"key", "coordinator_keys"})) {
    coordinator_keys_.push_back(text);
  }
}

void SubjectFinder::visit(std::string_view name, const Uuid& id) {
  if (place_ == Place::topic && name == "topic_id") found_.topics.back().id = id;
}

void SubjectFinder::visit(std::string_view name, std::int32_t number) {
  if (place_ != Place::topic && place_ != Place::partition) return;
  if (is_one_of(name,
                {"partition", "partition_index", "index", "partitions", "partition_indexes"})) {
    found_.topics.back().partitions.push_back(number);
  }
}

void SubjectFinder::visit(std::string_view name, std::int8_t number) {
  if (name == "key_type") key_type_ = number;
  if (name == "resource_type") resource_type_ = number;
}

}  // namespace cohort::detail
