// Heartbeat: DOC
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort {

/// DOC HeartbeatRequest
struct HeartbeatRequest {
  static constexpr Api api{ApiKey::heartbeat, {0, 4}, /*flexible_from=*/4};

  std::string group_id;
  std::int32_t generation_id = 0;
  std::string member_id;
  std::optional<std::string> group_instance_id;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("generation_id", m.generation_id);
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(3));
  }
  bool operator==(const HeartbeatRequest&) const = default;
};

/// DOC HeartbeatResponse
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
