#include "config/address_limits.hpp"

#include "config/config_key.hpp"
#include "config/java_text.hpp"

#include <algorithm>

namespace cohort::broker {
namespace {

bool is_host_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("-%._:").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<std::map<std::string, std::int32_t>> parsed_address_limits(std::string_view text) {
  std::map<std::string, std::int32_t> limits;
  for (const std::string_view entry : split(trimmed(text), ',')) {
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view host = trimmed(entry.substr(0, colon));
    const std::optional<std::int32_t> limit = java_int(trimmed(entry.substr(colon + 1)));
    if (!limit || !std::ranges::all_of(host, is_host_character)) return std::nullopt;
    limits.insert_or_assign(std::string(host), *limit);
  }
  return limits;
}

}  // namespace cohort::broker
