// DeleteGroups v0-v2.
// v1 throttle time; v2 flexible.
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/delete_groups.hpp>

#include <set>

namespace cohort::broker {

std::optional<DeleteGroupsResponse> delete_groups(RequestContext& context,
                                                  const DeleteGroupsRequest& request) {
  DeleteGroupsResponse response;
  // A name that stands twice in the request is answered once (KafkaApis.handleDeleteGroupsRequest).
  std::set<std::string> seen;
  for (const std::string& group_id : request.groups_names) {
    if (!seen.insert(group_id).second) continue;
    response.results.push_back(
        {.group_id = group_id,
         .error_code = context.state.coordinator.delete_group(group_id, context.now)});
  }
  return response;
}

}  // namespace cohort::broker
