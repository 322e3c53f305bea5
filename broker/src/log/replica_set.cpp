#include "replica_set.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cohort::broker {
namespace {

using Brokers = std::vector<std::int32_t>;

bool has(std::span<const std::int32_t> brokers, std::int32_t broker) {
  return std::ranges::find(brokers, broker) != brokers.end();
}

Brokers without(const Brokers& brokers, const Brokers& taken) {
  Brokers left;
  std::ranges::copy_if(brokers, std::back_inserter(left),
                       [&](std::int32_t broker) { return !has(taken, broker); });
  return left;
}

Brokers ascending(Brokers brokers) {
  std::ranges::sort(brokers);
  return brokers;
}

bool has_all(const Brokers& brokers, const Brokers& wanted) {
  return without(wanted, brokers).empty();
}

ReplicaSet completed(ReplicaSet set) {
  if (set.adding.empty() && set.removing.empty()) return set;
  Brokers replicas = without(set.replicas, set.removing);
  Brokers isr = without(set.isr, set.removing);
  if (isr.empty() || replicas.empty() || !has_all(isr, replicas)) return set;
  return {.replicas = std::move(replicas), .isr = std::move(isr)};
}

/// Can it lead without anything being lost?
bool can_lead(const ReplicaSet& set, std::int32_t broker, std::span<const std::int32_t> alive) {
  return has(set.isr, broker) && has(alive, broker);
}

}  // namespace

ReplicaSet replica_set_of(const Partition& partition) {
  return {.replicas = partition.replicas,
          .isr = partition.isr,
          .adding = partition.adding,
          .removing = partition.removing};
}

ReplicaSet reassigned(const Partition& partition, const std::vector<std::int32_t>& target,
                      std::span<const std::int32_t> alive) {
  const Brokers adding = ascending(without(target, partition.replicas));
  const Brokers removing = ascending(without(partition.replicas, target));
  // An empty list changes nothing: what an earlier reassignment, still open, adds or removes stays.
  ReplicaSet set{.replicas = target,
                 .isr = partition.isr,
                 .adding = adding.empty() ? partition.adding : adding,
                 .removing = removing.empty() ? partition.removing : removing};
  set.replicas.insert(set.replicas.end(), removing.begin(), removing.end());
  return caught_up(std::move(set), alive);
}

ReplicaSet caught_up(ReplicaSet set, std::span<const std::int32_t> alive) {
  // Without a leader that runs there is nobody to catch up with.
  if (std::ranges::none_of(set.isr, [&](std::int32_t broker) { return has(alive, broker); })) {
    return completed(std::move(set));
  }
  for (const std::int32_t broker : set.replicas) {
    if (has(alive, broker) && !has(set.isr, broker)) set.isr.push_back(broker);
  }
  return completed(std::move(set));
}

ReplicaSet reverted(const Partition& partition) {
  ReplicaSet set{.replicas = without(partition.replicas, partition.adding),
                 .isr = without(partition.isr, partition.adding)};
  if (set.isr.empty()) set.isr = {set.replicas.front()};
  return set;
}

std::int32_t leader_among(const ReplicaSet& set, std::int32_t leader,
                          std::span<const std::int32_t> alive) {
  if (can_lead(set, leader, alive)) return leader;
  const auto found = std::ranges::find_if(
      set.replicas, [&](std::int32_t broker) { return can_lead(set, broker, alive); });
  return found == set.replicas.end() ? -1 : *found;
}

std::variant<Elected, ErrorCode> elected(const Partition& partition, ElectionType type,
                                         std::span<const std::int32_t> alive) {
  const std::int32_t preferred = partition.replicas.front();
  const bool is_preferred_wanted = type == ElectionType::preferred;
  if (is_preferred_wanted ? partition.leader == preferred : partition.leader != -1) {
    return ErrorCode::election_not_needed;
  }
  const ReplicaSet set = replica_set_of(partition);
  Elected result;
  if (is_preferred_wanted && can_lead(set, preferred, alive)) {
    result.leader = preferred;
  } else {
    result.leader = leader_among(set, partition.leader, alive);
  }
  if (result.leader == -1 && !is_preferred_wanted) {
    const auto any =
        std::ranges::find_if(set.replicas, [&](std::int32_t broker) { return has(alive, broker); });
    if (any != set.replicas.end()) result = {.leader = *any, .is_unclean = true};
  }
  if (result.leader != partition.leader) return result;
  return is_preferred_wanted ? ErrorCode::preferred_leader_not_available
                             : ErrorCode::eligible_leaders_not_available;
}

}  // namespace cohort::broker
