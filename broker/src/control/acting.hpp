// acting: how an operation of Control gets into the broker, and what goes with every one.
#pragma once

#include "coordinator_records.hpp"
#include "facts.hpp"
#include "state.hpp"
#include "timers.hpp"
#include "wake_up.hpp"
#include <cohort/broker/control.hpp>

#include <string_view>
#include <utility>

namespace cohort::broker {

/// Timers that are due come first; then the work, which may throw before it has changed anything;
/// then everything that follows from it. `name` is of static storage.
template <class Work>
void act(BrokerState& state, std::string_view name, Instant now, const Work& work) {
  const Cause cause{.kind = Cause::Kind::control, .name = name};
  const auto finish = [&] {
    write_coordinator_records(state);
    collect_facts(state, cause);
    finish_wake_up(state, now, cause);
  };
  advance_coordinators(state, now);
  try {
    work();
  } catch (...) {
    finish();
    throw;
  }
  finish();
}

}  // namespace cohort::broker
