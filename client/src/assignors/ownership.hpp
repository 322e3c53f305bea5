// Ownership: who owns which partition as a rebalance begins, by what the members claim.
#pragma once

#include "assignors/sticky_user_data.hpp"
#include <cohort/client/topic_partition.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace cohort::client {

class Ownership {
 public:
  /// One claim a member; members are named by their place.
  explicit Ownership(const std::vector<Claim>& claims);

  /// The one that claims it in the highest generation. Nobody where two do: neither may be right
  /// (AbstractStickyAssignor.allSubscriptionsEqual, KIP-792).
  std::optional<std::size_t> owner_of(const TopicPartition& partition) const;

  /// Whether anybody claims it, rightly or not.
  bool is_claimed(const TopicPartition& partition) const { return titles_.contains(partition); }

 private:
  struct Title {
    std::size_t member = 0;
    std::int32_t generation = -1;
    bool is_disputed = false;
  };
  std::map<TopicPartition, Title> titles_;
};

}  // namespace cohort::client
