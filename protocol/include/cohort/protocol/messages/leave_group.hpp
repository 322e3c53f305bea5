// LeaveGroup: takes members out of a classic group at once.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Who leaves: by member id, or by instance id.
struct LeaveGroupMemberIdentity {
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  std::optional<std::string> reason;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id, since(3));
    field("group_instance_id", m.group_instance_id, since(3));
    field("reason", m.reason, since(5).ignorable());
  }
  bool operator==(const LeaveGroupMemberIdentity&) const = default;
};

/// Takes one member (to v2) or several (from v3) out of a group. Source: KIP-345 (v3), KIP-482
/// (v4), KIP-800 (v5).
struct LeaveGroupRequest {
  static constexpr Api api{ApiKey::leave_group, {0, 5}, /*flexible_from=*/4};

  std::string group_id;
  std::string member_id;                          ///< To v2.
  std::vector<LeaveGroupMemberIdentity> members;  ///< From v3 on.

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("member_id", m.member_id, between(0, 2));
    field("members", m.members, since(3));
  }
  bool operator==(const LeaveGroupRequest&) const = default;
};

/// The outcome for one member.
struct LeaveGroupMemberResponse {
  std::string member_id;
  std::optional<std::string> group_instance_id = "";  ///< Null: not a static member.
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id, since(3));
    field("group_instance_id", m.group_instance_id, since(3), not_null);
    field("error_code", m.error_code, since(3));
  }
  bool operator==(const LeaveGroupMemberResponse&) const = default;
};

/// From v3 on an outcome for each member.
struct LeaveGroupResponse {
  static constexpr Api api{ApiKey::leave_group, {0, 5}, /*flexible_from=*/4};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<LeaveGroupMemberResponse> members;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("error_code", m.error_code);
    field("members", m.members, since(3));
  }
  bool operator==(const LeaveGroupResponse&) const = default;
};

}  // namespace cohort
