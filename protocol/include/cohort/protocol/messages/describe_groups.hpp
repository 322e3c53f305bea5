// DescribeGroups: the state and members of classic groups.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// Asks for the state of groups. Source: KIP-40, KIP-430 (v3), KIP-345 (v4), KIP-482 (v5).
struct DescribeGroupsRequest {
  static constexpr Api api{ApiKey::describe_groups, {0, 5}, /*flexible_from=*/5};

  std::vector<std::string> groups;
  bool include_authorized_operations = false;

  static constexpr void fields(auto& field, auto& m) {
    field("groups", m.groups);
    field("include_authorized_operations", m.include_authorized_operations, since(3));
  }
  bool operator==(const DescribeGroupsRequest&) const = default;
};

/// One member.
struct DescribeGroupsDescribedGroupMember {
  std::string member_id;
  std::optional<std::string> group_instance_id;  ///< Null: not a static member.
  std::string client_id;
  std::string client_host;
  Buffer member_metadata;
  Buffer member_assignment;

  static constexpr void fields(auto& field, auto& m) {
    field("member_id", m.member_id);
    field("group_instance_id", m.group_instance_id, since(4).ignorable());
    field("client_id", m.client_id);
    field("client_host", m.client_host);
    field("member_metadata", m.member_metadata);
    field("member_assignment", m.member_assignment);
  }
  bool operator==(const DescribeGroupsDescribedGroupMember&) const = default;
};

/// One group.
struct DescribeGroupsDescribedGroup {
  ErrorCode error_code = ErrorCode::none;
  std::string group_id;
  std::string group_state;
  std::string protocol_type;
  std::string protocol_data;
  std::vector<DescribeGroupsDescribedGroupMember> members;
  /// Bits by AclOperation; the smallest number: not asked for.
  std::int32_t authorized_operations = std::numeric_limits<std::int32_t>::min();

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("group_id", m.group_id);
    field("group_state", m.group_state);
    field("protocol_type", m.protocol_type);
    field("protocol_data", m.protocol_data);
    field("members", m.members);
    field("authorized_operations", m.authorized_operations, since(3),
          std::numeric_limits<std::int32_t>::min());
  }
  bool operator==(const DescribeGroupsDescribedGroup&) const = default;
};

/// One description for each group. A group that is not there is described as Dead.
struct DescribeGroupsResponse {
  static constexpr Api api{ApiKey::describe_groups, {0, 5}, /*flexible_from=*/5};

  std::int32_t throttle_time_ms = 0;
  std::vector<DescribeGroupsDescribedGroup> groups;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("groups", m.groups);
  }
  bool operator==(const DescribeGroupsResponse&) const = default;
};

}  // namespace cohort
