// TxnOffsetCommit: stores how far a group has read, as part of a transaction.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// The offset to commit for one partition.
struct TxnOffsetCommitRequestPartition {
  std::int32_t partition_index = 0;
  std::int64_t committed_offset = 0;
  std::int32_t committed_leader_epoch = -1;  ///< -1: not known.
  std::optional<std::string> committed_metadata = "";

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("committed_offset", m.committed_offset);
    field("committed_leader_epoch", m.committed_leader_epoch, since(2).ignorable(), -1);
    field("committed_metadata", m.committed_metadata, always, not_null);
  }
  bool operator==(const TxnOffsetCommitRequestPartition&) const = default;
};

/// Partitions of one topic.
struct TxnOffsetCommitRequestTopic {
  std::string name;
  std::vector<TxnOffsetCommitRequestPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const TxnOffsetCommitRequestTopic&) const = default;
};

/// Commits offsets of a group when the transaction commits. Source: KIP-98, KIP-320 (v2),
/// KIP-447 and KIP-482 (v3), KIP-890 (v4).
struct TxnOffsetCommitRequest {
  static constexpr Api api{ApiKey::txn_offset_commit, {0, 4}, /*flexible_from=*/3};

  std::string transactional_id;
  std::string group_id;
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  std::int32_t generation_id = -1;
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  std::vector<TxnOffsetCommitRequestTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id);
    field("group_id", m.group_id);
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("generation_id", m.generation_id, since(3), -1);
    field("member_id", m.member_id, since(3));
    field("group_instance_id", m.group_instance_id, since(3));
    field("topics", m.topics);
  }
  bool operator==(const TxnOffsetCommitRequest&) const = default;
};

/// The outcome for one partition.
struct TxnOffsetCommitResponsePartition {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const TxnOffsetCommitResponsePartition&) const = default;
};

/// The outcome for the partitions of one topic.
struct TxnOffsetCommitResponseTopic {
  std::string name;
  std::vector<TxnOffsetCommitResponsePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const TxnOffsetCommitResponseTopic&) const = default;
};

/// An outcome for each partition.
struct TxnOffsetCommitResponse {
  static constexpr Api api{ApiKey::txn_offset_commit, {0, 4}, /*flexible_from=*/3};

  std::int32_t throttle_time_ms = 0;
  std::vector<TxnOffsetCommitResponseTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("topics", m.topics);
  }
  bool operator==(const TxnOffsetCommitResponse&) const = default;
};

}  // namespace cohort
