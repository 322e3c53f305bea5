// Groups that are joined and stable, made with requests of our own.
#pragma once

#include "wire/raw_connection.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct GroupMember {
  std::string group;
  std::string member_id;
  std::int32_t generation_id = 0;
};

/// Joins and syncs so many members of a group, each over a connection of its own while it waits.
std::vector<GroupMember> joined_group(const std::string& bootstrap, const std::string& group,
                                      int members);
/// The one member of a group of one, over a connection that many of them share.
GroupMember joined_alone(RawConnection& connection, const std::string& group);

}  // namespace bench
