// ListPartitionReassignments: the reassignments that are not done yet.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic.
struct ListPartitionReassignmentsTopics {
  std::string name;
  std::vector<std::int32_t> partition_indexes;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partition_indexes", m.partition_indexes);
  }
  bool operator==(const ListPartitionReassignmentsTopics&) const = default;
};

/// Asks which of these partitions, or of all if null, are being reassigned. Source: KIP-455.
struct ListPartitionReassignmentsRequest {
  static constexpr Api api{ApiKey::list_partition_reassignments, {0, 0}, /*flexible_from=*/0};

  std::int32_t timeout_ms = 60'000;
  std::optional<std::vector<ListPartitionReassignmentsTopics>> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("timeout_ms", m.timeout_ms, always, 60'000);
    field("topics", m.topics);
  }
  bool operator==(const ListPartitionReassignmentsRequest&) const = default;
};

/// A reassignment that is under way.
struct OngoingPartitionReassignment {
  std::int32_t partition_index = 0;
  std::vector<std::int32_t> replicas;
  std::vector<std::int32_t> adding_replicas;
  std::vector<std::int32_t> removing_replicas;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("replicas", m.replicas);
    field("adding_replicas", m.adding_replicas);
    field("removing_replicas", m.removing_replicas);
  }
  bool operator==(const OngoingPartitionReassignment&) const = default;
};

/// Those of one topic.
struct OngoingTopicReassignment {
  std::string name;
  std::vector<OngoingPartitionReassignment> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const OngoingTopicReassignment&) const = default;
};

/// The reassignments that are under way.
struct ListPartitionReassignmentsResponse {
  static constexpr Api api{ApiKey::list_partition_reassignments, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message{std::in_place};
  std::vector<OngoingTopicReassignment> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
    field("topics", m.topics);
  }
  bool operator==(const ListPartitionReassignmentsResponse&) const = default;
};

}  // namespace cohort
