// What the APIs of groups answer when a request is not carried out.
#include "api/error_answers.hpp"
#include <cohort/protocol/messages/delete_groups.hpp>
#include <cohort/protocol/messages/describe_groups.hpp>
#include <cohort/protocol/messages/find_coordinator.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/leave_group.hpp>
#include <cohort/protocol/messages/list_groups.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <optional>
#include <string>

namespace cohort::broker {

JoinGroupResponse error_answer(const JoinGroupRequest& /*request*/, ErrorCode error, int version) {
  JoinGroupResponse response{.error_code = error};
  if (version >= 7) response.protocol_name = std::nullopt;
  return response;
}

SyncGroupResponse error_answer(const SyncGroupRequest& /*request*/, ErrorCode error,
                               int /*version*/) {
  return {.error_code = error};
}

HeartbeatResponse error_answer(const cohort::HeartbeatRequest& /*request*/, ErrorCode error,
                               int /*version*/) {
  return {.error_code = error};
}

LeaveGroupResponse error_answer(const LeaveGroupRequest& /*request*/, ErrorCode error,
                                int /*version*/) {
  return {.error_code = error};
}

DescribeGroupsResponse error_answer(const DescribeGroupsRequest& request, ErrorCode error,
                                    int /*version*/) {
  DescribeGroupsResponse response;
  for (const std::string& group : request.groups) {
    response.groups.push_back({.error_code = error, .group_id = group});
  }
  return response;
}

ListGroupsResponse error_answer(const ListGroupsRequest& /*request*/, ErrorCode error,
                                int /*version*/) {
  return {.error_code = error};
}

DeleteGroupsResponse error_answer(const DeleteGroupsRequest& request, ErrorCode error,
                                  int /*version*/) {
  DeleteGroupsResponse response;
  for (const std::string& group : request.groups_names) {
    response.results.push_back({.group_id = group, .error_code = error});
  }
  return response;
}

/// With no node, and in Kafka with a sentence for the error; here the error's name stands there.
/// Source: FindCoordinatorResponse.prepareOldResponse, prepareErrorResponse.
FindCoordinatorResponse error_answer(const FindCoordinatorRequest& request, ErrorCode error,
                                     int version) {
  const std::string message(name(error));
  if (version < 4) {
    return {.error_code = error, .error_message = message, .node_id = -1, .port = -1};
  }
  FindCoordinatorResponse response;
  for (const std::string& key : request.coordinator_keys) {
    response.coordinators.push_back(
        {.key = key, .node_id = -1, .port = -1, .error_code = error, .error_message = message});
  }
  return response;
}

}  // namespace cohort::broker
