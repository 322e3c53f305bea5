#include "control/leader_move.hpp"

#include "state.hpp"
#include "topics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace cohort::broker {

namespace {

bool can_lead(const BrokerState& state, const Partition& partition, std::int32_t broker) {
  return state.cluster.is_running(broker) &&
         std::ranges::find(partition.isr, broker) != partition.isr.end();
}

/// The next of its replicas, in a ring, that can lead; -1 if none can.
std::int32_t next_leader(const BrokerState& state, const Partition& partition) {
  std::vector<std::int32_t> ring = partition.replicas;
  const auto leading = std::ranges::find(ring, partition.leader);
  if (leading != ring.end()) std::rotate(ring.begin(), leading + 1, ring.end());
  const auto next = std::ranges::find_if(
      ring, [&](std::int32_t broker) { return can_lead(state, partition, broker); });
  return next == ring.end() ? -1 : *next;
}

}  // namespace

void move_leader_by_hand(BrokerState& state, const PartitionName& partition,
                         std::optional<std::int32_t> to, Instant now) {
  const auto& [topic, index] = partition;
  const Partition& found = *state.catalog.find(topic, index);
  const std::int32_t leader = to.value_or(next_leader(state, found));
  if (!can_lead(state, found, leader)) {
    throw std::invalid_argument(
        to ? fmt::format("partition {}-{}: broker {} can't lead it, it is not in sync", topic,
                         index, *to)
           : fmt::format("partition {}-{}: none of its replicas can lead", topic, index));
  }
  move_leader(state, topic, index, leader, now);
}

}  // namespace cohort::broker
