// Admission: which connections a broker takes up, lets wait, or sends away.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// The connections that one broker has taken up and not closed. Plain data.
struct ConnectionCounts {
  std::int32_t total = 0;
  std::map<std::string, std::int32_t> by_address;   ///< Without those that have none.
  std::map<std::string, std::int32_t> by_listener;  ///< The same, by the listener's name.
};

/// Takes up a connection that was just opened. Beyond `max.connections`, of the broker or of the
/// listener, it waits, unread, until another one goes: Kafka's acceptor waits with it. Beyond
/// `max.connections.per.ip` it is closed. The listener between brokers, if it is not the only one,
/// is always open. REQUIRES: the link is among the connections.
/// Source: SocketServer.ConnectionQuotas.inc.
void admit(BrokerState& state, LinkId link, Instant now);

/// Closes what is more than the limits now allow, longest silent first, and takes up who waits and
/// may come in. Call it when a connection went or a limit may have changed.
/// Source: SocketServer.Processor.closeExcessConnections.
void govern_admission(BrokerState& state, Instant now);

/// Hands out what is still to be said, and then the Close. Does nothing for a connection that is
/// being closed already.
void close_connection(BrokerState& state, LinkId link, std::string reason);
/// The same, and says so in a fact.
void refuse_connection(BrokerState& state, LinkId link, const std::string& reason, Instant now);

/// The connection is gone: its place is free. Call it before it is forgotten.
void release_place(BrokerState& state, LinkId link);

}  // namespace cohort::broker
