#include "iso_time.hpp"

#include "serve.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <regex>
#include <string>

namespace cohort::tool {

namespace {

using Parts = std::match_results<std::string_view::const_iterator>;

/// REQUIRES: digits, at most nine of them, or nothing.
std::int64_t number(const Parts& parts, std::size_t place) {
  return parts[place].matched ? std::stoll(parts[place].str()) : 0;
}

Duration offset_of(const Parts& parts) {
  const Duration offset =
      std::chrono::hours(number(parts, 9)) + std::chrono::minutes(number(parts, 10));
  return parts[8].matched && *parts[8].first == '-' ? -offset : offset;
}

}  // namespace

Instant parse_iso_time(std::string_view option, std::string_view text) {
  static const std::regex pattern(
      R"((\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?)?)"
      R"((?:Z|([+-])(\d\d):?(\d\d))?)");
  Parts parts;
  if (std::regex_match(text.begin(), text.end(), parts, pattern)) {
    const std::chrono::year_month_day day{
        std::chrono::year(static_cast<int>(number(parts, 1))),
        std::chrono::month(static_cast<unsigned>(number(parts, 2))),
        std::chrono::day(static_cast<unsigned>(number(parts, 3)))};
    if (day.ok() && number(parts, 4) < 24 && number(parts, 5) < 60 && number(parts, 6) < 60) {
      const auto time = std::chrono::sys_days(day) + std::chrono::hours(number(parts, 4)) +
                        std::chrono::minutes(number(parts, 5)) +
                        std::chrono::seconds(number(parts, 6)) + milliseconds(number(parts, 7));
      return Instant::from_unix_ms(time.time_since_epoch().count()) - offset_of(parts);
    }
  }
  throw UsageError(
      fmt::format("{} {}: a time is 2024-01-01T10:30:00, in UTC, or with an offset such as +02:00",
                  option, text));
}

Duration parse_iso_duration(std::string_view option, std::string_view text) {
  static const std::regex pattern(
      R"(P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{3}))?S)?)?)");
  Parts parts;
  const bool is_written_so = std::regex_match(text.begin(), text.end(), parts, pattern);
  constexpr std::int64_t most_days = 36'500;
  if (is_written_so && !text.ends_with('P') && !text.ends_with('T') &&
      number(parts, 1) <= most_days && number(parts, 2) <= most_days * 24) {
    return std::chrono::hours(24 * number(parts, 1) + number(parts, 2)) +
           std::chrono::minutes(number(parts, 3)) + std::chrono::seconds(number(parts, 4)) +
           milliseconds(number(parts, 5));
  }
  throw UsageError(fmt::format("{} {}: a length of time is P1D, PT1H30M or PT90S", option, text));
}

}  // namespace cohort::tool
