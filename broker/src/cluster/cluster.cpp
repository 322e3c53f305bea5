#include "cluster/cluster.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cohort::broker {

Cluster::Cluster(const Config& config) {
  if (config.brokers < 1) throw std::invalid_argument("Config::brokers: at least 1");
  for (std::int32_t place = 0; place < config.brokers; ++place) {
    const std::string& rack = std::cmp_less(place, config.racks.size())
                                  ? config.racks[static_cast<std::size_t>(place)]
                                  : config.rack;
    nodes_.push_back({.id = config.node_id + place, .rack = rack});
  }
  listeners_.push_back({.node_id = config.node_id});
}

void Cluster::advertise(std::vector<Listener> listeners) {
  COHORT_ASSERT(!listeners.empty());
  for (const Listener& listener : listeners) COHORT_ASSERT(find(listener.node_id) != nullptr);
  listeners_ = std::move(listeners);
}

std::vector<std::int32_t> Cluster::ids() const {
  std::vector<std::int32_t> ids;
  ids.reserve(nodes_.size());
  for (const ClusterNode& node : nodes_) ids.push_back(node.id);
  return ids;
}

const ClusterNode* Cluster::find(std::int32_t id) const {
  const auto found = std::ranges::lower_bound(nodes_, id, {}, &ClusterNode::id);
  return found == nodes_.end() || found->id != id ? nullptr : &*found;
}

bool Cluster::is_running(std::int32_t id) const {
  const ClusterNode* node = find(id);
  return node != nullptr && node->is_running;
}

std::vector<std::int32_t> Cluster::running() const {
  std::vector<std::int32_t> ids;
  for (const ClusterNode& node : nodes_) {
    if (node.is_running) ids.push_back(node.id);
  }
  return ids;
}

void Cluster::set_running(std::int32_t id, bool is_running) {
  const auto found = std::ranges::find(nodes_, id, &ClusterNode::id);
  COHORT_ASSERT(found != nodes_.end());
  found->is_running = is_running;
}

std::int32_t Cluster::controller() const {
  const auto first = std::ranges::find_if(nodes_, &ClusterNode::is_running);
  return first == nodes_.end() ? -1 : first->id;
}

const Listener& Cluster::listener(std::size_t place) const {
  return place < listeners_.size() ? listeners_[place] : listeners_.front();
}

std::optional<ReachableBroker> Cluster::reach(std::int32_t id, const Entrance& entrance) const {
  const ClusterNode* node = find(id);
  if (node == nullptr || !node->is_running) return std::nullopt;
  const auto found = std::ranges::find_if(listeners_, [&](const Listener& listener) {
    return listener.node_id == id && listener.name == entrance.listener;
  });
  if (found == listeners_.end()) return std::nullopt;
  ReachableBroker broker{
      .node_id = id, .endpoint = found->advertised, .rack = node->rack_or_null()};
  if (broker.endpoint.host.empty()) broker.endpoint.host = entrance.host;
  return broker;
}

std::vector<ReachableBroker> Cluster::reachable(const Entrance& entrance) const {
  std::vector<ReachableBroker> brokers;
  for (const ClusterNode& node : nodes_) {
    if (auto broker = reach(node.id, entrance)) brokers.push_back(*std::move(broker));
  }
  return brokers;
}

}  // namespace cohort::broker
