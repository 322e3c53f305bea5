// Backoff: how long to wait before the next attempt, doubling with each failure (KIP-580).
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>

#include <cstdint>

namespace cohort::client {

struct Backoff {
  Duration first{};  ///< After the first failure.
  Duration most{};   ///< Never more, but for the jitter.

  /// After so many failures in a row, give or take a fifth, so that clients that failed together do
  /// not come back together. REQUIRES: failures > 0.
  Duration after(std::uint32_t failures, Rng& rng) const;
  bool operator==(const Backoff&) const = default;
};

}  // namespace cohort::client
