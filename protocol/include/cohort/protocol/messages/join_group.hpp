// JoinGroup: the first half of a rebalance, in which the members gather.
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

/// An assignor the member can work with, and what it would tell that one.
struct JoinGroupRequestProtocol {
  std::string name;
  Buffer metadata;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("metadata", m.metadata);
  }
  bool operator==(const JoinGroupRequestProtocol&) const = default;
};

/// Asks to enter a group, or to re-enter it during a rebalance. Source: KIP-62 (v1), KIP-394
/// (v4), KIP-345 (v5), KIP-482 (v6), KIP-559 (v7), KIP-800 (v8), KIP-814 (v9).
struct JoinGroupRequest {
  static constexpr Api api{ApiKey::join_group, {0, 9}, /*flexible_from=*/6};

  std::string group_id;
  std::int32_t session_timeout_ms = 0;
  std::int32_t rebalance_timeout_ms = -1;        ///< Absent in v0: the session timeout then serves.
  std::string member_id;                         ///< Empty in the first request of a member.
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  std::string protocol_type;
  /// In the order in which the member likes them.
  std::vector<JoinGroupRequestProtocol> protocols;
  std::optional<std::string> reason;  ///< Why it joins again; null if it does not say.

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("session_timeout_ms", m.session_timeout_ms);
    field("rebalance_timeout_ms", m.rebalance_timeout_ms, since(1).ignorable(), -1);
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(5));
    field("protocol_type", m.protocol_type);
    field("protocols", m.protocols);
    field("reason", m.reason, since(8).ignorable());
  }
  bool operator==(const JoinGroupRequest&) const = default;
};

/// One member, as the leader sees it.
struct JoinGroupResponseMember {
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  Buffer metadata;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(5).ignorable());
    field("metadata", m.metadata);
  }
  bool operator==(const JoinGroupResponseMember&) const = default;
};

/// The generation that has formed. Only the leader gets the members, to assign partitions to
/// them.
struct JoinGroupResponse {
  static constexpr Api api{ApiKey::join_group, {0, 9}, /*flexible_from=*/6};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::int32_t generation_id = -1;
  std::optional<std::string> protocol_type;
  std::optional<std::string> protocol_name = "";  ///< Null in an error from v7 on.
  std::string leader;
  bool skip_assignment = false;  ///< The leader is to change nothing (v9).
  std::string member_id;
  std::vector<JoinGroupResponseMember> members;  ///< Empty for all but the leader.

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(2).ignorable());
    field("error_code", m.error_code);
    field("generation_id", m.generation_id, always, -1);
    field("protocol_type", m.protocol_type, since(7).ignorable());
    field("protocol_name", m.protocol_name, always.nullable_since(7), not_null);
    field("leader", m.leader);
    field("skip_assignment", m.skip_assignment, since(9));
    field("member_id", m.member_id);
    field("members", m.members);
  }
  bool operator==(const JoinGroupResponse&) const = default;
};

}  // namespace cohort
