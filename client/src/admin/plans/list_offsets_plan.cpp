#include "admin/plans/list_offsets_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

ListOffsetsRequest list_offsets_request(const std::vector<TopicPartition>& partitions,
                                        const OffsetSpecs& wanted, IsolationLevel isolation) {
  // Replica -1: a consumer.
  ListOffsetsRequest request{.replica_id = -1,
                             .isolation_level = static_cast<std::int8_t>(isolation)};
  for (const auto& [name, indexes] : by_topic(partitions)) {
    ListOffsetsTopic& topic = request.topics.emplace_back();
    topic.name = name;
    topic.partitions.reserve(indexes.size());
    for (const std::int32_t index : indexes) {
      topic.partitions.push_back(
          {.partition_index = index, .timestamp = wanted.at({name, index}).timestamp});
    }
  }
  return request;
}

Result<Readings<TopicPartition, ListedOffset>> read_list_offsets(const Answered& answer) {
  const auto response = decode<ListOffsetsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<TopicPartition, ListedOffset> readings;
  for (const ListOffsetsTopicResponse& topic : response->topics) {
    for (const ListOffsetsPartitionResponse& partition : topic.partitions) {
      readings[{topic.name, partition.partition_index}] = {
          partition.error_code,
          "",
          {.offset = partition.offset,
           .timestamp = partition.timestamp,
           .leader_epoch = partition.leader_epoch}};
    }
  }
  return readings;
}

ListOffsetsPlan::ListOffsetsPlan(OffsetSpecs wanted, IsolationLevel isolation)
    : wanted_(std::move(wanted)), isolation_(isolation) {
  for (const auto& [partition, spec] : wanted_) add(partition, Target::leader(partition));
}

int ListOffsetsPlan::lowest_version(Step /*step*/) const {
  const bool wants_max_timestamp = std::ranges::any_of(
      wanted_, [](const auto& entry) { return entry.second == OffsetSpec::max_timestamp(); });
  if (wants_max_timestamp) return 7;  // KIP-734
  // v0 answers with segments' ends and knows no isolation levels.
  return isolation_ == IsolationLevel::read_committed ? 2 : 1;
}

RequestId ListOffsetsPlan::send(const Sender& sender, const Batch& batch) const {
  return sender.send(list_offsets_request(keys_of(batch), wanted_, isolation_));
}

Result<std::vector<Verdict>> ListOffsetsPlan::read(const Batch& batch, const Answered& answer) {
  auto readings = read_list_offsets(answer);
  if (!readings) return readings.error();
  return take(batch, std::move(*readings));
}

}  // namespace cohort::client
