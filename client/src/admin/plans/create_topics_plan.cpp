#include "admin/plans/create_topics_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

bool leaves_numbers_to_broker(const NewTopic& topic) {
  return topic.assignments.empty() && (topic.partitions == -1 || topic.replication_factor == -1);
}

CreateTopicsCreatableTopic creatable(const NewTopic& topic) {
  CreateTopicsCreatableTopic creatable{.name = topic.name,
                                       .num_partitions = topic.partitions,
                                       .replication_factor = topic.replication_factor};
  if (!topic.assignments.empty()) {
    creatable.num_partitions = -1;
    creatable.replication_factor = -1;
  }
  for (const auto& [partition, replicas] : topic.assignments) {
    creatable.assignments.push_back({.partition_index = partition, .broker_ids = replicas});
  }
  for (const auto& [name, value] : topic.configs) {
    creatable.configs.push_back({.name = name, .value = value});
  }
  return creatable;
}

CreatedTopic created_topic(const CreateTopicsCreatableTopicResult& answered) {
  CreatedTopic created{.id = answered.topic_id,
                       .partitions = answered.num_partitions,
                       .replication_factor = answered.replication_factor};
  // Null, with an error of its own, for whoever may not describe them (KIP-525).
  if (!answered.configs) return created;
  created.configs.reserve(answered.configs->size());
  for (const CreateTopicsCreatableTopicConfigs& config : *answered.configs) {
    created.configs.push_back({.name = config.name,
                               .value = config.value,
                               .source = static_cast<ConfigSource>(config.config_source),
                               .is_read_only = config.read_only,
                               .is_sensitive = config.is_sensitive});
  }
  return created;
}

}  // namespace

CreateTopicsPlan::CreateTopicsPlan(std::vector<NewTopic> topics, bool validate_only)
    : topics_(std::move(topics)), validate_only_(validate_only) {
  for (const NewTopic& topic : topics_) add(topic.name, {.place = Place::controller});
}

int CreateTopicsPlan::lowest_version(Step /*step*/) const {
  // From v4 on the numbers may be left to the broker (KIP-464).
  if (std::ranges::any_of(topics_, leaves_numbers_to_broker)) return 4;
  return validate_only_ ? 1 : 0;
}

RequestId CreateTopicsPlan::send(const Sender& sender, const Batch& batch) const {
  CreateTopicsRequest request{.timeout_ms = sender.timeout_ms(), .validate_only = validate_only_};
  request.topics.reserve(batch.subjects.size());
  for (const std::size_t subject : batch.subjects) {
    request.topics.push_back(creatable(topics_.at(subject)));
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> CreateTopicsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<CreateTopicsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, CreatedTopic> readings;
  for (const CreateTopicsCreatableTopicResult& topic : response->topics) {
    readings.insert_or_assign(
        topic.name, Reading<CreatedTopic>{topic.error_code, topic.error_message.value_or(""),
                                          created_topic(topic)});
  }
  return take(batch, std::move(readings), response->throttle_time_ms);
}

}  // namespace cohort::client
