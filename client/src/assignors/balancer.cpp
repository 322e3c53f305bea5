#include "assignors/balancer.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace cohort::client {

bool Balancer::Held::operator<(const Held& other) const {
  return std::tie(is_new, partition, *topic) <
         std::tie(other.is_new, other.partition, *other.topic);
}

Balancer::Balancer(const std::vector<GroupMember>& members,
                   const std::map<std::string, std::int32_t>& partition_counts,
                   const Ownership& ownership)
    : members_(&members), held_(members.size()), loads_(members.size(), 0) {
  make_pools(partition_counts);
  std::vector<std::vector<Held>> rest;
  rest.reserve(pools_.size());
  for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
    rest.push_back(keep(pool, partition_counts, ownership));
  }
  for (std::size_t pool = 0; pool < pools_.size(); ++pool) place(pool, rest[pool]);
  level(ownership);
}

Assignment Balancer::assignment() const {
  Assignment assignment;
  for (Member member = 0; member < members_->size(); ++member) {
    PartitionSet& given = assignment[(*members_)[member].member_id];
    for (const auto& [pool, all_held] : held_[member]) {
      for (const Held& held : all_held) given.insert({*held.topic, held.partition});
    }
  }
  return assignment;
}

void Balancer::make_pools(const std::map<std::string, std::int32_t>& partition_counts) {
  std::map<std::string, std::vector<Member>> subscribers;
  for (Member member = 0; member < members_->size(); ++member) {
    for (const std::string& topic : (*members_)[member].topics) {
      if (partition_counts.contains(topic)) subscribers[topic].push_back(member);
    }
  }
  std::map<std::vector<Member>, std::vector<std::string>> topics;
  for (const auto& [topic, members] : subscribers) topics[members].push_back(topic);
  pools_.reserve(topics.size());
  for (auto& [members, shared] : topics) pools_.push_back({members, std::move(shared)});
  std::ranges::sort(pools_, {}, [](const Pool& pool) {
    return std::make_pair(pool.subscribers.size(), pool.topics.front());
  });
}

/// Leaves with their owners what may stay, and returns the rest.
std::vector<Balancer::Held> Balancer::keep(std::size_t pool,
                                           const std::map<std::string, std::int32_t>& counts,
                                           const Ownership& ownership) {
  std::vector<Held> rest;
  for (const std::string& topic : pools_[pool].topics) {
    const std::int32_t count = counts.at(topic);
    for (std::int32_t partition = 0; partition < count; ++partition) {
      const std::optional<Member> owner = ownership.owner_of({topic, partition});
      if (owner && (*members_)[*owner].topics.contains(topic)) {
        give(*owner, pool, {.partition = partition, .topic = &topic});
      } else {
        rest.push_back({.is_new = true, .partition = partition, .topic = &topic});
      }
    }
  }
  return rest;
}

void Balancer::place(std::size_t pool, const std::vector<Held>& rest) {
  using Load = std::pair<std::size_t, Member>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> least_loaded;
  for (const Member member : pools_[pool].subscribers) least_loaded.emplace(loads_[member], member);
  for (const Held& held : rest) {
    const Member member = least_loaded.top().second;
    least_loaded.pop();
    give(member, pool, held);
    least_loaded.emplace(loads_[member], member);
  }
}

void Balancer::level(const Ownership& ownership) {
  std::set<std::pair<std::size_t, Member>> unsettled;
  for (Member member = 0; member < members_->size(); ++member) {
    unsettled.emplace(loads_[member], member);
  }
  while (!unsettled.empty() && unsettled.rbegin()->first > unsettled.begin()->first + 1) {
    const Member fullest = unsettled.rbegin()->second;
    const Search search = look_for_receiver(fullest);
    if (search.receiver) {
      unsettled.erase({loads_[fullest], fullest});
      unsettled.erase({loads_[*search.receiver], *search.receiver});
      pass_on(fullest, search, ownership);
      unsettled.emplace(loads_[fullest], fullest);
      unsettled.emplace(loads_[*search.receiver], *search.receiver);
      continue;
    }
    // All that the fullest one reaches are about as full, and reach nobody else: they are done.
    for (const Member member : search.reached) unsettled.erase({loads_[member], member});
  }
}

/// The nearest member with two partitions less, and of those the least loaded.
Balancer::Search Balancer::look_for_receiver(Member fullest) const {
  Search search{.links = std::vector<Link>(members_->size()), .reached = {fullest}};
  for (std::size_t next = 0; next < search.reached.size() && !search.receiver; ++next) {
    reach_from(search.reached[next], search);
  }
  return search;
}

void Balancer::reach_from(Member giver, Search& search) const {
  const Member fullest = search.reached.front();
  for (const auto& [pool, held] : held_[giver]) {
    if (!search.used_pools.insert(pool).second) continue;
    for (const Member member : pools_[pool].subscribers) {
      if (member == fullest || search.links[member].giver != nobody) continue;
      search.links[member] = {giver, pool};
      search.reached.push_back(member);
      if (loads_[member] + 1 >= loads_[fullest]) continue;
      if (!search.receiver || loads_[member] < loads_[*search.receiver]) search.receiver = member;
    }
  }
}

void Balancer::pass_on(Member fullest, const Search& search, const Ownership& ownership) {
  for (Member member = *search.receiver; member != fullest;) {
    const auto [giver, pool] = search.links[member];
    std::set<Held>& from = held_[giver].at(pool);
    Held held = from.extract(std::prev(from.end())).value();
    if (from.empty()) held_[giver].erase(pool);
    --loads_[giver];
    held.is_new = ownership.owner_of({*held.topic, held.partition}) != member;
    give(member, pool, held);
    member = giver;
  }
}

void Balancer::give(Member member, std::size_t pool, const Held& held) {
  held_[member][pool].insert(held);
  ++loads_[member];
}

}  // namespace cohort::client
