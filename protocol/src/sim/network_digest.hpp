// What of a Network can change the future of a world that goes on by take().
#pragma once

#include <cohort/node/state_digest.hpp>
#include <cohort/sim/network.hpp>

namespace cohort {

template <>
struct DigestOf<sim::Network> {
  static void add(StateDigest& into, const sim::Network& network);
};

}  // namespace cohort
