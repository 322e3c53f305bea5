// Instant: a point in time as a Node is told it; the core never asks a clock.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>

namespace cohort {

using Duration = std::chrono::nanoseconds;
using std::chrono::milliseconds;

/// A client's number of milliseconds, which may be any, as a Duration: what is out of its range
/// (292 years) is cut.
constexpr Duration clamped_ms(std::int64_t ms) {
  constexpr std::int64_t limit = std::chrono::duration_cast<milliseconds>(Duration::max()).count();
  return milliseconds(ms > limit ? limit : ms < -limit ? -limit : ms);
}

/// Nanoseconds since the Unix epoch. It never goes back within one host.
class Instant {
 public:
  constexpr Instant() = default;
  constexpr explicit Instant(Duration since_epoch) : since_epoch_(since_epoch) {}

  /// Later than every real instant: "no deadline".
  static constexpr Instant never() { return Instant(Duration::max()); }
  /// Cut to what fits: the years 1677 to 2262.
  static constexpr Instant from_unix_ms(std::int64_t ms) { return Instant(clamped_ms(ms)); }

  constexpr Duration since_epoch() const { return since_epoch_; }
  /// Whole milliseconds since the Unix epoch, rounded down: Kafka's timestamps.
  constexpr std::int64_t unix_ms() const {
    return std::chrono::floor<milliseconds>(since_epoch_).count();
  }

  /// Saturates at never().
  friend constexpr Instant operator+(Instant at, Duration by) {
    if (by > Duration::zero() && at.since_epoch_ > Duration::max() - by) return never();
    return Instant(at.since_epoch_ + by);
  }
  friend constexpr Instant operator-(Instant at, Duration by) {
    return Instant(at.since_epoch_ - by);
  }
  friend constexpr Duration operator-(Instant a, Instant b) {
    return a.since_epoch_ - b.since_epoch_;
  }
  constexpr auto operator<=>(const Instant&) const = default;

 private:
  Duration since_epoch_{0};
};

}  // namespace cohort
