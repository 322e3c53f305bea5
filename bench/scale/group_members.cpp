#include "group_members.hpp"

#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <stdexcept>

namespace bench {

namespace {

// Before KIP-394: a new member is in with its first request.
constexpr int join_version = 3;
constexpr int sync_version = 2;

void check(cohort::ErrorCode error, const char* what) {
  if (error == cohort::ErrorCode::none) return;
  throw std::runtime_error(std::string(what) + ": " + std::string(name(error)));
}

cohort::JoinGroupRequest join_request(const std::string& group) {
  cohort::JoinGroupRequest request{.group_id = group, .session_timeout_ms = 1'800'000};
  request.rebalance_timeout_ms = 60'000;
  request.protocol_type = "consumer";
  request.protocols.push_back(
      {.name = "range", .metadata = cohort::Buffer::copy_of(std::string(32, 'm'))});
  return request;
}

cohort::SyncGroupRequest sync_request(const GroupMember& member,
                                      const cohort::JoinGroupResponse& joined) {
  cohort::SyncGroupRequest request{.group_id = member.group, .generation_id = member.generation_id};
  request.member_id = member.member_id;
  for (const auto& each : joined.members) {
    request.assignments.push_back(
        {.member_id = each.member_id, .assignment = cohort::Buffer::copy_of(std::string(32, 'a'))});
  }
  return request;
}

GroupMember member_of(const std::string& group, const cohort::JoinGroupResponse& joined) {
  check(joined.error_code, "JoinGroup");
  return {group, joined.member_id, joined.generation_id};
}

}  // namespace

std::vector<GroupMember> joined_group(const std::string& bootstrap, const std::string& group,
                                      int members) {
  std::vector<RawConnection> connections;
  for (int i = 0; i < members; ++i) {
    connections.emplace_back(bootstrap);
    connections.back().send(RawConnection::frame_of(join_request(group), join_version));
  }
  std::vector<GroupMember> joined;
  for (RawConnection& connection : connections) {
    const auto response = connection.answer<cohort::JoinGroupResponse>(join_version);
    joined.push_back(member_of(group, response));
    connection.send(RawConnection::frame_of(sync_request(joined.back(), response), sync_version));
  }
  for (RawConnection& connection : connections) {
    check(connection.answer<cohort::SyncGroupResponse>(sync_version).error_code, "SyncGroup");
  }
  return joined;
}

GroupMember joined_alone(RawConnection& connection, const std::string& group) {
  const auto response =
      connection.call<cohort::JoinGroupResponse>(join_request(group), join_version);
  GroupMember member = member_of(group, response);
  const auto synced =
      connection.call<cohort::SyncGroupResponse>(sync_request(member, response), sync_version);
  check(synced.error_code, "SyncGroup");
  return member;
}

}  // namespace bench
