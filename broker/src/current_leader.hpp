// current_leader: who leads a partition and where, for a client that asked another broker
// (KIP-951).
#pragma once

#include "state.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::broker {

/// Where clients reach a broker; nothing when there is no such broker, or it is stopped.
inline std::optional<Endpoint> endpoint_of(const BrokerState& state, std::int32_t node_id) {
  if (node_id != state.config.node_id) return std::nullopt;
  return state.endpoint;
}

/// Adds the broker's address to those that an answer carries, each once. Source:
/// KafkaApis.getCurrentLeader.
template <class NodeEndpoint>
void put_endpoint(const BrokerState& state, std::int32_t node_id,
                  std::vector<NodeEndpoint>& endpoints) {
  const std::optional<Endpoint> at = endpoint_of(state, node_id);
  const bool is_there =
      std::ranges::find(endpoints, node_id, &NodeEndpoint::node_id) != endpoints.end();
  if (!at || is_there) return;
  endpoints.push_back(
      {.node_id = node_id, .host = at->host, .port = at->port, .rack = rack_of(state.config)});
}

}  // namespace cohort::broker
