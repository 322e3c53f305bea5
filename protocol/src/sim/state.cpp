// The state of a whole simulation as a hash.
#include "network_digest.hpp"
#include <cohort/sim/simulation.hpp>

namespace cohort {

using sim::Network;

void DigestOf<Network>::add(StateDigest& into, const Network& network) {
  const auto& [faults, chance, listeners, ends, turns, writable, next_turn, next_end] = network;
  // A perfect network draws nothing.
  const bool is_perfect = faults == sim::Faults{};
  if (!is_perfect) into.add_all(faults, chance);
  into.add_word(listeners.size());
  for (const auto& [address, listener] : listeners) into.add_all(address, listener);
  into.add_word(ends.size());
  // Their order alone tells links apart from now on.
  for (const auto& [id, end] : ends) into.add(id);
  for (const auto& [id, end] : ends) {
    const auto& [owner, other, draws, peer, incoming, incoming_bytes, last_due, is_paused, unsent,
                 unsent_bytes, is_closing, is_shut] = end;
    into.add_all(owner, other, is_paused, unsent, is_closing, is_shut);
    if (!is_perfect) into.add_all(draws, last_due);
    into.add_word(incoming.size());
    for (const auto& [turn, what] : incoming) into.add(what);
  }
}

}  // namespace cohort

namespace cohort::sim {

StateHash Simulation::state(DigestPromises promises) const {
  StateDigest digest(now_, promises);
  add_state(digest);
  return digest.value();
}

void Simulation::add_state(StateDigest& into) const {
  into.add(network_);
  into.add_word(residents_.size());
  for (const Resident& each : residents_) {
    into.add_all(each.name, each.is_retired, each.listeners);
    if (!each.is_retired) each.node->digest(into);
  }
}

}  // namespace cohort::sim
