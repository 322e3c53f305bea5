#include "config/address_limits.hpp"

#include "config/config_key.hpp"
#include "config/endpoint_text.hpp"
#include "config/java_text.hpp"

namespace cohort::broker {

std::optional<std::map<std::string, std::int32_t>> parsed_address_limits(std::string_view text) {
  std::map<std::string, std::int32_t> limits;
  for (const std::string_view entry : split(trimmed(text), ',')) {
    const std::size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view host = trimmed(entry.substr(0, colon));
    const std::optional<std::int32_t> limit = java_int(trimmed(entry.substr(colon + 1)));
    if (!limit || !is_host_text(host)) return std::nullopt;
    limits.insert_or_assign(std::string(host), *limit);
  }
  return limits;
}

}  // namespace cohort::broker
