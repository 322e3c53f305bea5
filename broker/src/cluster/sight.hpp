// Sight: which brokers the clients of one entrance reach, and so what they are told of a partition.
#pragma once

#include "cluster/cluster.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace cohort::broker {

/// Lives for one request. Source: KRaftMetadataCache.getPartitionMetadata.
class Sight {
 public:
  Sight(const Cluster& cluster, const Entrance& entrance) {
    for (const ReachableBroker& broker : cluster.reachable(entrance)) {
      ids_.push_back(broker.node_id);
    }
  }

  bool reaches(std::int32_t broker) const { return std::ranges::binary_search(ids_, broker); }
  /// -1 when clients don't reach it, or there is none.
  std::int32_t leader(std::int32_t leader) const { return reaches(leader) ? leader : -1; }

  std::vector<std::int32_t> online(const std::vector<std::int32_t>& brokers) const {
    return filtered(brokers, true);
  }
  std::vector<std::int32_t> offline(const std::vector<std::int32_t>& brokers) const {
    return filtered(brokers, false);
  }

 private:
  std::vector<std::int32_t> filtered(const std::vector<std::int32_t>& brokers, bool wanted) const {
    std::vector<std::int32_t> kept;
    std::ranges::copy_if(brokers, std::back_inserter(kept),
                         [&](std::int32_t broker) { return reaches(broker) == wanted; });
    return kept;
  }

  std::vector<std::int32_t> ids_;  ///< Ascending.
};

}  // namespace cohort::broker
