// OffsetForLeaderEpoch: where the records of a leader epoch end.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// A partition and the epoch asked for.
struct OffsetForLeaderEpochOffsetForLeaderPartition {
  std::int32_t partition = 0;
  std::int32_t current_leader_epoch = -1;
  std::int32_t leader_epoch = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("partition", m.partition);
    field("current_leader_epoch", m.current_leader_epoch, since(2).ignorable(), -1);
    field("leader_epoch", m.leader_epoch);
  }
  bool operator==(const OffsetForLeaderEpochOffsetForLeaderPartition&) const = default;
};

/// Partitions of one topic.
struct OffsetForLeaderEpochOffsetForLeaderTopic {
  std::string topic;
  std::vector<OffsetForLeaderEpochOffsetForLeaderPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetForLeaderEpochOffsetForLeaderTopic&) const = default;
};

/// Asks where the records of an epoch end, to find out whether a log was truncated. Source:
/// KIP-101, KIP-279 (v1), KIP-320 (v2, v3), KIP-482 (v4).
struct OffsetForLeaderEpochRequest {
  static constexpr Api api{ApiKey::offset_for_leader_epoch, {0, 4}, /*flexible_from=*/4};

  std::int32_t replica_id = -2;
  std::vector<OffsetForLeaderEpochOffsetForLeaderTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("replica_id", m.replica_id, since(3).ignorable(), -2);
    field("topics", m.topics);
  }
  bool operator==(const OffsetForLeaderEpochRequest&) const = default;
};

/// Where the epoch ends in one partition.
struct OffsetForLeaderEpochEpochEndOffset {
  ErrorCode error_code = ErrorCode::none;
  std::int32_t partition = 0;
  std::int32_t leader_epoch = -1;
  std::int64_t end_offset = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("partition", m.partition);
    field("leader_epoch", m.leader_epoch, since(1).ignorable(), -1);
    field("end_offset", m.end_offset, always, -1);
  }
  bool operator==(const OffsetForLeaderEpochEpochEndOffset&) const = default;
};

/// Partitions of one topic.
struct OffsetForLeaderEpochOffsetForLeaderTopicResult {
  std::string topic;
  std::vector<OffsetForLeaderEpochEpochEndOffset> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetForLeaderEpochOffsetForLeaderTopicResult&) const = default;
};

/// The end offset of the asked epoch, or of the largest one below it.
struct OffsetForLeaderEpochResponse {
  static constexpr Api api{ApiKey::offset_for_leader_epoch, {0, 4}, /*flexible_from=*/4};

  std::int32_t throttle_time_ms = 0;
  std::vector<OffsetForLeaderEpochOffsetForLeaderTopicResult> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(2).ignorable());
    field("topics", m.topics);
  }
  bool operator==(const OffsetForLeaderEpochResponse&) const = default;
};

}  // namespace cohort
