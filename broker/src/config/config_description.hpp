// ConfigDescription: a setting as DescribeConfigs shows it, with where its value comes from.
#pragma once

#include "config/config_key.hpp"
#include "log/topic_config.hpp"
#include <cohort/broker/config.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// One of the places that a value may come from.
struct ConfigSynonym {
  std::string name;
  std::optional<std::string> value;  ///< Null when it is not to be shown.
  ConfigSource source{};
  bool operator==(const ConfigSynonym&) const = default;
};

struct ConfigDescription {
  std::string name;
  std::optional<std::string> value;  ///< Null: none, or not to be shown.
  ConfigSource source = ConfigSource::default_value;
  ConfigType type{};
  bool is_read_only = false;
  bool is_sensitive = false;
  std::vector<ConfigSynonym> synonyms;  ///< Strongest first.
  std::optional<std::string> documentation;
  bool operator==(const ConfigDescription&) const = default;
};

/// The value of a broker's property that is in effect, as it was written; nothing when there is
/// none.
std::optional<std::string> property_in_effect(std::string_view name, const Config& config);

// By name. Source: ConfigHelper.describeConfigs.

/// Every setting of a topic.
std::vector<ConfigDescription> describe_topic(const TopicOverrides& overrides,
                                              const Config& config);
/// Every setting of this broker.
std::vector<ConfigDescription> describe_broker(const Config& config);
/// What was set for all brokers at once, and nothing else.
std::vector<ConfigDescription> describe_all_brokers(const Config& config);

}  // namespace cohort::broker
