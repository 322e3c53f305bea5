// Figures: a sample of measured times, and the line that tells of it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

/// Times of one kind, in the order in which they were measured.
class Figures {
 public:
  void add(Clock::duration time) { times_.push_back(time); }
  std::size_t size() const { return times_.size(); }
  /// How many are at most `limit`.
  std::size_t within(Clock::duration limit) const;
  /// The smallest time that `percent` of all do not exceed, in ms. REQUIRES: size() > 0.
  double percentile_ms(double percent) const;
  /// `"min":…,"p50":…,"p90":…,"p99":…,"max":…`, in ms, for the inside of a JSON object.
  std::string json() const;

 private:
  std::vector<Clock::duration> times_;
};

/// `"finished":false,"limit_s":…`: what was asked for did not happen in this time, which is a
/// result too.
std::string unfinished(Clock::duration limit);

/// Writes one JSON line to stdout, at once: `{"bench":"NAME",REST}`.
void print_line(std::string_view name, const std::string& rest);

}  // namespace bench
