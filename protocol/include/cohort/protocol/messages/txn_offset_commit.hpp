// TxnOffsetCommit: DOC
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Part of TxnOffsetCommitRequest.
struct TxnOffsetCommitRequestPartition {
  std::int32_t partition_index = 0;
  std::int64_t committed_offset = 0;
  std::int32_t committed_leader_epoch = -1;
  std::optional<std::string> committed_metadata = "";

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("committed_offset", m.committed_offset);
    field("committed_leader_epoch", m.committed_leader_epoch, since(2).ignorable(), -1);
    field("committed_metadata", m.committed_metadata, always, not_null);
  }
  bool operator==(const TxnOffsetCommitRequestPartition&) const = default;
};

/// Part of TxnOffsetCommitRequest.
struct TxnOffsetCommitRequestTopic {
  std::string name;
  std::vector<TxnOffsetCommitRequestPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const TxnOffsetCommitRequestTopic&) const = default;
};

/// DOC TxnOffsetCommitRequest
struct TxnOffsetCommitRequest {
  static constexpr Api api{ApiKey::txn_offset_commit, {0, 4}, /*flexible_from=*/3};

  std::string transactional_id;
  std::string group_id;
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  std::int32_t generation_id = -1;
  std::string member_id;
  std::optional<std::string> group_instance_id;
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

/// Part of TxnOffsetCommitResponse.
struct TxnOffsetCommitResponsePartition {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const TxnOffsetCommitResponsePartition&) const = default;
};

/// Part of TxnOffsetCommitResponse.
struct TxnOffsetCommitResponseTopic {
  std::string name;
  std::vector<TxnOffsetCommitResponsePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const TxnOffsetCommitResponseTopic&) const = default;
};

/// DOC TxnOffsetCommitResponse
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
