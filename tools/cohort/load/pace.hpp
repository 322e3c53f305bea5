// Pace: when each record of an open loop is due.
#pragma once

#include "load/payload.hpp"

#include <chrono>
#include <cstdint>

namespace cohort::load {

/// `rate` a second, evenly, from `start` on.
class Pace {
 public:
  Pace(Clock::time_point start, double rate) : start_(start), rate_(rate) {}

  Clock::time_point start() const { return start_; }
  /// Of the record with this number, the first being 0.
  Clock::time_point due(std::uint64_t number) const {
    const std::chrono::duration<double> after(static_cast<double>(number) / rate_);
    return start_ + std::chrono::duration_cast<Clock::duration>(after);
  }

 private:
  Clock::time_point start_;
  double rate_;
};

/// Sleeps until then, as exactly as the kernel does: without the 50 us that it may be late for a
/// thread that does not care.
void sleep_exactly_until(Clock::time_point time);

}  // namespace cohort::load
