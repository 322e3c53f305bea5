// ElectLeaders: has partitions led by the replica that should lead them.
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
struct ElectLeadersTopicPartitions {
  std::string topic;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partitions", m.partitions);
  }
  bool operator==(const ElectLeadersTopicPartitions&) const = default;
};

/// Elects leaders of these partitions; null: of all. Source: KIP-183, KIP-460 (v1), KIP-482 (v2).
struct ElectLeadersRequest {
  static constexpr Api api{ApiKey::elect_leaders, {0, 2}, /*flexible_from=*/2};

  std::int8_t election_type = 0;  ///< 0: the preferred leader; 1: any, if there is none.
  std::optional<std::vector<ElectLeadersTopicPartitions>> topic_partitions{std::in_place};
  std::int32_t timeout_ms = 60'000;

  static constexpr void fields(auto& field, auto& m) {
    field("election_type", m.election_type, since(1));
    field("topic_partitions", m.topic_partitions, always, not_null);
    field("timeout_ms", m.timeout_ms, always, 60'000);
  }
  bool operator==(const ElectLeadersRequest&) const = default;
};

/// The outcome for one partition.
struct ElectLeadersPartitionResult {
  std::int32_t partition_id = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("partition_id", m.partition_id);
    field("error_code", m.error_code);
    field("error_message", m.error_message, always, not_null);
  }
  bool operator==(const ElectLeadersPartitionResult&) const = default;
};

/// The outcome for one topic.
struct ElectLeadersReplicaElectionResult {
  std::string topic;
  std::vector<ElectLeadersPartitionResult> partition_result;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partition_result", m.partition_result);
  }
  bool operator==(const ElectLeadersReplicaElectionResult&) const = default;
};

/// One outcome for each partition; those that needed no election only if they were named.
struct ElectLeadersResponse {
  static constexpr Api api{ApiKey::elect_leaders, {0, 2}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<ElectLeadersReplicaElectionResult> replica_election_results;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code, since(1));
    field("replica_election_results", m.replica_election_results);
  }
  bool operator==(const ElectLeadersResponse&) const = default;
};

}  // namespace cohort
