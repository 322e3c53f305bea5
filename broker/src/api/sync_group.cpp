// SyncGroup v0-v5.
// v1 throttle time; v3 instance id (KIP-345); v4 flexible; v5 protocol type and name (KIP-559).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/sync_group.hpp>

namespace cohort::broker {

std::optional<SyncGroupResponse> sync_group(RequestContext& context,
                                            const SyncGroupRequest& request) {
  // From v5 on both are mandatory, although the wire lets them be null (KIP-559; SyncGroupRequest).
  const bool lacks_protocol = !request.protocol_type || !request.protocol_name;
  if (context.version() >= 5 && lacks_protocol) {
    return SyncGroupResponse{.error_code = ErrorCode::inconsistent_group_protocol};
  }
  SyncRequest sync{.group_id = request.group_id,
                   .member = {request.member_id, request.group_instance_id},
                   .generation = request.generation_id,
                   .protocol_type = request.protocol_type,
                   .protocol_name = request.protocol_name};
  for (const SyncGroupRequestAssignment& entry : request.assignments) {
    sync.assignments.push_back({entry.member_id, entry.assignment.compacted()});
  }
  context.state.coordinator.sync(sync, context.park(), context.now);
  return std::nullopt;
}

}  // namespace cohort::broker
