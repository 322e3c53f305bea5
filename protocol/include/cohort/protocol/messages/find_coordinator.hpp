// FindCoordinator: which broker answers for a group or a transaction.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Asks for the coordinator of one key (to v3) or several (from v4). Source: KIP-98 (v1),
/// KIP-482 (v3), KIP-699 (v4), KIP-890 (v5), KIP-932 (v6).
struct FindCoordinatorRequest {
  static constexpr Api api{ApiKey::find_coordinator, {0, 6}, /*flexible_from=*/3};

  std::string key;
  std::int8_t key_type = 0;  ///< 0: group, 1: transaction, 2: share group.
  std::vector<std::string> coordinator_keys;

  static constexpr void fields(auto& field, auto& m) {
    field("key", m.key, between(0, 3));
    field("key_type", m.key_type, since(1));
    field("coordinator_keys", m.coordinator_keys, since(4));
  }
  bool operator==(const FindCoordinatorRequest&) const = default;
};

/// The coordinator of one key.
struct FindCoordinatorCoordinator {
  std::string key;
  std::int32_t node_id = 0;
  std::string host;
  std::int32_t port = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";

  static constexpr void fields(auto& field, auto& m) {
    field("key", m.key, since(4));
    field("node_id", m.node_id, since(4));
    field("host", m.host, since(4));
    field("port", m.port, since(4));
    field("error_code", m.error_code, since(4));
    field("error_message", m.error_message, since(4).ignorable(), not_null);
  }
  bool operator==(const FindCoordinatorCoordinator&) const = default;
};

/// Where the coordinators are: at the top level to v3, in the list from v4 on.
struct FindCoordinatorResponse {
  static constexpr Api api{ApiKey::find_coordinator, {0, 6}, /*flexible_from=*/3};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message = "";
  std::int32_t node_id = 0;
  std::string host;
  std::int32_t port = 0;
  std::vector<FindCoordinatorCoordinator> coordinators;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("error_code", m.error_code, between(0, 3));
    field("error_message", m.error_message, between(1, 3).ignorable(), not_null);
    field("node_id", m.node_id, between(0, 3));
    field("host", m.host, between(0, 3));
    field("port", m.port, between(0, 3));
    field("coordinators", m.coordinators, since(4));
  }
  bool operator==(const FindCoordinatorResponse&) const = default;
};

}  // namespace cohort
