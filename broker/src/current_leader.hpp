// current_leader: who leads a partition and where, for a client that asked another broker
// (KIP-951).
#pragma once

#include "state.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::broker {

/// Where the clients of this entrance reach a broker; nothing when there is no such broker, or it
/// is stopped.
inline std::optional<Endpoint> endpoint_of(const BrokerState& state, std::int32_t node_id,
                                           const Entrance& entrance) {
  const std::optional<ReachableBroker> broker = state.cluster.reach(node_id, entrance);
  return broker ? std::optional(broker->endpoint) : std::nullopt;
}

/// Adds the broker's address to those that an answer carries, each once. Source:
/// KafkaApis.getCurrentLeader.
template <class NodeEndpoint>
void put_endpoint(const ReachableBroker& broker, std::vector<NodeEndpoint>& endpoints) {
  const bool is_there =
      std::ranges::find(endpoints, broker.node_id, &NodeEndpoint::node_id) != endpoints.end();
  if (is_there) return;
  endpoints.push_back({.node_id = broker.node_id,
                       .host = broker.endpoint.host,
                       .port = broker.endpoint.port,
                       .rack = broker.rack});
}

/// The same, unless clients of this entrance don't reach it.
template <class NodeEndpoint>
void put_endpoint(const BrokerState& state, std::int32_t node_id, const Entrance& entrance,
                  std::vector<NodeEndpoint>& endpoints) {
  if (const auto broker = state.cluster.reach(node_id, entrance)) put_endpoint(*broker, endpoints);
}

}  // namespace cohort::broker
