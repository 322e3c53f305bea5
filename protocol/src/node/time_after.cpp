#include <cohort/node/time_after.hpp>

#include <stdexcept>

namespace cohort {

Instant time_after(Instant now, Duration by) {
  if (by < Duration::zero()) throw std::invalid_argument("time cannot go back");
  const Instant after = now + by;
  if (after == Instant::never()) throw std::invalid_argument("time ends in the year 2262");
  return after;
}

}  // namespace cohort
