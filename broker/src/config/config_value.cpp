// Which values a setting may have, how they are shown, and what a client is told of one it may not
// have.
#include "config_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace cohort::broker {
namespace {

std::string invalid(std::string_view key, std::string_view value, std::string_view why) {
  return fmt::format("Invalid value {} for configuration {}: {}", value, key, why);
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

/// Nothing when the text is no such number. A plus sign is taken, as by Java's parseInt.
template <class Number>
std::optional<Number> parsed(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// As Java's Double.toString: always with a fraction, and with an exponent below 10^-3 and from
/// 10^7 on.
std::string java_double(double value) {
  const double size = std::abs(value);
  if (value == 0 || (size >= 1e-3 && size < 1e7)) {
    std::string text = fmt::format("{}", value);
    return text.find('.') == std::string::npos ? text + ".0" : text;
  }
  std::string text = fmt::format("{:e}", value);
  // The shortest digits that read back the same, as Java writes them: 1.0E7, not 1.000000e+07.
  for (int digits = 0; digits < 17; ++digits) {
    text = fmt::format("{:.{}e}", value, digits);
    if (parsed<double>(text) == value) break;
  }
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  if (mantissa.find('.') == std::string::npos) mantissa += ".0";
  return mantissa + "E" + fmt::format("{}", parsed<int>(text.substr(e + 1)).value_or(0));
}

template <class Number>
std::optional<std::string> range_fault(const ConfigKey& key, Number value) {
  const auto shown = [&] {
    if constexpr (std::is_floating_point_v<Number>) return java_double(value);
    return fmt::format("{}", value);
  };
  const auto low = static_cast<Number>(key.low);
  const auto high = static_cast<Number>(key.high);
  switch (key.rule) {
    case ConfigRule::between_or:
      if (value == Number{-1} || (value >= low && value <= high)) return std::nullopt;
      return invalid(
          key.name, shown(),
          fmt::format("Value must be between {} and {} or equal to -1", key.low, key.high));
    case ConfigRule::at_least:
    case ConfigRule::between:
      if (value < low) {
        return invalid(key.name, shown(), fmt::format("Value must be at least {}", key.low));
      }
      if (key.rule == ConfigRule::between && value > high) {
        return invalid(key.name, shown(), fmt::format("Value must be no more than {}", key.high));
      }
      return std::nullopt;
    case ConfigRule::any:
    case ConfigRule::one_of:
    case ConfigRule::format_version:
    case ConfigRule::replica_list:
      return std::nullopt;
  }
  return std::nullopt;
}

template <class Number>
std::optional<std::string> number_fault(const ConfigKey& key, std::string_view value,
                                        std::string_view type) {
  const auto number = parsed<Number>(trimmed(value));
  if (!number) return invalid(key.name, value, fmt::format("Not a number of type {}", type));
  return range_fault(key, *number);
}

std::optional<std::string> one_of_fault(const ConfigKey& key, std::string_view value) {
  const auto allowed = split(key.allowed, ',');
  if (std::ranges::find(allowed, value) != allowed.end()) return std::nullopt;
  return invalid(key.name, value, fmt::format("String must be one of: {}", key.allowed));
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// `partition:broker`, or nothing.
bool is_replica(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return text.empty();
  return is_number(text.substr(0, colon)) && is_number(text.substr(colon + 1));
}

/// Source: ThrottledReplicaListValidator.
std::optional<std::string> replica_list_fault(const ConfigKey& key, std::string_view value) {
  const auto entries = split(value, ',');
  if (std::ranges::all_of(entries, is_replica) || trimmed(value) == "*") return std::nullopt;
  return invalid(key.name, fmt::format("[{}]", fmt::join(entries, ", ")),
                 fmt::format("{} must be the literal '*' or a list of replicas in the following "
                             "format: [partitionId]:[brokerId],[partitionId]:[brokerId],...",
                             key.name));
}

/// A release of Kafka and how many numbered steps (`-IV0`, `-IV1`, …) it had.
struct NamedRelease {
  std::string_view name;
  int steps;
};
constexpr auto releases = std::to_array<NamedRelease>(
    {{"0.8.0", 0},  {"0.8.1", 0},  {"0.8.2", 0}, {"0.9.0", 0}, {"0.10.0", 2}, {"0.10.1", 3},
     {"0.10.2", 1}, {"0.11.0", 3}, {"1.0", 1},   {"1.1", 1},   {"2.0", 2},    {"2.1", 3},
     {"2.2", 2},    {"2.3", 2},    {"2.4", 2},   {"2.5", 1},   {"2.6", 1},    {"2.7", 3},
     {"2.8", 2},    {"3.0", 2},    {"3.1", 1},   {"3.2", 1},   {"3.3", 4},    {"3.4", 1},
     {"3.5", 3},    {"3.6", 3},    {"3.7", 5},   {"3.8", 1},   {"3.9", 1},    {"4.0", 4}});

/// Source: MetadataVersion.fromVersionString, which looks at two numbers of a version, or three
/// below 1.0.
std::optional<std::string> format_version_fault(const ConfigKey& key, std::string_view value) {
  const std::size_t dash = value.find("-IV");
  const std::string_view number = value.substr(0, dash);
  std::size_t end = number.find('.');
  for (int dots = number.starts_with("0.") ? 2 : 1; dots > 0 && end != std::string_view::npos;
       --dots) {
    end = number.find('.', end + 1);
  }
  const auto release = std::ranges::find(releases, number.substr(0, end), &NamedRelease::name);
  const std::string_view step =
      dash == std::string_view::npos ? std::string_view("0") : value.substr(dash + 3);
  if (release != releases.end() && step.size() == 1 && is_number(step) &&
      (dash == std::string_view::npos || step[0] - '0' < release->steps)) {
    return std::nullopt;
  }
  return invalid(key.name, value, fmt::format("Version {} is not a valid version", value));
}

std::optional<std::string> text_fault(const ConfigKey& key, std::string_view value) {
  if (key.rule == ConfigRule::one_of) return one_of_fault(key, trimmed(value));
  if (key.rule == ConfigRule::format_version) return format_version_fault(key, trimmed(value));
  return std::nullopt;
}

std::optional<std::string> list_fault(const ConfigKey& key, std::string_view value) {
  if (key.rule == ConfigRule::replica_list) return replica_list_fault(key, value);
  if (key.rule != ConfigRule::one_of) return std::nullopt;
  for (const std::string_view entry : split(value, ',')) {
    if (auto fault = one_of_fault(key, entry)) return fault;
  }
  return std::nullopt;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  if (trimmed(text).empty()) return pieces;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    pieces.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return pieces;
}

std::optional<std::string> config_value_fault(const ConfigKey& key, std::string_view value) {
  switch (key.type) {
    case ConfigType::boolean: {
      const std::string_view text = trimmed(value);
      if (equals_ignoring_case(text, "true") || equals_ignoring_case(text, "false")) {
        return std::nullopt;
      }
      return invalid(key.name, value, "Expected value to be either true or false");
    }
    case ConfigType::int32:
      return number_fault<std::int32_t>(key, value, "INT");
    case ConfigType::int64:
      return number_fault<std::int64_t>(key, value, "LONG");
    case ConfigType::floating:
      return number_fault<double>(key, value, "DOUBLE");
    case ConfigType::string:
      return text_fault(key, value);
    case ConfigType::list:
      return list_fault(key, value);
    case ConfigType::int16:
      return number_fault<std::int16_t>(key, value, "SHORT");
    case ConfigType::unknown:
    case ConfigType::class_name:
    case ConfigType::password:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string shown_config_value(ConfigType type, std::string_view value) {
  const std::string_view text = trimmed(value);
  switch (type) {
    case ConfigType::boolean:
      if (equals_ignoring_case(text, "true")) return "true";
      if (equals_ignoring_case(text, "false")) return "false";
      return std::string(text);
    case ConfigType::int16:
    case ConfigType::int32:
    case ConfigType::int64: {
      const auto number = parsed<std::int64_t>(text);
      return number ? fmt::format("{}", *number) : std::string(text);
    }
    case ConfigType::floating: {
      const auto number = parsed<double>(text);
      return number ? java_double(*number) : std::string(text);
    }
    case ConfigType::list:
      return fmt::format("{}", fmt::join(split(text, ','), ","));
    case ConfigType::string:
    case ConfigType::unknown:
    case ConfigType::class_name:
    case ConfigType::password:
      return std::string(text);
  }
  return std::string(text);
}

}  // namespace cohort::broker
