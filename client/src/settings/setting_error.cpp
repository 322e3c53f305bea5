#include "settings/setting_error.hpp"

#include "settings/setting.hpp"
#include "settings/unsupported_setting.hpp"
#include <cohort/protocol/nearest_name.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cohort::client {
namespace {

std::string_view with_article(Role role) {
  switch (role) {
    case Role::any:
      return "every client";
    case Role::consumer:
      return "a consumer";
    case Role::producer:
      return "a producer";
    case Role::admin:
      return "an admin client";
  }
  return "a client";
}

bool equals_in_any_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::ranges::equal(a, b, {}, lower, lower);
}

template <class Config>
void add_keys(std::vector<std::string_view>& keys) {
  for (const Setting<Config>& each : settings<Config>()) {
    keys.push_back(each.key);
    if (!each.alias.empty()) keys.push_back(each.alias);
  }
}

std::vector<std::string_view> keys_of(Role role) {
  std::vector<std::string_view> keys;
  add_keys<ClientConfig>(keys);
  switch (role) {
    case Role::any:
      break;
    case Role::consumer:
      add_keys<ConsumerConfig>(keys);
      break;
    case Role::producer:
      add_keys<ProducerConfig>(keys);
      break;
    case Role::admin:
      add_keys<AdminConfig>(keys);
      break;
  }
  return keys;
}

/// " Did you mean session.timeout.ms?", or nothing.
std::string suggested_key(std::string_view key, Role role) {
  // Java's constants and other clients have underscores where keys have dots.
  std::string wanted(key);
  std::ranges::replace(wanted, '_', '.');
  const std::vector<std::string_view> keys = keys_of(role);
  const std::optional<std::size_t> place = nearest_name(wanted, keys);
  return place ? fmt::format(" Did you mean {}?", keys[*place]) : "";
}

}  // namespace

ConfigError wrong_value(std::string_view key, std::string_view value, std::string_view allowed) {
  return ConfigError(fmt::format("{}={}: must be {}", key, value, allowed));
}

void refuse_key(std::string_view key, std::string_view value, Role role) {
  if (const UnsupportedSetting* unsupported = find_unsupported(key)) {
    if (unsupported->harmless && equals_in_any_case(value, *unsupported->harmless)) return;
    const std::string shown = unsupported->is_secret() ? "" : fmt::format("={}", value);
    throw ConfigError(fmt::format("{}{}: is not supported: {}", key, shown, unsupported->reason));
  }
  for (const Role other : {Role::consumer, Role::producer, Role::admin}) {
    const std::vector<std::string_view> keys = keys_of(other);
    if (std::ranges::find(keys, key) == keys.end()) continue;
    throw ConfigError(fmt::format("{}={}: is a setting of {}, not of {}", key, value,
                                  with_article(other), with_article(role)));
  }
  throw ConfigError(fmt::format("{}: there is no such setting of {}.{}", key, with_article(role),
                                suggested_key(key, role)));
}

}  // namespace cohort::client
