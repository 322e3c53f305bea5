// PropertyReading: a configuration as it comes from properties, before what its settings have to do
// with each other is looked at.
#pragma once

#include "settings/setting.hpp"
#include "settings/setting_error.hpp"

#include <map>
#include <string>
#include <string_view>

namespace cohort::client {

template <class Config>
inline constexpr Role role_of = Role::any;
template <>
inline constexpr Role role_of<ConsumerConfig> = Role::consumer;
template <>
inline constexpr Role role_of<ProducerConfig> = Role::producer;
template <>
inline constexpr Role role_of<AdminConfig> = Role::admin;

inline ClientConfig& client_part(ClientConfig& config) { return config; }
inline const ClientConfig& client_part(const ClientConfig& config) { return config; }
ClientConfig& client_part(auto& config) { return config.client; }
const ClientConfig& client_part(const auto& config) { return config.client; }

template <class Config>
struct PropertyReading {
  Config config{};
  std::map<std::string, std::string, std::less<>> given{};  ///< Kafka's keys, and as written.

  bool is_given(std::string_view key) const { return given.find(key) != given.end(); }
};

/// Sets what the property says, where its setting is one of Part's; false if it is not.
template <class Part, class Config>
bool take_property(std::string_view key, std::string_view value, Part& part,
                   PropertyReading<Config>& reading) {
  const Setting<Part>* setting = find_setting<Part>(key);
  if (setting == nullptr) return false;
  if (const auto fault = read(*setting, trimmed_value(value), part)) {
    throw wrong_value(key, *fault, allowed(*setting));
  }
  const auto [other, is_first] = reading.given.emplace(setting->key, key);
  if (!is_first) {
    throw ConfigError(std::string(key) + "=" + std::string(trimmed_value(value)) +
                      ": sets the same as " + other->second + ", which is set too");
  }
  return true;
}

/// Throws ConfigError for a key that is none of Config's, and for a value that can't be.
template <class Config>
PropertyReading<Config> read_properties(const Properties& properties) {
  PropertyReading<Config> reading;
  for (const auto& [key, value] : properties) {
    if (take_property(key, value, reading.config, reading)) continue;
    if (take_property(key, value, client_part(reading.config), reading)) continue;
    refuse_key(key, trimmed_value(value), role_of<Config>);
  }
  // Source: CommonClientConfigs.postProcessReconnectBackoffConfigs.
  if (reading.is_given("reconnect.backoff.ms") && !reading.is_given("reconnect.backoff.max.ms")) {
    ClientConfig& client = client_part(reading.config);
    client.reconnect_backoff_max = client.reconnect_backoff;
  }
  return reading;
}

/// Throws ConfigError unless each setting of Part could have been read so.
template <class Part>
void check_each(const Part& part) {
  Part read_back = part;
  for (const Setting<Part>& setting : settings<Part>()) {
    if (is_null(setting, part)) continue;
    const std::string value = written(setting, part);
    if (const auto fault = read(setting, std::string_view(value), read_back)) {
      throw wrong_value(setting.key, *fault, allowed(setting));
    }
  }
}

template <class Part>
void write_each(const Part& part, Properties& properties) {
  for (const Setting<Part>& setting : settings<Part>()) {
    if (is_null(setting, part)) continue;
    properties.emplace(setting.key, written(setting, part));
  }
}

}  // namespace cohort::client
