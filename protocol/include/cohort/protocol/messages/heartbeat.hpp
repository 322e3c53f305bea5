// Heartbeat: how a member of a classic group stays alive and learns of a rebalance.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort {

/// Says that a member is alive. Source: KIP-345 (v3), KIP-482 (v4).
struct HeartbeatRequest {
  static constexpr Api api{ApiKey::heartbeat, {0, 4}, /*flexible_from=*/4};

  std::string group_id;
  std::int32_t generation_id = 0;
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("generation_id", m.generation_id);
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(3));
  }
  bool operator==(const HeartbeatRequest&) const = default;
};

/// REBALANCE_IN_PROGRESS tells a member to rejoin.
struct HeartbeatResponse {
  static constexpr Api api{ApiKey::heartbeat, {0, 4}, /*flexible_from=*/4};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("error_code", m.error_code);
  }
  bool operator==(const HeartbeatResponse&) const = default;
};

}  // namespace cohort
