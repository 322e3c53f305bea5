// CreatePartitions: makes topics wider.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// The replicas of one new partition, the preferred leader first.
struct CreatePartitionsAssignment {
  std::vector<std::int32_t> broker_ids;

  static constexpr void fields(auto& field, auto& m) { field("broker_ids", m.broker_ids); }
  bool operator==(const CreatePartitionsAssignment&) const = default;
};

/// A topic and how wide it shall be.
struct CreatePartitionsTopic {
  std::string name;
  std::int32_t count = 0;
  std::optional<std::vector<CreatePartitionsAssignment>> assignments{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("count", m.count);
    field("assignments", m.assignments, always, not_null);
  }
  bool operator==(const CreatePartitionsTopic&) const = default;
};

/// Raises the number of partitions of topics. Source: KIP-195, KIP-482 (v2), KIP-599 (v3).
struct CreatePartitionsRequest {
  static constexpr Api api{ApiKey::create_partitions, {0, 3}, /*flexible_from=*/2};

  std::vector<CreatePartitionsTopic> topics;
  std::int32_t timeout_ms = 0;
  bool validate_only = false;

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics);
    field("timeout_ms", m.timeout_ms);
    field("validate_only", m.validate_only);
  }
  bool operator==(const CreatePartitionsRequest&) const = default;
};

/// The outcome for one topic.
struct CreatePartitionsTopicResult {
  std::string name;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("error_code", m.error_code);
    field("error_message", m.error_message);
  }
  bool operator==(const CreatePartitionsTopicResult&) const = default;
};

/// One outcome for each topic.
struct CreatePartitionsResponse {
  static constexpr Api api{ApiKey::create_partitions, {0, 3}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  std::vector<CreatePartitionsTopicResult> results;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("results", m.results);
  }
  bool operator==(const CreatePartitionsResponse&) const = default;
};

}  // namespace cohort
