// SyncGroup: the second half of a rebalance, in which the leader hands out the assignment.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// What one member shall own.
struct SyncGroupRequestAssignment {
  std::string member_id;
  Buffer assignment;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id);
    field("assignment", m.assignment);
  }
  bool operator==(const SyncGroupRequestAssignment&) const = default;
};

/// Waits for the assignment; the leader brings it. Source: KIP-345 (v3), KIP-482 (v4), KIP-559
/// (v5).
struct SyncGroupRequest {
  static constexpr Api api{ApiKey::sync_group, {0, 5}, /*flexible_from=*/4};

  std::string group_id;
  std::int32_t generation_id = 0;
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  std::optional<std::string> protocol_type;
  std::optional<std::string> protocol_name;
  std::vector<SyncGroupRequestAssignment> assignments;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("generation_id", m.generation_id);
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(3));
    field("protocol_type", m.protocol_type, since(5).ignorable());
    field("protocol_name", m.protocol_name, since(5).ignorable());
    field("assignments", m.assignments);
  }
  bool operator==(const SyncGroupRequest&) const = default;
};

/// What a member was assigned, in whatever form the leader wrote.
struct SyncGroupResponse {
  static constexpr Api api{ApiKey::sync_group, {0, 5}, /*flexible_from=*/4};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> protocol_type;
  std::optional<std::string> protocol_name;
  Buffer assignment;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("error_code", m.error_code);
    field("protocol_type", m.protocol_type, since(5).ignorable());
    field("protocol_name", m.protocol_name, since(5).ignorable());
    field("assignment", m.assignment);
  }
  bool operator==(const SyncGroupResponse&) const = default;
};

}  // namespace cohort
