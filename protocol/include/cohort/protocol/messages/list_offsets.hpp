// ListOffsets: the offset that belongs to a time, or to an end of the log.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// A partition and a time: milliseconds, -1 for the end, -2 for the start, -3 for the largest
/// timestamp, -4 and -5 for tiered storage.
struct ListOffsetsPartition {
  std::int32_t partition_index = 0;
  std::int32_t current_leader_epoch = -1;
  std::int64_t timestamp = 0;
  std::int32_t max_num_offsets = 1;  ///< v0 only, which may answer several offsets.

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("current_leader_epoch", m.current_leader_epoch, since(4).ignorable(), -1);
    field("timestamp", m.timestamp);
    field("max_num_offsets", m.max_num_offsets, between(0, 0), 1);
  }
  bool operator==(const ListOffsetsPartition&) const = default;
};

/// Partitions of one topic.
struct ListOffsetsTopic {
  std::string name;
  std::vector<ListOffsetsPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const ListOffsetsTopic&) const = default;
};

/// Asks for the first offset at or after a time, or for one of the ends of a log. Source:
/// KIP-79 (v1), KIP-98 (v2), KIP-320 (v4), KIP-482 (v6), KIP-734 (v7), KIP-405 (v8), KIP-1005
/// (v9).
struct ListOffsetsRequest {
  static constexpr Api api{ApiKey::list_offsets, {0, 9}, /*flexible_from=*/6};

  std::int32_t replica_id = 0;
  std::int8_t isolation_level = 0;  ///< 0: read uncommitted, 1: read committed.
  std::vector<ListOffsetsTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("replica_id", m.replica_id);
    field("isolation_level", m.isolation_level, since(2));
    field("topics", m.topics);
  }
  bool operator==(const ListOffsetsRequest&) const = default;
};

/// The offset found, -1 if there is none.
struct ListOffsetsPartitionResponse {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<std::int64_t> old_style_offsets;
  std::int64_t timestamp = -1;
  std::int64_t offset = -1;
  std::int32_t leader_epoch = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
    field("old_style_offsets", m.old_style_offsets, between(0, 0));
    field("timestamp", m.timestamp, since(1), -1);
    field("offset", m.offset, since(1), -1);
    field("leader_epoch", m.leader_epoch, since(4), -1);
  }
  bool operator==(const ListOffsetsPartitionResponse&) const = default;
};

/// Partitions of one topic.
struct ListOffsetsTopicResponse {
  std::string name;
  std::vector<ListOffsetsPartitionResponse> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const ListOffsetsTopicResponse&) const = default;
};

/// An offset for each partition.
struct ListOffsetsResponse {
  static constexpr Api api{ApiKey::list_offsets, {0, 9}, /*flexible_from=*/6};

  std::int32_t throttle_time_ms = 0;
  std::vector<ListOffsetsTopicResponse> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(2).ignorable());
    field("topics", m.topics);
  }
  bool operator==(const ListOffsetsResponse&) const = default;
};

}  // namespace cohort
