#include "request_context.hpp"

#include "state.hpp"
#include <cohort/protocol/assert.hpp>

#include <utility>

namespace cohort::broker {

const Listener& RequestContext::listener() const {
  return state.cluster.listener(state.connections.at(origin.link).peer.listener);
}

Entrance RequestContext::entrance() const {
  return {.listener = listener().name,
          .host = state.connections.at(origin.link).peer.local_address};
}

ReplyId RequestContext::park() {
  Connection& connection = state.connections.at(origin.link);
  COHORT_ASSERT(!connection.parked.has_value());
  const ReplyId id{state.next_reply++};
  state.owed.emplace(id, OwedReply{.link = origin.link,
                                   .api_key = origin.api_key,
                                   .version = origin.version,
                                   .correlation_id = origin.correlation_id,
                                   .throttle = throttle});
  if (fate) state.interventions.fates.emplace(id, *std::exchange(fate, std::nullopt));
  connection.parked = id;
  return id;
}

}  // namespace cohort::broker
