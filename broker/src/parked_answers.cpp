#include "parked_answers.hpp"

#include "api/group_answers.hpp"
#include "fetch/fetch_query.hpp"
#include "fetch/node_sessions.hpp"
#include "interventions.hpp"
#include "reply.hpp"
#include "state.hpp"

#include <utility>
#include <variant>

namespace cohort::broker {

namespace {

void forget_fetch(BrokerState& state, ReplyId id) {
  state.fetch_waits.finish(id);
  const auto found = state.parked_fetches.find(id);
  if (found == state.parked_fetches.end()) return;
  sessions_of(state, found->second.node_id).stop_waiting(found->second.session);
  state.parked_fetches.erase(found);
}

void answer_fetch(BrokerState& state, ReplyId id, FetchReading reading, Instant now) {
  reply(state, id, answer_for(state, state.parked_fetches.at(id), std::move(reading), now), now);
  forget_fetch(state, id);
}

/// Reads again for a fetch that may be complete; leaves it waiting when it is not.
void look_again(BrokerState& state, ReplyId id, Instant now) {
  const auto found = state.parked_fetches.find(id);
  if (found == state.parked_fetches.end()) return;
  FetchReading reading = read_for(state, found->second);
  const std::int64_t missing = missing_still(found->second, reading);
  if (missing <= 0) return answer_fetch(state, id, std::move(reading), now);
  // What was appended may not be visible to this reader yet, in an open transaction.
  state.fetch_waits.still_missing(id, missing);
}

}  // namespace

void answer_parked(BrokerState& state, Instant now) {
  for (const GroupAnswer& answer : state.coordinator.take_answers()) {
    std::visit([&](const auto& what) { reply(state, answer.to, to_response(what), now); },
               answer.what);
  }
  for (const ReplyId id : std::exchange(state.woken_fetches, {})) look_again(state, id, now);
  while (const std::optional<ReplyId> id = state.fetch_waits.pop_due(now)) {
    const auto found = state.parked_fetches.find(*id);
    if (found == state.parked_fetches.end()) continue;
    answer_fetch(state, *id, read_for(state, found->second), now);
  }
}

void forget_parked(BrokerState& state, ReplyId id) {
  state.owed.erase(id);
  forget_fetch(state, id);
  forget_held(state, id);
}

}  // namespace cohort::broker
