// DeleteGroups: deletes groups that have no members.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Deletes groups with their committed offsets. Source: KIP-229, KIP-482 (v2).
struct DeleteGroupsRequest {
  static constexpr Api api{ApiKey::delete_groups, {0, 2}, /*flexible_from=*/2};

  std::vector<std::string> groups_names;

  static constexpr void fields(auto& field, auto& m) { field("groups_names", m.groups_names); }
  bool operator==(const DeleteGroupsRequest&) const = default;
};

/// The outcome for one group.
struct DeleteGroupsDeletableGroupResult {
  std::string group_id;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("group_id", m.group_id);
    field("error_code", m.error_code);
  }
  bool operator==(const DeleteGroupsDeletableGroupResult&) const = default;
};

/// One outcome for each group.
struct DeleteGroupsResponse {
  static constexpr Api api{ApiKey::delete_groups, {0, 2}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  std::vector<DeleteGroupsDeletableGroupResult> results;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("results", m.results);
  }
  bool operator==(const DeleteGroupsResponse&) const = default;
};

}  // namespace cohort
