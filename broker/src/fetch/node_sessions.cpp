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
  if (node_id == state.config.node_id) return state.fetch_sessions;
  const auto found = state.sessions_of_others.find(node_id);
  if (found != state.sessions_of_others.end()) return found->second;
  return state.sessions_of_others.emplace(node_id, new_sessions(state, node_id)).first->second;
}

void forget_sessions_of(BrokerState& state, std::int32_t node_id) {
  if (node_id == state.config.node_id) {
    state.fetch_sessions = new_sessions(state, node_id);
  } else {
    state.sessions_of_others.erase(node_id);
  }
}

}  // namespace cohort::broker
