// ListGroups: the groups a broker coordinates.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Asks for groups, by state from v4 on and by type from v5 on. Source: KIP-40, KIP-482 (v3),
/// KIP-518 (v4), KIP-848 (v5).
struct ListGroupsRequest {
  static constexpr Api api{ApiKey::list_groups, {0, 5}, /*flexible_from=*/3};

  std::vector<std::string> states_filter;  ///< Empty: all.
  std::vector<std::string> types_filter;   ///< Empty: all.

  static constexpr void fields(auto& field, auto& m) {
    field("states_filter", m.states_filter, since(4));
    field("types_filter", m.types_filter, since(5));
  }
  bool operator==(const ListGroupsRequest&) const = default;
};

/// One group.
struct ListGroupsListedGroup {
  std::string group_id;
  std::string protocol_type;
  std::string group_state;
  std::string group_type;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("protocol_type", m.protocol_type);
    field("group_state", m.group_state, since(4).ignorable());
    field("group_type", m.group_type, since(5).ignorable());
  }
  bool operator==(const ListGroupsListedGroup&) const = default;
};

/// The groups that this broker coordinates.
struct ListGroupsResponse {
  static constexpr Api api{ApiKey::list_groups, {0, 5}, /*flexible_from=*/3};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<ListGroupsListedGroup> groups;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("error_code", m.error_code);
    field("groups", m.groups);
  }
  bool operator==(const ListGroupsResponse&) const = default;
};

}  // namespace cohort
