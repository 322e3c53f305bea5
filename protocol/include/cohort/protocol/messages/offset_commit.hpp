// OffsetCommit: stores how far a group has read.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// The offset to commit for one partition: that of the next record to read.
struct OffsetCommitRequestPartition {
  std::int32_t partition_index = 0;
  std::int64_t committed_offset = 0;
  std::int32_t committed_leader_epoch = -1;  ///< -1: not known.
  std::int64_t commit_timestamp = -1;
  std::optional<std::string> committed_metadata = "";

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("committed_offset", m.committed_offset);
    field("committed_leader_epoch", m.committed_leader_epoch, since(6).ignorable(), -1);
    field("commit_timestamp", m.commit_timestamp, between(1, 1), -1);
    field("committed_metadata", m.committed_metadata, always, not_null);
  }
  bool operator==(const OffsetCommitRequestPartition&) const = default;
};

/// Partitions of one topic.
struct OffsetCommitRequestTopic {
  std::string name;
  std::vector<OffsetCommitRequestPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetCommitRequestTopic&) const = default;
};

/// Commits offsets: as a member of a generation, or (generation -1, no member) from outside of
/// any. Source: KIP-211 (v5), KIP-320 (v6), KIP-345 (v7), KIP-482 (v8), KIP-848 (v9).
struct OffsetCommitRequest {
  static constexpr Api api{ApiKey::offset_commit, {0, 9}, /*flexible_from=*/8};

  std::string group_id;
  std::int32_t generation_id_or_member_epoch = -1;  ///< -1: not a member of the group.
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  std::int64_t retention_time_ms = -1;           ///< -1: the broker's own. Gone since v5.
  std::vector<OffsetCommitRequestTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("generation_id_or_member_epoch", m.generation_id_or_member_epoch, since(1).ignorable(),
          -1);
    field("member_id", m.member_id, since(1).ignorable());
    field("group_instance_id", m.group_instance_id, since(7));
    field("retention_time_ms", m.retention_time_ms, between(2, 4).ignorable(), -1);
    field("topics", m.topics);
  }
  bool operator==(const OffsetCommitRequest&) const = default;
};

/// The outcome for one partition.
struct OffsetCommitResponsePartition {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const OffsetCommitResponsePartition&) const = default;
};

/// The outcome for the partitions of one topic.
struct OffsetCommitResponseTopic {
  std::string name;
  std::vector<OffsetCommitResponsePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetCommitResponseTopic&) const = default;
};

/// An outcome for each partition.
struct OffsetCommitResponse {
  static constexpr Api api{ApiKey::offset_commit, {0, 9}, /*flexible_from=*/8};

  std::int32_t throttle_time_ms = 0;
  std::vector<OffsetCommitResponseTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(3).ignorable());
    field("topics", m.topics);
  }
  bool operator==(const OffsetCommitResponse&) const = default;
};

}  // namespace cohort
