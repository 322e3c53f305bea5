// AlterPartitionReassignments: gives partitions other replicas.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// A partition and its replicas, the preferred leader first; null: as before the reassignment that
/// is under way.
struct ReassignablePartition {
  std::int32_t partition_index = 0;
  std::optional<std::vector<std::int32_t>> replicas;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("replicas", m.replicas);
  }
  bool operator==(const ReassignablePartition&) const = default;
};

/// Partitions of one topic.
struct ReassignableTopic {
  std::string name;
  std::vector<ReassignablePartition> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const ReassignableTopic&) const = default;
};

/// Gives partitions other replicas. Source: KIP-455.
struct AlterPartitionReassignmentsRequest {
  static constexpr Api api{ApiKey::alter_partition_reassignments, {0, 0}, /*flexible_from=*/0};

  std::int32_t timeout_ms = 60'000;
  std::vector<ReassignableTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("timeout_ms", m.timeout_ms, always, 60'000);
    field("topics", m.topics);
  }
  bool operator==(const AlterPartitionReassignmentsRequest&) const = default;
};

/// The outcome for one partition.
struct ReassignablePartitionResponse {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
  }
  bool operator==(const ReassignablePartitionResponse&) const = default;
};

/// The outcome for one topic.
struct ReassignableTopicResponse {
  std::string name;
  std::vector<ReassignablePartitionResponse> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const ReassignableTopicResponse&) const = default;
};

/// One outcome for each partition.
struct AlterPartitionReassignmentsResponse {
  static constexpr Api api{ApiKey::alter_partition_reassignments, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message{std::in_place};
  std::vector<ReassignableTopicResponse> responses;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("responses", m.responses);
  }
  bool operator==(const AlterPartitionReassignmentsResponse&) const = default;
};

}  // namespace cohort
