// Setting: a key of a client's configuration, and the field that it sets.
#pragma once

#include "settings/setting_value.hpp"
#include <cohort/client/config.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cohort::client {

/// One of the members of a Config.
template <class Config>
using Field = std::variant<
    bool Config::*, std::int32_t Config::*, std::int64_t Config::*, std::uint64_t Config::*,
    Duration Config::*, std::string Config::*, std::optional<std::string> Config::*,
    std::vector<std::string> Config::*, std::vector<Endpoint> Config::*, AutoOffsetReset Config::*,
    IsolationLevel Config::*, Acks Config::*, Compression Config::*, PartitionerKind Config::*>;

template <class Config>
struct Setting {
  std::string_view key;
  Field<Config> field;
  Rule rule = any_value;
  std::string_view meaning{};  ///< A sentence.
  std::string_view alias{};    ///< Another key of the same; empty: none.

  bool is_called(std::string_view name) const {
    return name == key || (!alias.empty() && name == alias);
  }
};

// The settings of each struct, without those of its part `client`. Where Kafka's definitions have
// no bounds, they are what makes sense. Source: ConfigDef of ConsumerConfig, ProducerConfig and
// AdminClientConfig (3.9).
template <class Config>
std::span<const Setting<Config>> settings();
template <>
std::span<const Setting<ClientConfig>> settings<ClientConfig>();
template <>
std::span<const Setting<ConsumerConfig>> settings<ConsumerConfig>();
template <>
std::span<const Setting<ProducerConfig>> settings<ProducerConfig>();
template <>
std::span<const Setting<AdminConfig>> settings<AdminConfig>();

/// Null when there is none that is called so.
template <class Config>
const Setting<Config>* find_setting(std::string_view name) {
  for (const Setting<Config>& each : settings<Config>()) {
    if (each.is_called(name)) return &each;
  }
  return nullptr;
}

/// Sets the field, or returns the part of the text that can't be.
template <class Config>
std::optional<std::string_view> read(const Setting<Config>& setting, std::string_view text,
                                     Config& config) {
  return std::visit([&](auto member) { return read(text, setting.rule, config.*member); },
                    setting.field);
}

template <class Config>
std::string written(const Setting<Config>& setting, const Config& config) {
  return std::visit([&](auto member) { return written(setting.rule, config.*member); },
                    setting.field);
}

template <class Config>
std::string allowed(const Setting<Config>& setting) {
  const Config config{};
  return std::visit([&](auto member) { return allowed(setting.rule, config.*member); },
                    setting.field);
}

template <class Config>
bool is_null(const Setting<Config>& setting, const Config& config) {
  const auto* member = std::get_if<std::optional<std::string> Config::*>(&setting.field);
  return member != nullptr && !(config.**member).has_value();
}

}  // namespace cohort::client
