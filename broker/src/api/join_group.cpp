// JoinGroup v0-v9.
// v1 rebalance timeout (KIP-62); v2 throttle time; v4 MEMBER_ID_REQUIRED (KIP-394); v5 instance id
// (KIP-345); v6 flexible; v7 protocol type in the answer; v8 reason (KIP-800); v9 skip_assignment
// (KIP-814). Not here: authorisation.
#include "api/handlers.hpp"
#include "consumer_subscription.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/join_group.hpp>

namespace cohort::broker {

std::optional<JoinGroupResponse> join_group(RequestContext& context,
                                            const JoinGroupRequest& request) {
  JoinRequest join{.group_id = request.group_id,
                   .member_id = request.member_id,
                   .group_instance_id = request.group_instance_id,
                   .client_id = context.origin.client_id,
                   .client_host = context.origin.client_host,
                   .session_timeout = milliseconds(request.session_timeout_ms),
                   .rebalance_timeout = milliseconds(request.rebalance_timeout_ms),
                   .protocol_type = request.protocol_type,
                   .reason = request.reason.value_or(""),
                   .requires_member_id = context.version() >= 4,
                   .understands_skip_assignment = context.version() >= 9};
  if (context.version() == 0) join.rebalance_timeout = join.session_timeout;
  for (const JoinGroupRequestProtocol& protocol : request.protocols) {
    join.protocols.push_back({.name = protocol.name,
                              .metadata = protocol.metadata.compacted(),
                              .topics = subscribed_topics(protocol.metadata)});
  }
  context.state.coordinator.join(join, context.park(), context.now);
  return std::nullopt;
}

}  // namespace cohort::broker
