#include "duration.hpp"

#include "serve.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <utility>

namespace cohort::tool {

namespace {

/// A hundred years; what is longer does not fit.
constexpr Duration longest = std::chrono::hours(24 * 365 * 100);

constexpr std::array<std::pair<std::string_view, Duration>, 4> units{
    {{"ms", milliseconds(1)},
     {"s", std::chrono::seconds(1)},
     {"m", std::chrono::minutes(1)},
     {"h", std::chrono::hours(1)}}};

}  // namespace

Duration parse_duration(std::string_view option, std::string_view text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc{}) {
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const auto& [name, unit] : units) {
      if (rest != name || count > static_cast<std::uint64_t>(longest / unit)) continue;
      return static_cast<std::int64_t>(count) * unit;
    }
  }
  throw UsageError(fmt::format("{} {}: a time is a whole number and ms, s, m or h, such as 500ms",
                               option, text));
}

}  // namespace cohort::tool
