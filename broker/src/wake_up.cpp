#include "wake_up.hpp"

#include "admission.hpp"
#include "dispatch.hpp"
#include "facts.hpp"
#include "parked_answers.hpp"
#include "reply.hpp"
#include "state.hpp"
#include "timers.hpp"
#include "transactions.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

/// Stops reading a client that sends ahead of a parked request or does not take its answers, and
/// starts again.
void govern_reading(BrokerState& state, LinkId link, Connection& connection) {
  if (connection.awaits_place) return;
  const bool should_pause =
      !connection.is_closing && !connection.is_ready() &&
      (connection.backlog() >= unsent_before_pause || connection.bytes_ahead >= ahead_before_pause);
  if (should_pause == connection.is_read_paused) return;
  connection.is_read_paused = should_pause;
  if (should_pause) {
    state.actions.push_back(PauseRead{link});
  } else if (!connection.is_closing) {
    state.actions.push_back(ResumeRead{link});
  }
}

}  // namespace

void serve(BrokerState& state, LinkId link, Instant now) {
  const auto found = state.connections.find(link);
  if (found == state.connections.end()) return;
  Connection& connection = found->second;
  while (connection.is_ready()) {
    const std::optional<Buffer> frame = connection.frames.next();
    if (!frame) break;
    connection.bytes_ahead -= std::min(connection.bytes_ahead, frame->size() + 4);
    take_up(state, link, *frame, Scrutiny::due, now);
  }
  if (connection.is_closing) return;
  if (connection.frames.error()) {
    refuse_connection(state, link, to_string(*connection.frames.error()), now);
    collect_facts(state, of_link);
  }
  govern_reading(state, link, connection);
}

void finish_wake_up(BrokerState& state, Instant now, const Cause& cause) {
  if (!state.waiting_ends.empty()) resume_transactions(state, now);
  answer_parked(state, now);
  while (!state.resumed.empty()) {
    for (const LinkId link : std::exchange(state.resumed, {})) serve(state, link, now);
    answer_parked(state, now);
  }
  for (const LinkId link : std::exchange(state.touched, {})) {
    const auto found = state.connections.find(link);
    if (found == state.connections.end()) continue;
    Connection& connection = found->second;
    if (connection.is_unanswerable) {
      refuse_connection(state, link, std::string(unwritable_answer), now);
    }
    if (connection.outgoing.empty()) continue;
    // One answer may be as large as a batch may be; only what lay there before it counts.
    const bool is_hopeless = connection.unsent > unsent_before_close;
    connection.unsent += connection.outgoing.size();
    state.actions.push_back(Send{link, std::exchange(connection.outgoing, {})});
    if (is_hopeless) {
      refuse_connection(state, link, "more than 64 MB of answers were not read", now);
    }
    govern_reading(state, link, connection);
  }
  govern_admission(state, now);
  arm_log_timers(state, now);
  collect_facts(state, cause);
  forget_untaken_facts(state);
}

}  // namespace cohort::broker
