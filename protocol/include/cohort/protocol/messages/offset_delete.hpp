// OffsetDelete: DOC
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Part of OffsetDeleteRequest.
struct OffsetDeleteRequestPartition {
  std::int32_t partition_index = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
  }
  bool operator==(const OffsetDeleteRequestPartition&) const = default;
};

/// Part of OffsetDeleteRequest.
struct OffsetDeleteRequestTopic {
  std::string name;
  std::vector<OffsetDeleteRequestPartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetDeleteRequestTopic&) const = default;
};

/// DOC OffsetDeleteRequest
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

/// Part of OffsetDeleteResponse.
struct OffsetDeleteResponsePartition {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const OffsetDeleteResponsePartition&) const = default;
};

/// Part of OffsetDeleteResponse.
struct OffsetDeleteResponseTopic {
  std::string name;
  std::vector<OffsetDeleteResponsePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OffsetDeleteResponseTopic&) const = default;
};

/// DOC OffsetDeleteResponse
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
