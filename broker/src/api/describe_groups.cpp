// DescribeGroups v0-v5.
// v1 throttle time; v3 authorised operations (KIP-430); v4 instance id (KIP-345); v5 flexible.
// Not here: authorisation.
#include "api/authorized_operations.hpp"
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_groups.hpp>

namespace cohort::broker {

namespace {

/// A group that does not exist is Dead, not an error, up to v5
/// (GroupMetadataManager.describeGroups).
DescribeGroupsDescribedGroup described(const Coordinator& coordinator,
                                       const std::string& group_id) {
  DescribeGroupsDescribedGroup group{.group_id = group_id, .group_state = "Dead"};
  const std::optional<GroupDescription> found = coordinator.describe(group_id);
  if (!found) return group;
  group.group_state = name(found->state);
  group.protocol_type = found->protocol_type;
  group.protocol_data = found->protocol_name;
  for (const MemberDescription& member : found->members) {
    group.members.push_back({.member_id = member.member_id,
                             .group_instance_id = member.group_instance_id,
                             .client_id = member.client_id,
                             .client_host = member.client_host,
                             .member_metadata = member.metadata,
                             .member_assignment = member.assignment});
  }
  return group;
}

}  // namespace

std::optional<DescribeGroupsResponse> describe_groups(RequestContext& context,
                                                      const DescribeGroupsRequest& request) {
  DescribeGroupsResponse response;
  for (const std::string& group_id : request.groups) {
    DescribeGroupsDescribedGroup group = described(context.state.coordinator, group_id);
    if (request.include_authorized_operations) group.authorized_operations = all_group_operations;
    response.groups.push_back(std::move(group));
  }
  return response;
}

}  // namespace cohort::broker
