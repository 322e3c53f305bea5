// The answers that parked requests have become due for: joins, syncs and fetches.
#pragma once

#include "reply_id.hpp"
#include <cohort/node/instant.hpp>

namespace cohort::broker {

struct BrokerState;

/// Answers every parked request that what has happened, or the time, has completed.
void answer_parked(BrokerState& state, Instant now);

/// The client is gone: nobody waits for this answer any more.
void forget_parked(BrokerState& state, ReplyId id);

}  // namespace cohort::broker
