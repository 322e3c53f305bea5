// DeleteRecords: moves the start of partitions forward.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// A partition and the offset to keep records from; -1 for its high watermark.
struct DeleteRecordsPartition {
  std::int32_t partition_index = 0;
  std::int64_t offset = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("offset", m.offset);
  }
  bool operator==(const DeleteRecordsPartition&) const = default;
};

/// Partitions of one topic.
struct DeleteRecordsTopic {
  std::string name;
  std::vector<DeleteRecordsPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const DeleteRecordsTopic&) const = default;
};

/// Deletes the records before an offset in each partition. Source: KIP-107, KIP-482 (v2).
struct DeleteRecordsRequest {
  static constexpr Api api{ApiKey::delete_records, {0, 2}, /*flexible_from=*/2};

  std::vector<DeleteRecordsTopic> topics;
  std::int32_t timeout_ms = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics);
    field("timeout_ms", m.timeout_ms);
  }
  bool operator==(const DeleteRecordsRequest&) const = default;
};

/// Where one partition starts now.
struct DeleteRecordsPartitionResult {
  std::int32_t partition_index = 0;
  std::int64_t low_watermark = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("low_watermark", m.low_watermark);
    field("error_code", m.error_code);
  }
  bool operator==(const DeleteRecordsPartitionResult&) const = default;
};

/// The outcome for the partitions of one topic.
struct DeleteRecordsTopicResult {
  std::string name;
  std::vector<DeleteRecordsPartitionResult> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const DeleteRecordsTopicResult&) const = default;
};

/// Where each partition starts now.
struct DeleteRecordsResponse {
  static constexpr Api api{ApiKey::delete_records, {0, 2}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  std::vector<DeleteRecordsTopicResult> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("topics", m.topics);
  }
  bool operator==(const DeleteRecordsResponse&) const = default;
};

}  // namespace cohort
