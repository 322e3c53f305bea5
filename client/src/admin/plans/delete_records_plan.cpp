#include "admin/plans/delete_records_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

DeleteRecordsPlan::DeleteRecordsPlan(std::map<TopicPartition, std::int64_t> before)
    : before_(std::move(before)) {
  for (const auto& [partition, offset] : before_) add(partition, Target::leader(partition));
}

RequestId DeleteRecordsPlan::send(const Sender& sender, const Batch& batch) const {
  DeleteRecordsRequest request{.timeout_ms = sender.timeout_ms()};
  for (const auto& [name, indexes] : by_topic(keys_of(batch))) {
    DeleteRecordsTopic& topic = request.topics.emplace_back();
    topic.name = name;
    topic.partitions.reserve(indexes.size());
    for (const std::int32_t index : indexes) {
      topic.partitions.push_back({.partition_index = index, .offset = before_.at({name, index})});
    }
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> DeleteRecordsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<DeleteRecordsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<TopicPartition, std::int64_t> readings;
  for (const DeleteRecordsTopicResult& topic : response->topics) {
    for (const DeleteRecordsPartitionResult& partition : topic.partitions) {
      readings[{topic.name, partition.partition_index}] = {partition.error_code, "",
                                                           partition.low_watermark};
    }
  }
  return take(batch, std::move(readings), response->throttle_time_ms);
}

}  // namespace cohort::client
