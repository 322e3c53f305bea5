#include "load/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::load {

namespace {

/// Three digits that count.
std::string three_digits(double number) {
  constexpr double hundred = 100;
  constexpr double ten = 10;
  const int decimals = number >= hundred ? 0 : number >= ten ? 1 : 2;
  return fmt::format("{:.{}f}", number, decimals);
}

struct TimeRange {
  LatencyHistogram::Duration from;
  LatencyHistogram::Duration to;
  std::uint64_t count = 0;
};

/// 1, 2 and 5 of each power of ten, from a microsecond up; a bucket belongs to where it begins.
std::vector<TimeRange> ranges_of(const LatencyHistogram& histogram) {
  constexpr std::array<int, 3> steps{1, 2, 5};
  std::vector<TimeRange> ranges;
  LatencyHistogram::Duration from{0};
  constexpr LatencyHistogram::Duration::rep microsecond = 1000;
  for (LatencyHistogram::Duration::rep power = microsecond; from <= LatencyHistogram::longest;
       power *= 10) {
    for (const int step : steps) {
      const LatencyHistogram::Duration to(power * step);
      ranges.push_back({.from = from, .to = to});
      from = to;
    }
  }
  for (const LatencyHistogram::Bucket& bucket : histogram.buckets()) {
    const auto range = std::find_if(ranges.begin(), ranges.end(),
                                    [&](const TimeRange& each) { return bucket.from < each.to; });
    range->count += bucket.count;
  }
  const auto has_some = [](const TimeRange& range) { return range.count > 0; };
  ranges.erase(ranges.begin(), std::find_if(ranges.begin(), ranges.end(), has_some));
  while (!ranges.empty() && !has_some(ranges.back())) ranges.pop_back();
  return ranges;
}

}  // namespace

std::string time_text(std::chrono::duration<double> time) {
  constexpr std::array<std::pair<double, std::string_view>, 4> units{
      {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  for (const auto& [unit, name] : units) {
    if (time.count() >= unit) return fmt::format("{} {}", three_digits(time.count() / unit), name);
  }
  return "0";
}

std::string bytes_text(double bytes) {
  constexpr std::array<std::pair<double, std::string_view>, 3> units{
      {{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}}};
  for (const auto& [unit, name] : units) {
    if (std::abs(bytes) < unit) continue;
    return fmt::format("{}{} {}", bytes < 0 ? "-" : "", three_digits(std::abs(bytes) / unit), name);
  }
  return fmt::format("{:.0f} bytes", bytes);
}

std::string drawing(const LatencyHistogram& histogram) {
  const std::vector<TimeRange> ranges = ranges_of(histogram);
  std::uint64_t most = 0;
  for (const TimeRange& range : ranges) most = std::max(most, range.count);
  std::string text;
  for (const TimeRange& range : ranges) {
    constexpr double width = 50;
    constexpr double percent = 100;
    const double share = static_cast<double>(range.count) / static_cast<double>(histogram.count());
    const auto bar = static_cast<std::size_t>(
        std::ceil(width * static_cast<double>(range.count) / static_cast<double>(most)));
    text += fmt::format("{:>8} to {:>7} {:>7.3f} %", time_text(range.from), time_text(range.to),
                        share * percent);
    if (bar > 0) text += "  " + std::string(bar, '#');
    text += '\n';
  }
  return text;
}

}  // namespace cohort::load
