// OffsetFetch: reads how far a group has read.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic, to v7.
struct OffsetFetchRequestTopic {
  std::string name;
  std::vector<std::int32_t> partition_indexes;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, between(0, 7));
    field("partition_indexes", m.partition_indexes, between(0, 7));
  }
  bool operator==(const OffsetFetchRequestTopic&) const = default;
};

/// Partitions of one topic, from v8 on.
struct OffsetFetchRequestTopics {
  std::string name;
  std::vector<std::int32_t> partition_indexes;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(8));
    field("partition_indexes", m.partition_indexes, since(8));
  }
  bool operator==(const OffsetFetchRequestTopics&) const = default;
};

/// One group, from v8 on.
struct OffsetFetchRequestGroup {
  std::string group_id;
  std::optional<std::string> member_id;
  std::int32_t member_epoch = -1;
  std::optional<std::vector<OffsetFetchRequestTopics>> topics{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id, since(8));
    field("member_id", m.member_id, since(9).ignorable());
    field("member_epoch", m.member_epoch, since(9).ignorable(), -1);
    field("topics", m.topics, since(8), not_null);
  }
  bool operator==(const OffsetFetchRequestGroup&) const = default;
};

/// Asks for committed offsets of one group (to v7) or several (from v8). Null topics mean all
/// that have offsets. Source: KIP-88 (v2), KIP-320 (v5), KIP-482 (v6), KIP-447 (v7), KIP-709
/// (v8), KIP-848 (v9).
struct OffsetFetchRequest {
  static constexpr Api api{ApiKey::offset_fetch, {0, 9}, /*flexible_from=*/6};

  std::string group_id;
  std::optional<std::vector<OffsetFetchRequestTopic>> topics{std::in_place};
  std::vector<OffsetFetchRequestGroup> groups;
  bool require_stable = false;  ///< Wait for transactions that are about to commit offsets.

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id, between(0, 7));
    field("topics", m.topics, between(0, 7).nullable_since(2), not_null);
    field("groups", m.groups, since(8));
    field("require_stable", m.require_stable, since(7));
  }
  bool operator==(const OffsetFetchRequest&) const = default;
};

/// The committed offset of one partition, to v7.
struct OffsetFetchResponsePartition {
  std::int32_t partition_index = 0;
  std::int64_t committed_offset = 0;
  std::int32_t committed_leader_epoch = -1;  ///< -1: not known.
  std::optional<std::string> metadata = "";
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index, between(0, 7));
    field("committed_offset", m.committed_offset, between(0, 7));
    field("committed_leader_epoch", m.committed_leader_epoch, between(5, 7).ignorable(), -1);
    field("metadata", m.metadata, between(0, 7), not_null);
    field("error_code", m.error_code, between(0, 7));
  }
  bool operator==(const OffsetFetchResponsePartition&) const = default;
};

/// Partitions of one topic, to v7.
struct OffsetFetchResponseTopic {
  std::string name;
  std::vector<OffsetFetchResponsePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, between(0, 7));
    field("partitions", m.partitions, between(0, 7));
  }
  bool operator==(const OffsetFetchResponseTopic&) const = default;
};

/// The committed offset of one partition, from v8 on.
struct OffsetFetchResponsePartitions {
  std::int32_t partition_index = 0;
  std::int64_t committed_offset = 0;
  std::int32_t committed_leader_epoch = -1;  ///< -1: not known.
  std::optional<std::string> metadata = "";
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index, since(8));
    field("committed_offset", m.committed_offset, since(8));
    field("committed_leader_epoch", m.committed_leader_epoch, since(8).ignorable(), -1);
    field("metadata", m.metadata, since(8), not_null);
    field("error_code", m.error_code, since(8));
  }
  bool operator==(const OffsetFetchResponsePartitions&) const = default;
};

/// Partitions of one topic, from v8 on.
struct OffsetFetchResponseTopics {
  std::string name;
  std::vector<OffsetFetchResponsePartitions> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(8));
    field("partitions", m.partitions, since(8));
  }
  bool operator==(const OffsetFetchResponseTopics&) const = default;
};

/// The offsets of one group, from v8 on.
struct OffsetFetchResponseGroup {
  std::string group_id;
  std::vector<OffsetFetchResponseTopics> topics;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id, since(8));
    field("topics", m.topics, since(8));
    field("error_code", m.error_code, since(8));
  }
  bool operator==(const OffsetFetchResponseGroup&) const = default;
};

/// Committed offsets; -1 where there is none.
struct OffsetFetchResponse {
  static constexpr Api api{ApiKey::offset_fetch, {0, 9}, /*flexible_from=*/6};

  std::int32_t throttle_time_ms = 0;
  std::vector<OffsetFetchResponseTopic> topics;
  ErrorCode error_code = ErrorCode::none;
  std::vector<OffsetFetchResponseGroup> groups;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(3).ignorable());
    field("topics", m.topics, between(0, 7));
    field("error_code", m.error_code, between(2, 7).ignorable());
    field("groups", m.groups, since(8));
  }
  bool operator==(const OffsetFetchResponse&) const = default;
};

}  // namespace cohort
