// How the Catalog makes topics: what CreateTopics and auto-creation may ask for.
#include "catalog.hpp"
#include "topic_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::broker {
namespace {

void refuse(TopicCreation& creation, TopicError error) {
  creation.error = error.error;
  creation.message = std::move(error.message);
}

/// Source: DefaultAutoTopicCreationManager.creatableTopic.
NewTopic automatic_topic(const std::string& name, const LogConfig& config, std::size_t brokers) {
  NewTopic wanted{.name = name};
  const auto replicas = static_cast<std::int16_t>(std::min<std::size_t>(3, brokers));
  if (name == offsets_topic) {
    wanted.num_partitions = config.offsets_topic_partitions;
    wanted.replication_factor = replicas;
    wanted.configs = {{"cleanup.policy", "compact"},
                      {"compression.type", "producer"},
                      {"segment.bytes", "104857600"}};
  } else if (name == transaction_topic) {
    wanted.num_partitions = config.transaction_topic_partitions;
    wanted.replication_factor = replicas;
    wanted.configs = {{"cleanup.policy", "compact"},
                      {"compression.type", "uncompressed"},
                      {"min.insync.replicas", "2"},
                      {"segment.bytes", "104857600"},
                      {"unclean.leader.election.enable", "false"}};
  }
  return wanted;
}

}  // namespace

std::vector<TopicCreation> Catalog::create(std::span<const NewTopic> topics, bool validate_only,
                                           const Config& config) {
  std::vector<TopicCreation> creations;
  std::vector<Topic> drafts;
  std::int64_t records = 0;
  std::int64_t partitions = total_partitions_;
  bool is_too_much = false;
  for (const NewTopic& wanted : topics) {
    TopicCreation& creation = creations.emplace_back(TopicCreation{.name = wanted.name});
    auto topic = draft(wanted, config, creation);
    is_too_much = is_too_much || creation.error == ErrorCode::policy_violation;
    if (!topic.has_value()) continue;
    records += 1 + std::ssize(topic->overrides) + std::ssize(topic->partitions);
    partitions += std::ssize(topic->partitions);
    is_too_much = is_too_much || records > max_new_records || partitions > max_partitions;
    if (is_too_much) break;
    drafts.push_back(*std::move(topic));
  }
  // Then nothing of the request is done, and every topic is told so (BoundedListTooLongException).
  if (is_too_much) {
    creations.clear();
    for (const NewTopic& wanted : topics) {
      creations.push_back({.name = wanted.name,
                           .error = ErrorCode::policy_violation,
                           .message = std::string(too_many_records)});
    }
    return creations;
  }
  if (validate_only) return creations;
  for (Topic& topic : drafts) add(std::move(topic));
  return creations;
}

std::optional<TopicError> Catalog::name_fault(std::string_view name) const {
  if (topics_.contains(name)) {
    return TopicError{ErrorCode::topic_already_exists,
                      fmt::format("Topic '{}' already exists.", name)};
  }
  if (auto fault = topic_name_fault(name)) {
    return TopicError{ErrorCode::invalid_topic_exception, *std::move(fault)};
  }
  if (!has_collision_characters(name)) return std::nullopt;
  const auto colliding = colliding_.find(collision_name(name));
  if (colliding == colliding_.end()) return std::nullopt;
  return TopicError{
      ErrorCode::invalid_topic_exception,
      fmt::format("Topic '{}' collides with existing topic: {}", name, *colliding->second.begin())};
}

std::optional<TopicError> Catalog::overrides_of(const NewTopic& wanted, const Config& config,
                                                TopicOverrides& overrides) const {
  std::string without_value;
  for (const RequestedConfig& requested : wanted.configs) {
    if (requested.value.has_value()) {
      overrides[requested.name] = *requested.value;
    } else {
      without_value += without_value.empty() ? requested.name : "," + requested.name;
    }
  }
  if (!without_value.empty()) {
    return TopicError{ErrorCode::invalid_config,
                      "Null value not supported for topic configs: " + without_value};
  }
  auto fault = topic_overrides_fault(overrides, config);
  if (!fault.has_value()) return std::nullopt;
  return TopicError{ErrorCode::invalid_config, *std::move(fault)};
}

std::optional<Topic> Catalog::draft(const NewTopic& wanted, const Config& config,
                                    TopicCreation& creation) const {
  Topic topic{.name = wanted.name, .is_internal = is_internal_topic(wanted.name)};
  auto error = name_fault(wanted.name);
  if (!error.has_value()) error = overrides_of(wanted, config, topic.overrides);
  if (error.has_value()) {
    refuse(creation, *std::move(error));
    return std::nullopt;
  }
  auto assigned = assign_partitions(wanted, brokers_, config.log);
  if (auto* fault = std::get_if<TopicError>(&assigned)) {
    refuse(creation, std::move(*fault));
    return std::nullopt;
  }
  topic.id = next_id(wanted.name);
  topic.settings = log_settings(topic.overrides, config);
  topic.partitions = make_partitions(std::get<Assignment>(std::move(assigned)));
  creation.id = topic.id;
  creation.num_partitions = static_cast<std::int32_t>(topic.partitions.size());
  creation.replication_factor = static_cast<std::int16_t>(topic.partitions.front().replicas.size());
  creation.configs = effective_configs(topic.overrides, config);
  return topic;
}

std::vector<Partition> Catalog::make_partitions(Assignment assignment) const {
  std::vector<Partition> partitions;
  partitions.reserve(assignment.size());
  for (std::vector<std::int32_t>& replicas : assignment) {
    Partition& partition = partitions.emplace_back();
    partition.leader = replicas.front();
    partition.isr = replicas;
    partition.replicas = std::move(replicas);
  }
  return partitions;
}

Uuid Catalog::next_id(std::string_view name) const {
  // The same name comes again only after a removal, so that two topics never have one id, and the
  // id does not depend on which other topics there are.
  Rng rng = rng_.fork(name, removals_);
  for (;;) {
    const std::uint64_t high = rng.next();
    const std::uint64_t low = rng.next();
    const Uuid id = uuid_from_bits(high, low);
    // Kafka's ids never look like a command-line option (Uuid.randomUuid).
    if (!to_base64(id).starts_with('-') && !names_.contains(id)) return id;
  }
}

std::vector<TopicCreation> Catalog::create_automatically(std::span<const std::string> names,
                                                         const Config& config) {
  std::vector<NewTopic> topics;
  topics.reserve(names.size());
  for (const std::string& name : names) {
    topics.push_back(automatic_topic(name, config.log, brokers_.size()));
  }
  return create(topics, false, config);
}

}  // namespace cohort::broker
