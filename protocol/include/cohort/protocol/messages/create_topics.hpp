// CreateTopics: makes topics.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// The replicas of one partition, the preferred leader first.
struct CreateTopicsCreatableReplicaAssignment {
  std::int32_t partition_index = 0;
  std::vector<std::int32_t> broker_ids;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("broker_ids", m.broker_ids);
  }
  bool operator==(const CreateTopicsCreatableReplicaAssignment&) const = default;
};

/// A setting of the new topic.
struct CreateTopicsCreatableTopicConfig {
  std::string name;
  std::optional<std::string> value = "";

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("value", m.value, always, not_null);
  }
  bool operator==(const CreateTopicsCreatableTopicConfig&) const = default;
};

/// A topic to make: by partitions and replication factor (-1 for the broker's default) or by
/// assignments.
struct CreateTopicsCreatableTopic {
  std::string name;
  std::int32_t num_partitions = 0;
  std::int16_t replication_factor = 0;
  std::vector<CreateTopicsCreatableReplicaAssignment> assignments;
  std::vector<CreateTopicsCreatableTopicConfig> configs;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("num_partitions", m.num_partitions);
    field("replication_factor", m.replication_factor);
    field("assignments", m.assignments);
    field("configs", m.configs);
  }
  bool operator==(const CreateTopicsCreatableTopic&) const = default;
};

/// Makes topics, or only checks whether it could. Source: KIP-4, KIP-464 (v4), KIP-482 and
/// KIP-525 (v5), KIP-599 (v6), KIP-516 (v7).
struct CreateTopicsRequest {
  static constexpr Api api{ApiKey::create_topics, {0, 7}, /*flexible_from=*/5};

  std::vector<CreateTopicsCreatableTopic> topics;
  std::int32_t timeout_ms = 60000;
  bool validate_only = false;  ///< Check and change nothing.

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics);
    field("timeout_ms", m.timeout_ms, always, 60000);
    field("validate_only", m.validate_only, since(1));
  }
  bool operator==(const CreateTopicsRequest&) const = default;
};

/// A setting the new topic has got.
struct CreateTopicsCreatableTopicConfigs {
  std::string name;
  std::optional<std::string> value = "";
  bool read_only = false;
  std::int8_t config_source = -1;
  bool is_sensitive = false;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(5));
    field("value", m.value, since(5), not_null);
    field("read_only", m.read_only, since(5));
    field("config_source", m.config_source, since(5).ignorable(), -1);
    field("is_sensitive", m.is_sensitive, since(5));
  }
  bool operator==(const CreateTopicsCreatableTopicConfigs&) const = default;
};

/// The outcome for one topic.
struct CreateTopicsCreatableTopicResult {
  std::string name;
  Uuid topic_id;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  ErrorCode topic_config_error_code = ErrorCode::none;
  std::int32_t num_partitions = -1;
  std::int16_t replication_factor = -1;
  std::optional<std::vector<CreateTopicsCreatableTopicConfigs>> configs{std::in_place};

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("topic_id", m.topic_id, since(7).ignorable());
    field("error_code", m.error_code);
    field("error_message", m.error_message, since(1).ignorable(), not_null);
    field("topic_config_error_code", m.topic_config_error_code, tagged(0, since(5)).ignorable());
    field("num_partitions", m.num_partitions, since(5).ignorable(), -1);
    field("replication_factor", m.replication_factor, since(5).ignorable(), -1);
    field("configs", m.configs, since(5).ignorable(), not_null);
  }
  bool operator==(const CreateTopicsCreatableTopicResult&) const = default;
};

/// One outcome for each topic, from v5 on with the settings it got.
struct CreateTopicsResponse {
  static constexpr Api api{ApiKey::create_topics, {0, 7}, /*flexible_from=*/5};

  std::int32_t throttle_time_ms = 0;
  std::vector<CreateTopicsCreatableTopicResult> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(2).ignorable());
    field("topics", m.topics);
  }
  bool operator==(const CreateTopicsResponse&) const = default;
};

}  // namespace cohort
