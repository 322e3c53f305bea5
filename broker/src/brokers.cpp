#include "brokers.hpp"

#include "admission.hpp"
#include "fetch/node_sessions.hpp"
#include "log/replica_set.hpp"
#include "parked_answers.hpp"
#include "state.hpp"
#include "topics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

bool has_broker(const std::vector<std::int32_t>& brokers, std::int32_t id) {
  return std::ranges::find(brokers, id) != brokers.end();
}

/// A partition as it is to be.
struct Succession {
  std::string topic;
  std::int32_t partition = 0;
  std::int32_t leader = -1;
  ReplicaSet set;
};

Succession without_broker(const Partition& partition, std::int32_t stopped,
                          const std::vector<std::int32_t>& alive) {
  Succession next{.set = replica_set_of(partition)};
  std::erase(next.set.isr, stopped);
  next.leader = leader_among(next.set, partition.leader, alive);
  // The last one stays, or nobody would know who has all the records.
  if (next.set.isr.empty()) next.set.isr = partition.isr;
  return next;
}

/// Whoever leads is elected before the others have caught up.
Succession with_broker(const Partition& partition, const std::vector<std::int32_t>& alive) {
  ReplicaSet set = replica_set_of(partition);
  const std::int32_t leader = leader_among(set, partition.leader, alive);
  Succession next{.set = caught_up(std::move(set), alive)};
  next.leader = leader_among(next.set, leader, alive);
  return next;
}

/// What changes, coordinators last: what they are about to complete needs the others' leaders.
std::vector<Succession> successions(const BrokerState& state, std::int32_t node_id,
                                    bool is_running) {
  const std::vector<std::int32_t> alive = state.cluster.running();
  std::vector<Succession> changes;
  for (const auto& [name, topic] : state.catalog.topics()) {
    for (std::size_t i = 0; i < topic.partitions.size(); ++i) {
      const Partition& partition = topic.partitions[i];
      if (!has_broker(partition.replicas, node_id)) continue;
      Succession next =
          is_running ? with_broker(partition, alive) : without_broker(partition, node_id, alive);
      if (next.leader == partition.leader && next.set == replica_set_of(partition)) continue;
      next.topic = name;
      next.partition = static_cast<std::int32_t>(i);
      changes.push_back(std::move(next));
    }
  }
  // clang 14 can't compile the one of std::ranges.
  std::stable_partition(changes.begin(), changes.end(), [&](const Succession& next) {
    return !state.catalog.find(next.topic)->is_internal;
  });
  return changes;
}

/// How many partitions got another leader, or lost theirs.
std::size_t succeed(BrokerState& state, const std::vector<Succession>& changes, Instant now) {
  std::size_t moved = 0;
  for (const Succession& next : changes) {
    state.catalog.set_replicas(next.topic, next.partition, next.set);
    if (state.catalog.find(next.topic, next.partition)->leader == next.leader) continue;
    move_leader(state, next.topic, next.partition, next.leader, now);
    ++moved;
  }
  return moved;
}

void close_links(BrokerState& state, std::int32_t node_id) {
  for (auto& [link, connection] : state.connections) {
    const bool is_its = state.cluster.listener(connection.peer.listener).node_id == node_id;
    if (!is_its || connection.is_closing) continue;
    if (connection.parked) forget_parked(state, *connection.parked);
    close_connection(state, link, "the broker stops");
  }
}

template <class ListenerAction>
void tell_listeners(BrokerState& state, std::int32_t node_id) {
  const std::vector<Listener>& listeners = state.cluster.listeners();
  for (std::size_t place = 0; place < listeners.size(); ++place) {
    if (listeners[place].node_id != node_id) continue;
    state.actions.push_back(ListenerAction{static_cast<std::uint32_t>(place)});
  }
}

}  // namespace

void stop_broker_in(BrokerState& state, std::int32_t node_id, Instant now) {
  if (!state.cluster.is_running(node_id)) return;
  state.cluster.set_running(node_id, false);
  state.catalog.set_running(state.cluster.running());
  tell_listeners<CloseListener>(state, node_id);
  close_links(state, node_id);
  const std::size_t moved = succeed(state, successions(state, node_id, false), now);
  state.facts.push_back(
      {.at = now,
       .kind = FactKind::broker_stopped,
       .detail = fmt::format("broker {}, which led {} partitions", node_id, moved)});
}

void start_broker_in(BrokerState& state, std::int32_t node_id, Instant now) {
  if (state.cluster.is_running(node_id)) return;
  state.cluster.set_running(node_id, true);
  state.catalog.set_running(state.cluster.running());
  forget_sessions_of(state, node_id);
  tell_listeners<OpenListener>(state, node_id);
  const std::size_t moved = succeed(state, successions(state, node_id, true), now);
  state.facts.push_back({.at = now,
                         .kind = FactKind::broker_started,
                         .detail = fmt::format("broker {}, which leads {} partitions that had no "
                                               "leader",
                                               node_id, moved)});
}

}  // namespace cohort::broker
