// Heartbeat v0-v4.
// v1 throttle time; v3 instance id (KIP-345); v4 flexible.
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/heartbeat.hpp>

namespace cohort::broker {

std::optional<HeartbeatResponse> heartbeat(RequestContext& context,
                                           const cohort::HeartbeatRequest& request) {
  return HeartbeatResponse{.error_code = context.state.coordinator.heartbeat(
                               {.group_id = request.group_id,
                                .member = {request.member_id, request.group_instance_id},
                                .generation = request.generation_id},
                               context.now)};
}

}  // namespace cohort::broker
