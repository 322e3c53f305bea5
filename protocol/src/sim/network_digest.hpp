// What of a Network can change the future of a world that goes on by take().
#pragma once

#include <cohort/node/state_digest.hpp>
#include <cohort/sim/network.hpp>

#include <vector>

namespace cohort {

template <>
struct DigestOf<sim::Network> {
  /// All but the ends. A perfect network draws nothing.
  static void add(StateDigest& into, const sim::Network& network);
  /// The names of all ends that have none yet, in the order in which they came to be: that order
  /// alone tells these apart from now on.
  static void name_ends(StateDigest& into, const sim::Network& network);
  /// The same of one node's ends, each with the one beyond it.
  static void name_links(StateDigest& into, const sim::Network& network, sim::NodeIndex owner);
  /// The ends of one node with what is under way to them, in the order of their names.
  static void add_ends(StateDigest& into, const sim::Network& network, sim::NodeIndex owner);
  /// What is under way from the node, at the ends beyond its own.
  static void add_ends_beyond(StateDigest& into, const sim::Network& network, sim::NodeIndex owner);
  /// Oldest first.
  static std::vector<LinkId> ends_of(const sim::Network& network, sim::NodeIndex owner);
};

}  // namespace cohort
