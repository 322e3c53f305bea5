#include "leadership.hpp"

#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

std::vector<std::int32_t> brokers_alive(const BrokerState& state) {
  std::vector<std::int32_t> alive;
  for (const ClusterNode& node : state.cluster.nodes()) {
    if (node.is_running) alive.push_back(node.id);
  }
  return alive;
}

void install(BrokerState& state, const std::string& topic, std::int32_t partition,
             const Elected& elected) {
  if (elected.is_unclean) {
    const Partition* found = state.catalog.find(topic, partition);
    COHORT_ASSERT(found != nullptr);
    ReplicaSet set = replica_set_of(*found);
    set.isr = {elected.leader};
    state.catalog.set_replicas(topic, partition, std::move(set));
  }
  move_leader(state, topic, partition, elected.leader);
}

void assign(BrokerState& state, const std::string& topic, std::int32_t partition, ReplicaSet set) {
  const Partition* found = state.catalog.find(topic, partition);
  COHORT_ASSERT(found != nullptr);
  const std::int32_t leader = leader_among(set, found->leader, brokers_alive(state));
  const bool has_gone = std::ranges::any_of(found->replicas, [&](std::int32_t broker) {
    return std::ranges::find(set.replicas, broker) == set.replicas.end();
  });
  const bool begins_epoch = has_gone || leader != found->leader;
  state.catalog.set_replicas(topic, partition, std::move(set));
  if (begins_epoch) move_leader(state, topic, partition, leader);
}

}  // namespace cohort::broker
