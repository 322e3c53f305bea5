#include "admin/plans/describe_topics_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

TopicDescription topic_description(const MetadataResponseTopic& topic) {
  TopicDescription description{
      .name = topic.name.value_or(""), .id = topic.topic_id, .is_internal = topic.is_internal};
  description.partitions.reserve(topic.partitions.size());
  // A partition without a leader has an error, and is described all the same.
  for (const MetadataResponsePartition& partition : topic.partitions) {
    description.partitions.push_back({.partition = partition.partition_index,
                                      .leader = partition.leader_id,
                                      .leader_epoch = partition.leader_epoch,
                                      .replicas = partition.replica_nodes,
                                      .in_sync_replicas = partition.isr_nodes});
  }
  std::ranges::sort(description.partitions, {}, &PartitionDescription::partition);
  return description;
}

}  // namespace

DescribeTopicsPlan::DescribeTopicsPlan(const std::vector<std::string>& topics) {
  for (const std::string& topic : topics) add(topic, {.place = Place::any_broker});
}

RequestId DescribeTopicsPlan::send(const Sender& sender, const Batch& batch) const {
  MetadataRequest request{.allow_auto_topic_creation = false};
  for (const std::string& topic : keys_of(batch)) request.topics->push_back({.name = topic});
  return sender.send(request);
}

Result<std::vector<Verdict>> DescribeTopicsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<MetadataResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, TopicDescription> readings;
  for (const MetadataResponseTopic& topic : response->topics) {
    readings.insert_or_assign(
        topic.name.value_or(""),
        Reading<TopicDescription>{topic.error_code, "", topic_description(topic)});
  }
  return take(batch, std::move(readings));
}

ListTopicsPlan::ListTopicsPlan(bool with_internal)
    : SinglePlan({.place = Place::any_broker}), with_internal_(with_internal) {}

RequestId ListTopicsPlan::send(const Sender& sender, const Batch& /*batch*/) {
  MetadataRequest request;
  // All topics are asked for by an empty list in v0, and by null from v1 on.
  if (sender.version() > 0) request.topics.reset();
  return sender.send(request);
}

Result<std::vector<Verdict>> ListTopicsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<MetadataResponse>(answer.body, answer.version);
  if (!response) return response.error();
  std::vector<ListedTopic> topics;
  topics.reserve(response->topics.size());
  for (const MetadataResponseTopic& topic : response->topics) {
    if (topic.is_internal && !with_internal_) continue;
    topics.push_back({.name = topic.name.value_or(""),
                      .id = topic.topic_id,
                      .is_internal = topic.is_internal,
                      .partitions = static_cast<std::int32_t>(topic.partitions.size())});
  }
  std::ranges::sort(topics, {}, &ListedTopic::name);
  return take_one(batch, {.value = std::move(topics)});
}

}  // namespace cohort::client
