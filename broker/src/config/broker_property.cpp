#include "broker_property.hpp"

#include <cohort/broker/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace cohort::broker {
namespace {

constexpr std::string_view listener_prefix = "listener.name.";

/// Of these a listener has one for each of its SASL mechanisms.
/// Source: DynamicBrokerConfig.ListenerMechanismConfigs.
constexpr auto mechanism_keys = std::to_array<std::string_view>(
    {"sasl.jaas.config", "sasl.login.callback.handler.class", "sasl.login.class",
     "sasl.server.callback.handler.class", "connections.max.reauth.ms"});

/// Settings with more than one name.
constexpr auto synonyms = std::to_array<std::array<std::string_view, 3>>({
    {"log.roll.ms", "log.roll.hours"},
    {"log.roll.jitter.ms", "log.roll.jitter.hours"},
    {"log.retention.ms", "log.retention.minutes", "log.retention.hours"},
});

std::string_view words(ConfigType type) {
  switch (type) {
    case ConfigType::boolean:
      return "true or false";
    case ConfigType::int32:
    case ConfigType::int16:
    case ConfigType::int64:
      return "a whole number";
    case ConfigType::floating:
      return "a number";
    case ConfigType::list:
      return "a list";
    case ConfigType::class_name:
      return "the name of a class";
    case ConfigType::password:
      return "a password";
    case ConfigType::string:
    case ConfigType::unknown:
      return "a text";
  }
  return "a text";
}

std::string_view words(UpdateMode mode) {
  switch (mode) {
    case UpdateMode::read_only:
      return "read when the broker starts";
    case UpdateMode::per_broker:
      return "can be changed for one broker while it runs";
    case UpdateMode::cluster_wide:
      return "can be changed for one broker or for all while they run";
  }
  return "";
}

}  // namespace

std::vector<BrokerProperty> broker_properties() {
  std::vector<BrokerProperty> all;
  for (const auto area : {server_properties(), cluster_properties(), log_properties(),
                          group_properties(), security_properties()}) {
    all.insert(all.end(), area.begin(), area.end());
  }
  std::ranges::sort(all, {}, &BrokerProperty::name);
  return all;
}

const BrokerProperty* find_broker_property(std::string_view name) {
  for (const auto area : {server_properties(), cluster_properties(), log_properties(),
                          group_properties(), security_properties()}) {
    const auto found = std::ranges::lower_bound(area, name, {}, &BrokerProperty::name);
    if (found != area.end() && found->name == name) return &*found;
  }
  return nullptr;
}

std::optional<std::string_view> listener_property(std::string_view key) {
  if (!key.starts_with(listener_prefix)) return std::nullopt;
  const std::size_t dot = key.find('.', listener_prefix.size());
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view name = key.substr(dot + 1);
  const auto mechanism = std::ranges::find_if(
      mechanism_keys, [&](std::string_view suffix) { return name.ends_with(suffix); });
  return mechanism == mechanism_keys.end() ? name : *mechanism;
}

ConfigType property_type(std::string_view key) {
  const BrokerProperty* property = find_broker_property(key);
  if (property == nullptr) property = find_broker_property(listener_property(key).value_or(""));
  return property == nullptr ? ConfigType::unknown : property->type;
}

bool is_sensitive(ConfigType type) {
  return type == ConfigType::password || type == ConfigType::unknown;
}

std::vector<std::string_view> property_synonyms(std::string_view key) {
  if (key == "log.flush.interval.ms") return {key, "log.flush.scheduler.interval.ms"};
  for (const auto& names : synonyms) {
    if (std::ranges::find(names, key) == names.end()) continue;
    std::vector<std::string_view> result(names.begin(), names.end());
    std::erase(result, "");
    return result;
  }
  if (const auto property = listener_property(key)) return {key, *property};
  return {key};
}

std::string property_documentation(const BrokerProperty& property) {
  std::string text = fmt::format("{}: {}", property.name, words(property.type));
  if (property.default_value) text += fmt::format(", by default '{}'", *property.default_value);
  if (!property.allowed.empty()) text += fmt::format(", of {}", property.allowed);
  return text + fmt::format("; {}.", words(property.mode));
}

bool is_broker_property(std::string_view key) {
  return key.starts_with(listener_prefix) || find_broker_property(key) != nullptr;
}

}  // namespace cohort::broker
