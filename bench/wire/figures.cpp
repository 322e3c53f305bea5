#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

std::size_t Figures::within(Clock::duration limit) const {
  return static_cast<std::size_t>(
      std::count_if(times_.begin(), times_.end(), [limit](auto time) { return time <= limit; }));
}

double Figures::percentile_ms(double percent) const {
  std::vector<Clock::duration> sorted = times_;
  std::sort(sorted.begin(), sorted.end());
  const auto rank =
      static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
  return std::chrono::duration<double, std::milli>(sorted[rank == 0 ? 0 : rank - 1]).count();
}

std::string Figures::json() const {
  if (times_.empty()) return "\"p50\":null";
  return fmt::format("\"min\":{:.3f},\"p50\":{:.3f},\"p90\":{:.3f},\"p99\":{:.3f},\"max\":{:.3f}",
                     percentile_ms(0), percentile_ms(50), percentile_ms(90), percentile_ms(99),
                     percentile_ms(100));
}

std::string unfinished(Clock::duration limit) {
  return fmt::format("\"finished\":false,\"limit_s\":{}",
                     std::chrono::duration_cast<std::chrono::seconds>(limit).count());
}

void print_line(std::string_view name, const std::string& rest) {
  fmt::print("{{\"bench\":\"{}\",{}}}\n", name, rest);
  std::fflush(stdout);
}

}  // namespace bench
