// Balancer: the most balanced assignment that subscriptions allow, near to what was before.
#pragma once

#include "assignors/ownership.hpp"
#include <cohort/client/assignor.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

/// Works in three steps. *Keep*: whoever owns a partition and may have it has it. *Place*: each of
/// the others goes to the least loaded member that may have it, topics with the fewest subscribers
/// first. *Level*: while some member could have two partitions fewer than another, one partition is
/// passed on from the fuller one, through others if need be:
///
///     a (3) --orders-2--> b (2) --prices-0--> c (1)      a and c share no topic, b has both's
///
/// No such path left means that no assignment is more balanced (Harvey, Ladner, Lovász and Tamir,
/// "Semi-matchings for bipartite graphs and load balancing": cost-reducing paths). Kafka's
/// AbstractStickyAssignor stops where no *single* partition can be moved, so that it may be less
/// balanced where subscriptions differ; where all are equal, both keep as much as can be kept.
class Balancer {
 public:
  /// Members in order of id. `ownership` names them by their place.
  Balancer(const std::vector<GroupMember>& members,
           const std::map<std::string, std::int32_t>& partition_counts, const Ownership& ownership);

  Balancer(const Balancer&) = delete;
  Balancer& operator=(const Balancer&) = delete;

  Assignment assignment() const;

 private:
  using Member = std::size_t;
  static constexpr Member nobody = static_cast<Member>(-1);

  /// Topics with the same subscribers: what one of them has of these, each other may have.
  struct Pool {
    std::vector<Member> subscribers;
    std::vector<std::string> topics;  ///< In order.
  };
  /// In the order in which a member keeps them: what it had, then by partition and topic, so that
  /// low partitions stay (as in ConstrainedAssignmentBuilder.assignOwnedPartitions).
  struct Held {
    bool is_new = false;
    std::int32_t partition = 0;
    const std::string* topic = nullptr;  ///< In its pool.
    bool operator<(const Held& other) const;
  };
  /// From whom, and out of which pool, a member can be passed a partition.
  struct Link {
    Member giver = nobody;
    std::size_t pool = 0;
  };
  struct Search {
    std::vector<Link> links;           ///< By member; without giver: not reached, or the first.
    std::vector<Member> reached;       ///< In the order in which they were.
    std::set<std::size_t> used_pools;  ///< All their subscribers are reached.
    std::optional<Member> receiver;
  };

  void make_pools(const std::map<std::string, std::int32_t>& partition_counts);
  std::vector<Held> keep(std::size_t pool, const std::map<std::string, std::int32_t>& counts,
                         const Ownership& ownership);
  void place(std::size_t pool, const std::vector<Held>& rest);
  void level(const Ownership& ownership);
  Search look_for_receiver(Member fullest) const;
  void reach_from(Member giver, Search& search) const;
  void pass_on(Member fullest, const Search& search, const Ownership& ownership);
  void give(Member member, std::size_t pool, const Held& held);

  const std::vector<GroupMember>* members_;
  std::vector<Pool> pools_;
  std::vector<std::map<std::size_t, std::set<Held>>> held_;  ///< By member and pool, none empty.
  std::vector<std::size_t> loads_;                           ///< By member.
};

}  // namespace cohort::client
