#include "membership/member_requests.hpp"

#include <cohort/client/member_bytes.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::client {

namespace {

/// A broker takes no more (JoinGroupRequest.maybeTruncateReason).
constexpr std::size_t longest_reason = 255;

/// From this version on LeaveGroup names several members (KIP-345).
constexpr int first_batched_version = 3;

std::int32_t in_ms(Duration time) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(
      std::min(std::chrono::duration_cast<milliseconds>(time).count(), most));
}

}  // namespace

JoinGroupRequest join_request(const MemberOptions& options, const Introduction& introduction) {
  JoinGroupRequest request{.group_id = options.group_id,
                           .session_timeout_ms = in_ms(options.session_timeout),
                           .rebalance_timeout_ms = in_ms(options.max_poll_interval),
                           .member_id = introduction.membership.member_id,
                           .group_instance_id = options.instance_id,
                           .protocol_type = std::string(consumer_protocol_type),
                           .reason = introduction.reason.substr(0, longest_reason)};
  GroupMember member{.member_id = introduction.membership.member_id,
                     .instance_id = options.instance_id,
                     .topics = introduction.topics,
                     .owned = introduction.owned,
                     .generation = introduction.membership.generation_id,
                     .rack = options.rack};
  request.protocols.reserve(options.assignors.size());
  for (const AssignorPointer& assignor : options.assignors) {
    member.user_data = assignor->user_data(introduction.topics, introduction.last);
    request.protocols.push_back({.name = assignor->name(), .metadata = subscription_bytes(member)});
  }
  return request;
}

SyncGroupRequest sync_request(const MemberOptions& options, const Membership& membership,
                              const std::string& assignor_name,
                              std::vector<SyncGroupRequestAssignment> assignments) {
  return {.group_id = options.group_id,
          .generation_id = membership.generation_id,
          .member_id = membership.member_id,
          .group_instance_id = options.instance_id,
          .protocol_type = std::string(consumer_protocol_type),
          .protocol_name = assignor_name,
          .assignments = std::move(assignments)};
}

HeartbeatRequest heartbeat_request(const MemberOptions& options, const Membership& membership) {
  return {.group_id = options.group_id,
          .generation_id = membership.generation_id,
          .member_id = membership.member_id,
          .group_instance_id = options.instance_id};
}

LeaveGroupRequest leave_request(const MemberOptions& options, const Membership& membership,
                                const std::string& reason, int version) {
  LeaveGroupRequest request{.group_id = options.group_id};
  if (version < first_batched_version) {
    request.member_id = membership.member_id;
  } else {
    request.members = {{.member_id = membership.member_id,
                        .group_instance_id = membership.instance_id,
                        .reason = reason.substr(0, longest_reason)}};
  }
  return request;
}

}  // namespace cohort::client
