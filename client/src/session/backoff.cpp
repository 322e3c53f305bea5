#include "session/backoff.hpp"

#include <algorithm>

namespace cohort::client {

Duration Backoff::after(std::uint32_t failures, Rng& rng) const {
  constexpr std::uint32_t most_doublings = 20;  // 2^20 times 50 ms is half a day.
  const std::uint32_t doublings = std::min(failures - 1, most_doublings);
  const Duration step = std::min(Duration(first.count() << doublings), std::max(most, first));
  // Nothing to share out, and no chance to be drawn for it.
  if (step == Duration::zero()) return step;
  // 80 % to 120 %, in steps of a thousandth (ExponentialBackoff with RETRY_BACKOFF_JITTER 0.2).
  const auto share = static_cast<std::int64_t>(800 + rng.below(401));
  return step / 1000 * share;
}

}  // namespace cohort::client
