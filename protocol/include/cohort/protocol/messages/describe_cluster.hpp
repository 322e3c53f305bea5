// DescribeCluster: the brokers and the controller, without topics.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Asks for brokers and controller. Source: KIP-700, KIP-919 (v1).
struct DescribeClusterRequest {
  static constexpr Api api{ApiKey::describe_cluster, {0, 1}, /*flexible_from=*/0};

  bool include_cluster_authorized_operations = false;
  std::int8_t endpoint_type = 1;

  static constexpr void fields(auto& field, auto& m) {
    field("include_cluster_authorized_operations", m.include_cluster_authorized_operations);
    field("endpoint_type", m.endpoint_type, since(1), 1);
  }
  bool operator==(const DescribeClusterRequest&) const = default;
};

/// One broker.
struct DescribeClusterBroker {
  std::int32_t broker_id = 0;
  std::string host;
  std::int32_t port = 0;
  std::optional<std::string> rack;

  static constexpr void fields(auto& field, auto& m) {
    field("broker_id", m.broker_id);
    field("host", m.host);
    field("port", m.port);
    field("rack", m.rack);
  }
  bool operator==(const DescribeClusterBroker&) const = default;
};

/// The cluster, without its topics.
struct DescribeClusterResponse {
  static constexpr Api api{ApiKey::describe_cluster, {0, 1}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message;
  std::int8_t endpoint_type = 1;
  std::string cluster_id;
  std::int32_t controller_id = -1;
  std::vector<DescribeClusterBroker> brokers;
  /// Bits by AclOperation; the smallest number: not asked for.
  std::int32_t cluster_authorized_operations = std::numeric_limits<std::int32_t>::min();

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("error_message", m.error_message);
    field("endpoint_type", m.endpoint_type, since(1), 1);
    field("cluster_id", m.cluster_id);
    field("controller_id", m.controller_id, always, -1);
    field("brokers", m.brokers);
    field("cluster_authorized_operations", m.cluster_authorized_operations, always,
          std::numeric_limits<std::int32_t>::min());
  }
  bool operator==(const DescribeClusterResponse&) const = default;
};

}  // namespace cohort
