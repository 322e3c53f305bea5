// wake_up: what the broker does between being called and handing its actions over.
#pragma once

#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>

namespace cohort::broker {

struct BrokerState;

inline const Cause of_link{.kind = Cause::Kind::link, .name = "connection"};

/// Takes up the requests of one connection until one parks, none is complete, or its answers pile
/// up. Nothing if there is no such connection.
void serve(BrokerState& state, LinkId link, Instant now);

/// Answers what has become due, lets the connections that were held up go on, and so on until
/// nothing moves; then hands every connection's answers over in one piece. What was noted and does
/// not know better came of `cause`.
void finish_wake_up(BrokerState& state, Instant now, const Cause& cause = of_link);

}  // namespace cohort::broker
