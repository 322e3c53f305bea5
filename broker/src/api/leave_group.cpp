// LeaveGroup v0-v5.
// v1 throttle time; v3 several members with instance ids (KIP-345); v4 flexible; v5 reason
// (KIP-800). Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/messages/leave_group.hpp>

namespace cohort::broker {

namespace {

/// Before v3 the one member's error is the answer's own (LeaveGroupResponse; KAFKA-15755).
LeaveGroupResponse leave_alone(RequestContext& context, const LeaveGroupRequest& request) {
  const LeaveAnswer answer = context.state.coordinator.leave(
      {.group_id = request.group_id, .members = {{.member = {request.member_id, std::nullopt}}}},
      context.now);
  const bool has_own_error = answer.error != ErrorCode::none || answer.members.empty();
  return {.error_code = has_own_error ? answer.error : answer.members.front()};
}

}  // namespace

std::optional<LeaveGroupResponse> leave_group(RequestContext& context,
                                              const LeaveGroupRequest& request) {
  if (context.version() < 3) return leave_alone(context, request);

  LeaveRequest leave{.group_id = request.group_id};
  for (const LeaveGroupMemberIdentity& member : request.members) {
    leave.members.push_back({.member = {member.member_id, member.group_instance_id},
                             .reason = member.reason.value_or("")});
  }
  const LeaveAnswer answer = context.state.coordinator.leave(leave, context.now);
  LeaveGroupResponse response{.error_code = answer.error};
  if (answer.error != ErrorCode::none) return response;
  COHORT_ASSERT(answer.members.size() == request.members.size());
  for (std::size_t i = 0; i < request.members.size(); ++i) {
    response.members.push_back({.member_id = request.members[i].member_id,
                                .group_instance_id = request.members[i].group_instance_id,
                                .error_code = answer.members[i]});
  }
  return response;
}

}  // namespace cohort::broker
