// Metadata: brokers, topics, and who leads which partition.
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

/// A topic by name, or by id and a null name (from v10 on).
struct MetadataRequestTopic {
  Uuid topic_id;
  std::optional<std::string> name = "";

  static constexpr void fields(auto& field, auto& m) {
    field("topic_id", m.topic_id, since(10).ignorable());
    field("name", m.name, always.nullable_since(10), not_null);
  }
  bool operator==(const MetadataRequestTopic&) const = default;
};

/// Asks for brokers and topics. Null topics mean all of them, empty ones none; in v0 empty
/// means all. Source: KIP-4 (v1), KIP-112 (v5), KIP-320 (v7), KIP-430 (v8), KIP-482 (v9),
/// KIP-516 (v10, v12), KIP-700 (v11).
struct MetadataRequest {
  static constexpr Api api{ApiKey::metadata, {0, 12}, /*flexible_from=*/9};

  std::optional<std::vector<MetadataRequestTopic>> topics{std::in_place};
  bool allow_auto_topic_creation = true;  ///< Always so to v3.
  bool include_cluster_authorized_operations = false;
  bool include_topic_authorized_operations = false;

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics, always.nullable_since(1), not_null);
    field("allow_auto_topic_creation", m.allow_auto_topic_creation, since(4), true);
    field("include_cluster_authorized_operations", m.include_cluster_authorized_operations,
          between(8, 10));
    field("include_topic_authorized_operations", m.include_topic_authorized_operations, since(8));
  }
  bool operator==(const MetadataRequest&) const = default;
};

/// One broker.
struct MetadataResponseBroker {
  std::int32_t node_id = 0;
  std::string host;
  std::int32_t port = 0;
  std::optional<std::string> rack;

  static constexpr void fields(auto& field, auto& m) {
    field("node_id", m.node_id);
    field("host", m.host);
    field("port", m.port);
    field("rack", m.rack, since(1).ignorable());
  }
  bool operator==(const MetadataResponseBroker&) const = default;
};

/// One partition. Without a leader, leader_id is -1.
struct MetadataResponsePartition {
  ErrorCode error_code = ErrorCode::none;
  std::int32_t partition_index = 0;
  std::int32_t leader_id = 0;
  std::int32_t leader_epoch = -1;
  std::vector<std::int32_t> replica_nodes;
  std::vector<std::int32_t> isr_nodes;
  std::vector<std::int32_t> offline_replicas;  ///< Replicas whose disk has failed.

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("partition_index", m.partition_index);
    field("leader_id", m.leader_id);
    field("leader_epoch", m.leader_epoch, since(7).ignorable(), -1);
    field("replica_nodes", m.replica_nodes);
    field("isr_nodes", m.isr_nodes);
    field("offline_replicas", m.offline_replicas, since(5).ignorable());
  }
  bool operator==(const MetadataResponsePartition&) const = default;
};

/// One topic.
struct MetadataResponseTopic {
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> name = "";
  Uuid topic_id;
  bool is_internal = false;
  std::vector<MetadataResponsePartition> partitions;
  /// Bits by AclOperation; the smallest number: not asked for.
  std::int32_t topic_authorized_operations = std::numeric_limits<std::int32_t>::min();

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("name", m.name, always.nullable_since(12), not_null);
    field("topic_id", m.topic_id, since(10).ignorable());
    field("is_internal", m.is_internal, since(1).ignorable());
    field("partitions", m.partitions);
    field("topic_authorized_operations", m.topic_authorized_operations, since(8),
          std::numeric_limits<std::int32_t>::min());
  }
  bool operator==(const MetadataResponseTopic&) const = default;
};

/// The cluster as this broker sees it.
struct MetadataResponse {
  static constexpr Api api{ApiKey::metadata, {0, 12}, /*flexible_from=*/9};

  std::int32_t throttle_time_ms = 0;
  std::vector<MetadataResponseBroker> brokers;
  std::optional<std::string> cluster_id;
  std::int32_t controller_id = -1;
  std::vector<MetadataResponseTopic> topics;
  /// Bits by AclOperation; the smallest number: not asked for.
  std::int32_t cluster_authorized_operations = std::numeric_limits<std::int32_t>::min();

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(3).ignorable());
    field("brokers", m.brokers);
    field("cluster_id", m.cluster_id, since(2).ignorable());
    field("controller_id", m.controller_id, since(1).ignorable(), -1);
    field("topics", m.topics);
    field("cluster_authorized_operations", m.cluster_authorized_operations, between(8, 10),
          std::numeric_limits<std::int32_t>::min());
  }
  bool operator==(const MetadataResponse&) const = default;
};

}  // namespace cohort
