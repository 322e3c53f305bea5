#include "load/latency_histogram.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace cohort::load {

namespace {

/// Buckets of a power of two, and their number as a power of two.
constexpr int cut_bits = 7;
constexpr std::size_t cuts = std::size_t{1} << cut_bits;

/// Up to 255 ns each nanosecond has a bucket. Above, the eight highest bits tell the bucket.
constexpr std::size_t index_of(std::uint64_t ns) {
  const auto width = static_cast<int>(std::bit_width(ns));
  const std::size_t shift =
      width <= cut_bits + 1 ? 0 : static_cast<std::size_t>(width) - cut_bits - 1;
  return shift * cuts + static_cast<std::size_t>(ns >> shift);
}

/// The shortest time of a bucket, in nanoseconds.
constexpr std::uint64_t first_of(std::size_t index) {
  if (index < 2 * cuts) return index;
  const std::size_t shift = index / cuts - 1;
  return static_cast<std::uint64_t>(index - shift * cuts) << shift;
}

constexpr std::size_t bucket_count = index_of(LatencyHistogram::longest.count()) + 1;

LatencyHistogram::Duration nanoseconds_of(std::uint64_t ns) {
  return LatencyHistogram::Duration(static_cast<LatencyHistogram::Duration::rep>(ns));
}

}  // namespace

LatencyHistogram::LatencyHistogram() : counts_(bucket_count) {}

void LatencyHistogram::add(Duration time, std::uint64_t count) {
  if (count == 0) return;
  time = std::max(time, Duration::zero());
  counts_[index_of(static_cast<std::uint64_t>(std::min(time, longest).count()))] += count;
  count_ += count;
  min_ = std::min(min_, time);
  max_ = std::max(max_, time);
  sum_ += static_cast<double>(time.count()) * static_cast<double>(count);
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    counts_[index] += other.counts_[index];
  }
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
}

LatencyHistogram::Duration LatencyHistogram::mean() const {
  if (is_empty()) return Duration::zero();
  return Duration(static_cast<Duration::rep>(sum_ / static_cast<double>(count_)));
}

LatencyHistogram::Duration LatencyHistogram::percentile(double percent) const {
  COHORT_ASSERT(percent >= 0);
  COHORT_ASSERT(percent <= 100);
  if (is_empty()) return Duration::zero();
  constexpr double all = 100;
  const auto rank = std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(std::ceil(percent / all * static_cast<double>(count_))), 1,
      count_);
  std::uint64_t seen = 0;
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    seen += counts_[index];
    // The last bucket holds what is longer than an hour, too.
    if (seen < rank || index + 1 == counts_.size()) continue;
    return std::clamp(nanoseconds_of(first_of(index + 1) - 1), min_, max_);
  }
  return max_;
}

std::vector<LatencyHistogram::Bucket> LatencyHistogram::buckets() const {
  std::vector<Bucket> buckets;
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    if (counts_[index] == 0) continue;
    buckets.push_back({.from = nanoseconds_of(first_of(index)),
                       .to = nanoseconds_of(first_of(index + 1)),
                       .count = counts_[index]});
  }
  return buckets;
}

}  // namespace cohort::load
