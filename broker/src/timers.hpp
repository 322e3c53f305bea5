// timers: everything that the broker does because time has passed.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>

#include <vector>

namespace cohort::broker {

struct BrokerState;

/// Those of both coordinators that are due by `now`, in the order in which they fall due.
void advance_coordinators(BrokerState& state, Instant now);
/// All that are due by `now`. `finish_wake_up` follows, which answers waiting fetches as well.
void fire_timers(BrokerState& state, Instant now);

/// After anything that may give retention or the cleaner something to do.
void arm_log_timers(BrokerState& state, Instant now);

Instant next_deadline_of(const BrokerState& state);
/// Every timer, the next one first; those that come again as long as the broker runs, and the
/// sessions and waits that clients renew, are periodic.
std::vector<ArmedTimer> armed_timers_of(const BrokerState& state);

}  // namespace cohort::broker
