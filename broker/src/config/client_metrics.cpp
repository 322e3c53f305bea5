#include "config/client_metrics.hpp"

#include "config/config_key.hpp"
#include "config/java_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cohort::broker {
namespace {

constexpr auto match_parameters = std::to_array<std::string_view>(
    {"client_instance_id", "client_id", "client_software_name", "client_software_version",
     "client_source_address", "client_source_port"});

/// A number that Java can't parse is no error of its own there: UNKNOWN_SERVER_ERROR.
std::optional<ConfigFault> interval_fault(std::string_view text) {
  const auto interval = java_int(text);
  if (!interval) return ConfigFault{ErrorCode::unknown_server_error, std::nullopt};
  if (*interval >= 100 && *interval <= 3'600'000) return std::nullopt;
  return ConfigFault{
      ErrorCode::invalid_request,
      fmt::format("Invalid value {} for interval.ms, interval must be between 100 and 3600000 "
                  "(1 hour)",
                  *interval)};
}

/// The regular expression itself is not looked at.
std::optional<ConfigFault> match_fault(std::string_view patterns) {
  while (!patterns.empty()) {
    const std::size_t comma = std::min(patterns.find(','), patterns.size());
    const std::string_view pattern = patterns.substr(0, comma);
    patterns.remove_prefix(std::min(comma + 1, patterns.size()));
    const auto parts = split(pattern, '=');
    if (parts.size() == 2 && !parts[1].empty() &&
        std::ranges::find(match_parameters, parts[0]) != match_parameters.end()) {
      continue;
    }
    return ConfigFault{ErrorCode::invalid_config,
                       fmt::format("Illegal client matching pattern: {}", pattern)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ConfigFault> client_metrics_fault(std::string_view name, const Properties& settings) {
  if (name.empty()) {
    return ConfigFault{ErrorCode::invalid_request, "Subscription name can't be empty"};
  }
  for (const auto& [key, value] : settings) {
    if (key == "interval.ms" || key == "metrics" || key == "match") continue;
    return ConfigFault{ErrorCode::invalid_request,
                       fmt::format("Unknown client metrics configuration: {}", key)};
  }
  if (const auto interval = settings.find("interval.ms"); interval != settings.end()) {
    if (auto fault = interval_fault(interval->second)) return fault;
  }
  if (const auto match = settings.find("match"); match != settings.end()) {
    return match_fault(match->second);
  }
  return std::nullopt;
}

}  // namespace cohort::broker
