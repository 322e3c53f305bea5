// OffsetDelete: forgets committed offsets of a group.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// One partition.
struct OffsetDeleteRequestPartition {
  std::int32_t partition_index = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
  }
  bool operator==(const OffsetDeleteRequestPartition&) const = default;
};

/// Partitions of one topic.
struct OffsetDeleteRequestTopic {
  std::string name;
  std::vector<OffsetDeleteRequestPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetDeleteRequestTopic&) const = default;
};

/// Deletes committed offsets of topics that no member subscribes to. Source: KIP-496.
struct OffsetDeleteRequest {
  static constexpr Api api{ApiKey::offset_delete, {0, 0}, /*flexible_from=*/never_flexible};

  std::string group_id;
  std::vector<OffsetDeleteRequestTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("topics", m.topics);
  }
  bool operator==(const OffsetDeleteRequest&) const = default;
};

/// The outcome for one partition.
struct OffsetDeleteResponsePartition {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const OffsetDeleteResponsePartition&) const = default;
};

/// The outcome for the partitions of one topic.
struct OffsetDeleteResponseTopic {
  std::string name;
  std::vector<OffsetDeleteResponsePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetDeleteResponseTopic&) const = default;
};

/// An outcome for each partition, or one error for all.
struct OffsetDeleteResponse {
  static constexpr Api api{ApiKey::offset_delete, {0, 0}, /*flexible_from=*/never_flexible};

  ErrorCode error_code = ErrorCode::none;
  std::int32_t throttle_time_ms = 0;
  std::vector<OffsetDeleteResponseTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("throttle_time_ms", m.throttle_time_ms, always.ignorable());
    field("topics", m.topics);
  }
  bool operator==(const OffsetDeleteResponse&) const = default;
};

}  // namespace cohort
