#include "config/broker_property.hpp"
#include "config/broker_setting.hpp"
#include "log/topic_config_key.hpp"
#include <cohort/broker/config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::broker {
namespace {

[[noreturn]] void refuse_value(const std::string& why) {
  throw ConfigError(ConfigError::Reason::bad_value, why);
}

/// A value that becomes the default of a topic config has to be one that topics can have.
void check_topic_default(std::string_view key, std::string_view value) {
  for (const TopicConfigKey& topic_key : topic_config_keys()) {
    for (const DefaultSource& source : default_sources(topic_key)) {
      if (source.broker_key != key) continue;
      ConfigKey rule = static_cast<const ConfigKey&>(topic_key);
      rule.name = key;
      if (source.factor != 1) {  // Hours and minutes are 32-bit numbers, -1 for no limit.
        rule.type = ConfigType::int32;
        rule.low = std::min<std::int64_t>(rule.low, 1);
      }
      if (auto fault = config_value_fault(rule, value)) refuse_value(*fault);
    }
  }
}

}  // namespace

void Config::set(std::string_view key, std::string_view value) {
  if (!is_broker_property(key)) {
    throw ConfigError(ConfigError::Reason::unknown_key,
                      fmt::format("{}: Kafka has no broker property of this name", key));
  }
  if (!set_field(*this, key, value)) {
    check_topic_default(key, value);
    if (const BrokerProperty* property = find_broker_property(key)) {
      if (auto fault = config_value_fault(*property, value)) refuse_value(*fault);
    }
  }
  properties.insert_or_assign(std::string(key), std::string(trimmed(value)));
}

Config Config::kafka_defaults() {
  Config config;
  config.has_kafka_defaults = true;
  config.group.min_session_timeout = std::chrono::seconds(6);
  config.group.initial_rebalance_delay = std::chrono::seconds(3);
  return config;
}

Config with_dynamic(const Config& started_with, DynamicProperties dynamic) {
  Config config = started_with;
  for (const auto& [key, value] : dynamic.cluster) set_field(config, key, value);
  for (const auto& [key, value] : dynamic.broker) set_field(config, key, value);
  config.dynamic = std::move(dynamic);
  return config;
}

Config for_manual_clock(Config config) {
  constexpr std::string_view delay = "group.initial.rebalance.delay.ms";
  if (!config.has_kafka_defaults && !config.properties.contains(delay)) config.set(delay, "0");
  return config;
}

}  // namespace cohort::broker
