// DescribeTopicPartitions: topics in pages, with what leader election knows.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// One topic.
struct DescribeTopicPartitionsTopicRequest {
  std::string name;

  static constexpr void fields(auto& field, auto& m) { field("name", m.name); }
  bool operator==(const DescribeTopicPartitionsTopicRequest&) const = default;
};

/// The first partition of the page.
struct DescribeTopicPartitionsRequestCursor {
  std::string topic_name;
  std::int32_t partition_index = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_name", m.topic_name);
    field("partition_index", m.partition_index);
  }
  bool operator==(const DescribeTopicPartitionsRequestCursor&) const = default;
};

/// Asks for a page of partitions. No topics means all. Source: KIP-966.
struct DescribeTopicPartitionsRequest {
  static constexpr Api api{ApiKey::describe_topic_partitions, {0, 0}, /*flexible_from=*/0};

  std::vector<DescribeTopicPartitionsTopicRequest> topics;
  std::int32_t response_partition_limit = 2000;
  std::optional<DescribeTopicPartitionsRequestCursor> cursor;

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics);
    field("response_partition_limit", m.response_partition_limit, always, 2000);
    field("cursor", m.cursor);
  }
  bool operator==(const DescribeTopicPartitionsRequest&) const = default;
};

/// One partition.
struct DescribeTopicPartitionsResponsePartition {
  ErrorCode error_code = ErrorCode::none;
  std::int32_t partition_index = 0;
  std::int32_t leader_id = 0;
  std::int32_t leader_epoch = -1;
  std::vector<std::int32_t> replica_nodes;
  std::vector<std::int32_t> isr_nodes;
  std::optional<std::vector<std::int32_t>> eligible_leader_replicas;
  std::optional<std::vector<std::int32_t>> last_known_elr;
  std::vector<std::int32_t> offline_replicas;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("partition_index", m.partition_index);
    field("leader_id", m.leader_id);
    field("leader_epoch", m.leader_epoch, always.ignorable(), -1);
    field("replica_nodes", m.replica_nodes);
    field("isr_nodes", m.isr_nodes);
    field("eligible_leader_replicas", m.eligible_leader_replicas);
    field("last_known_elr", m.last_known_elr);
    field("offline_replicas", m.offline_replicas, always.ignorable());
  }
  bool operator==(const DescribeTopicPartitionsResponsePartition&) const = default;
};

/// Partitions of one topic.
struct DescribeTopicPartitionsResponseTopic {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> name = "";
  Uuid topic_id;
  bool is_internal = false;
  std::vector<DescribeTopicPartitionsResponsePartition> partitions;
  /// Bits by AclOperation; the smallest number: not asked for.
  std::int32_t topic_authorized_operations = std::numeric_limits<std::int32_t>::min();

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("name", m.name, always, not_null);
    field("topic_id", m.topic_id, always.ignorable());
    field("is_internal", m.is_internal, always.ignorable());
    field("partitions", m.partitions);
    field("topic_authorized_operations", m.topic_authorized_operations, always,
          std::numeric_limits<std::int32_t>::min());
  }
  bool operator==(const DescribeTopicPartitionsResponseTopic&) const = default;
};

/// The first partition of the next page.
struct DescribeTopicPartitionsResponseCursor {
  std::string topic_name;
  std::int32_t partition_index = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_name", m.topic_name);
    field("partition_index", m.partition_index);
  }
  bool operator==(const DescribeTopicPartitionsResponseCursor&) const = default;
};

/// A page of partitions and where the next one starts.
struct DescribeTopicPartitionsResponse {
  static constexpr Api api{ApiKey::describe_topic_partitions, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  std::vector<DescribeTopicPartitionsResponseTopic> topics;
  std::optional<DescribeTopicPartitionsResponseCursor> next_cursor;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, always.ignorable());
    field("topics", m.topics);
    field("next_cursor", m.next_cursor);
  }
  bool operator==(const DescribeTopicPartitionsResponse&) const = default;
};

}  // namespace cohort
