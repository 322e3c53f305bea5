// Deadlines: which of a simulation's nodes is due next, without asking them all.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/sim/network.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace cohort::sim {

/// A deadline for each node. A tree of minima: changing one costs the logarithm of the number of
/// nodes, and the earliest is at hand.
class Deadlines {
 public:
  /// Instant::never() takes the node out. Nodes that were not set have never().
  void set(NodeIndex node, Instant deadline);
  /// Of equal ones that of the node which was added first. {never, node 0} if there is none.
  std::pair<Instant, NodeIndex> earliest() const;

 private:
  void grow(std::size_t nodes);

  /// The deadlines are the second half, the root is 1, those below `i` are `2i` and `2i + 1`; each
  /// is the earlier of its two. Place 0 is not used.
  std::vector<Instant> tree_;
};

}  // namespace cohort::sim
