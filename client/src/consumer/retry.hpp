// Retry: how often something failed in a row, and from when on it may be tried again.
#pragma once

#include "session/backoff.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>

#include <cstdint>

namespace cohort::client {

struct Retry {
  std::uint32_t failures = 0;
  Instant not_before{};

  bool is_due(Instant now) const { return not_before <= now; }
  void failed(const Backoff& backoff, Instant now, Rng& rng) {
    ++failures;
    not_before = now + backoff.after(failures, rng);
  }
  /// The same for what another attempt alone may mend: only the second failure in a row waits.
  void failed_once_more(const Backoff& backoff, Instant now, Rng& rng) {
    ++failures;
    if (failures > 1) not_before = now + backoff.after(failures - 1, rng);
  }
  void succeeded() { *this = Retry(); }
  bool operator==(const Retry&) const = default;
};

}  // namespace cohort::client
