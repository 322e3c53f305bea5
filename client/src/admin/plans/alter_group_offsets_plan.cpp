#include "admin/plans/alter_group_offsets_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

namespace {

std::string explain_commit(ErrorCode code, const std::string& group) {
  // The answer to whoever is no member of a group that has some (GroupCoordinator.doCommitOffsets).
  if (code == ErrorCode::unknown_member_id || code == ErrorCode::illegal_generation) {
    return "group " + group + " is active: its members commit by themselves, and have to leave " +
           "before its offsets can be set";
  }
  return {};
}

std::string explain_deletion(ErrorCode code, const std::string& group) {
  switch (code) {
    case ErrorCode::group_subscribed_to_topic:
      return "a member of group " + group + " is subscribed to the topic";
    case ErrorCode::group_id_not_found:
      return "there is no group " + group;
    case ErrorCode::non_empty_group:
      return "group " + group + " has members that are no consumers";
    default:
      return {};
  }
}

}  // namespace

AlterGroupOffsetsPlan::AlterGroupOffsetsPlan(std::string group, OffsetsToCommit offsets)
    : group_(std::move(group)), offsets_(std::move(offsets)) {
  for (const auto& [partition, offset] : offsets_) add(partition, Target::coordinator(group_));
}

RequestId AlterGroupOffsetsPlan::send(const Sender& sender, const Batch& batch) const {
  OffsetCommitRequest request{.group_id = group_};
  for (const auto& [name, indexes] : by_topic(keys_of(batch))) {
    OffsetCommitRequestTopic& topic = request.topics.emplace_back();
    topic.name = name;
    topic.partitions.reserve(indexes.size());
    for (const std::int32_t index : indexes) {
      const CommittedOffset& offset = offsets_.at({name, index});
      topic.partitions.push_back({.partition_index = index,
                                  .committed_offset = offset.offset,
                                  .committed_leader_epoch = offset.leader_epoch,
                                  .committed_metadata = offset.metadata});
    }
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> AlterGroupOffsetsPlan::read(const Batch& batch,
                                                         const Answered& answer) {
  const auto response = decode<OffsetCommitResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<TopicPartition, Done> readings;
  for (const OffsetCommitResponseTopic& topic : response->topics) {
    for (const OffsetCommitResponsePartition& partition : topic.partitions) {
      readings[{topic.name, partition.partition_index}] = {
          partition.error_code, explain_commit(partition.error_code, group_), {}};
    }
  }
  return take(batch, std::move(readings));
}

DeleteGroupOffsetsPlan::DeleteGroupOffsetsPlan(std::string group, const PartitionSet& partitions)
    : group_(std::move(group)) {
  for (const TopicPartition& partition : partitions) add(partition, Target::coordinator(group_));
}

RequestId DeleteGroupOffsetsPlan::send(const Sender& sender, const Batch& batch) const {
  OffsetDeleteRequest request{.group_id = group_};
  for (const auto& [name, indexes] : by_topic(keys_of(batch))) {
    OffsetDeleteRequestTopic& topic = request.topics.emplace_back();
    topic.name = name;
    topic.partitions.reserve(indexes.size());
    for (const std::int32_t index : indexes) topic.partitions.push_back({.partition_index = index});
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> DeleteGroupOffsetsPlan::read(const Batch& batch,
                                                          const Answered& answer) {
  const auto response = decode<OffsetDeleteResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<TopicPartition, Done> readings;
  if (response->error_code != ErrorCode::none) {
    for (const TopicPartition& partition : keys_of(batch)) {
      readings[partition] = {
          response->error_code, explain_deletion(response->error_code, group_), {}};
    }
    return take(batch, std::move(readings));
  }
  for (const OffsetDeleteResponseTopic& topic : response->topics) {
    for (const OffsetDeleteResponsePartition& partition : topic.partitions) {
      readings[{topic.name, partition.partition_index}] = {
          partition.error_code, explain_deletion(partition.error_code, group_), {}};
    }
  }
  return take(batch, std::move(readings));
}

}  // namespace cohort::client
