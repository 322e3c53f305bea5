// Parts of Fetch requests and answers, as tests write them.
#pragma once

#include <cohort/protocol/messages/fetch.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker::fetching {

inline FetchPartition from(std::int32_t partition, std::int64_t offset,
                           std::int32_t max_bytes = 1 << 20) {
  return {.partition = partition, .fetch_offset = offset, .partition_max_bytes = max_bytes};
}

inline FetchTopic topic(const std::string& name, std::vector<FetchPartition> partitions) {
  FetchTopic wanted;
  wanted.topic = name;
  wanted.partitions = std::move(partitions);
  return wanted;
}

inline FetchableTopicResponse topic_answer(const std::string& name,
                                           std::vector<FetchPartitionData> partitions) {
  FetchableTopicResponse answered;
  answered.topic = name;
  answered.partitions = std::move(partitions);
  return answered;
}

inline FetchPartitionData holds(std::int32_t partition, std::int64_t end, Buffers records = {}) {
  return {.partition_index = partition,
          .high_watermark = end,
          .last_stable_offset = end,
          .log_start_offset = 0,
          .aborted_transactions = std::nullopt,
          .records = std::move(records)};
}

inline FetchPartitionData failed(std::int32_t partition, ErrorCode error) {
  return {.partition_index = partition,
          .error_code = error,
          .high_watermark = -1,
          .aborted_transactions = std::nullopt};
}

/// Without having read: Kafka's own default for what was aborted is none, not null.
inline FetchPartitionData not_read(std::int32_t partition, ErrorCode error) {
  return {.partition_index = partition, .error_code = error, .high_watermark = -1};
}

/// By its id, as from v13 on.
inline FetchTopic topic_by(const Uuid& id, std::vector<FetchPartition> partitions) {
  FetchTopic wanted = topic("", std::move(partitions));
  wanted.topic_id = id;
  return wanted;
}

inline FetchableTopicResponse topic_answer_by(const Uuid& id,
                                              std::vector<FetchPartitionData> partitions) {
  FetchableTopicResponse answered = topic_answer("", std::move(partitions));
  answered.topic_id = id;
  return answered;
}

}  // namespace cohort::broker::fetching
