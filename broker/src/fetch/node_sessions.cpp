#include "fetch/node_sessions.hpp"

#include "state.hpp"

#include <utility>

namespace cohort::broker {

namespace {

FetchSessions new_sessions(BrokerState& state, std::int32_t node_id) {
  // Ids of sessions are not to come again, or a client could go on with one of another.
  const Rng draws = state.rng.fork("sessions of broker", static_cast<std::uint64_t>(node_id));
  return {draws.fork("start", state.session_starts++), state.config.fetch_session_cache_slots};
}

}  // namespace

FetchSessions& sessions_of(BrokerState& state, std::int32_t node_id) {
  const auto found = state.fetch_sessions.find(node_id);
  if (found != state.fetch_sessions.end()) return found->second;
  return state.fetch_sessions.emplace(node_id, new_sessions(state, node_id)).first->second;
}

void forget_sessions_of(BrokerState& state, std::int32_t node_id) {
  state.fetch_sessions.erase(node_id);
}

}  // namespace cohort::broker
