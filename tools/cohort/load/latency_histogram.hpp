// LatencyHistogram: how often each length of time occurred, in buckets that are fine where times
// are short.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cohort::load {

/// Log-linear buckets, as HdrHistogram's: each power of two of nanoseconds is cut into 128, so that
/// a bucket is less than 0.8 % of its values wide. Times from nothing to an hour; what is longer
/// counts as an hour, but for max(). Its memory is fixed (36 kB), and two of them can be added.
class LatencyHistogram {
 public:
  using Duration = std::chrono::nanoseconds;
  /// Times from `from` to less than `to`.
  struct Bucket {
    Duration from;
    Duration to;
    std::uint64_t count;
    bool operator==(const Bucket&) const = default;
  };
  static constexpr Duration longest = std::chrono::hours(1);

  LatencyHistogram();

  /// A negative time counts as none.
  void add(Duration time, std::uint64_t count = 1);
  void merge(const LatencyHistogram& other);

  std::uint64_t count() const { return count_; }
  bool is_empty() const { return count_ == 0; }
  /// Exact; zero if it is empty.
  Duration min() const { return is_empty() ? Duration::zero() : min_; }
  Duration max() const { return max_; }
  Duration mean() const;
  /// A time that `percent` of all do not exceed: the last of its bucket, so that it is at most 0.8
  /// % too long and never too short. Zero if it is empty. REQUIRES: 0 <= percent <= 100.
  Duration percentile(double percent) const;
  /// Those that are not empty, in order.
  std::vector<Bucket> buckets() const;
  bool operator==(const LatencyHistogram&) const = default;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  Duration min_ = Duration::max();
  Duration max_{0};
  double sum_ = 0;  ///< Nanoseconds.
};

}  // namespace cohort::load
