// The fetch sessions of each broker: one broker knows nothing of another's.
#pragma once

#include "fetch/fetch_sessions.hpp"

#include <cstdint>

namespace cohort::broker {

struct BrokerState;

/// Those of a broker, which it begins without any. REQUIRES: there is such a broker.
FetchSessions& sessions_of(BrokerState& state, std::int32_t node_id);

/// A broker that starts anew knows none of the sessions that it had. REQUIRES: no request of it
/// waits.
void forget_sessions_of(BrokerState& state, std::int32_t node_id);

}  // namespace cohort::broker
