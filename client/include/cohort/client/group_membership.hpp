// GroupMembership: as whom a consumer belongs to its group.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::client {

/// Source: ConsumerGroupMetadata.
struct GroupMembership {
  std::string group_id;
  std::int32_t generation = -1;  ///< -1: not a member now.
  std::string member_id;
  std::optional<std::string> instance_id{};
  bool operator==(const GroupMembership&) const = default;
};

}  // namespace cohort::client
