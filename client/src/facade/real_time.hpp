// RealTime: the one clock of all clients over sockets.
#pragma once

#include <cohort/node/instant.hpp>

#include <chrono>

namespace cohort::client {

/// A steady clock, anchored to wall time when it is first asked.
struct RealTime {
  Instant start;
  std::chrono::steady_clock::time_point started_at;

  static const RealTime& clock();
  static Instant now();
};

}  // namespace cohort::client
