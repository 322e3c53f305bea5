#include "config/client_quotas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cohort::broker {
namespace {

ConfigFault refused(std::string message) {
  return {ErrorCode::invalid_request, std::move(message)};
}

/// What a limit counts in; its largest value is told of by type.
struct QuotaKey {
  std::string_view name;
  bool is_for_addresses;
  std::string_view type;
  double most;
  bool is_whole;
};

constexpr auto endless = std::numeric_limits<double>::infinity();
constexpr auto largest_long = static_cast<double>(std::numeric_limits<std::int64_t>::max());
constexpr auto largest_int = static_cast<double>(std::numeric_limits<std::int32_t>::max());

/// Source: QuotaConfigs.userAndClientQuotaConfigs, ipConfigs.
constexpr auto quota_keys = std::to_array<QuotaKey>({
    {"producer_byte_rate", false, "a LONG", largest_long, true},
    {"consumer_byte_rate", false, "a LONG", largest_long, true},
    {"request_percentage", false, "a DOUBLE", endless, false},
    {"controller_mutation_rate", false, "a DOUBLE", endless, false},
    {"connection_creation_rate", true, "an INT", largest_int, true},
});

/// Host names can't be looked up here: what looks like one is taken, as is an IPv6 address.
bool is_address(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == ':' || c == '%' || c == '_';
  });
}

std::optional<ConfigFault> entity_fault(const QuotaEntity& entity) {
  if (entity.empty()) return refused("Invalid empty client quota entity");
  for (const auto& [type, name] : entity) {
    if (type != "user" && type != "client-id" && type != "ip") {
      return refused(fmt::format("Unhandled client quota entity type: {}", type));
    }
    if (name && name->empty()) return refused(fmt::format("Empty {} not supported", type));
  }
  const auto address = entity.find("ip");
  if (address == entity.end()) return std::nullopt;
  if (entity.size() > 1) {
    return refused(
        "Invalid quota entity combination, IP entity shouldnot be combined with User or ClientId");
  }
  if (!address->second || is_address(*address->second)) return std::nullopt;
  return refused(fmt::format("{} is not a valid IP or resolvable host.", *address->second));
}

std::optional<ConfigFault> value_fault(const QuotaKey& key, double value) {
  if (value <= 0) return refused(fmt::format("Quota {} must be greater than 0", key.name));
  if (value > key.most) {
    return refused(fmt::format("Proposed value for {} is too large for {}.", key.name, key.type));
  }
  if (key.is_whole && std::abs(std::fmod(value, 1.0)) > 1e-6) {
    return refused(fmt::format("{} cannot be a fractional value.", key.name));
  }
  return std::nullopt;
}

}  // namespace

std::optional<ConfigFault> quota_fault(const QuotaEntity& entity,
                                       const std::vector<QuotaChange>& changes) {
  if (auto fault = entity_fault(entity)) return fault;
  for (const QuotaChange& change : changes) {
    if (!change.value) continue;
    const auto key = std::ranges::find_if(quota_keys, [&](const QuotaKey& known) {
      return known.name == change.key && known.is_for_addresses == entity.contains("ip");
    });
    if (key == quota_keys.end()) {
      return refused(fmt::format("Invalid configuration key {}", change.key));
    }
    if (auto fault = value_fault(*key, *change.value)) return fault;
  }
  return std::nullopt;
}

bool QuotaFilter::matches(const QuotaEntity& entity) const {
  if (is_strict && entity.size() != exact.size() + any.size()) return false;
  for (const auto& [type, name] : exact) {
    const auto found = entity.find(type);
    if (found == entity.end() || found->second != name) return false;
  }
  return std::ranges::all_of(any,
                             [&](const auto& wanted) { return entity.contains(wanted.first); });
}

}  // namespace cohort::broker
