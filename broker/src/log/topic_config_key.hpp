// TopicConfigKey: one of the settings a topic can have, as Kafka 3.9 defines it.
#pragma once

#include "config/config_key.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cohort::broker {

struct TopicConfigKey : ConfigKey {
  /// The broker properties that set its default, best first, each with the factor to milliseconds:
  /// "log.retention.ms log.retention.minutes*60000 log.retention.hours*3600000".
  /// Source: ServerTopicConfigSynonyms.
  std::string_view broker_keys;
  std::string_view documentation;  ///< What it does, in our words.
};

/// All keys in Kafka's order of definition, which is the order in which values are checked.
/// Source: LogConfig.CONFIG (3.9).
std::span<const TopicConfigKey> topic_config_keys();

/// Null when there is no such key.
const TopicConfigKey* find_topic_config_key(std::string_view name);

/// A broker property that sets the default of a topic config, and the factor from its unit.
struct DefaultSource {
  std::string_view broker_key;
  std::int64_t factor = 1;
};
std::vector<DefaultSource> default_sources(const TopicConfigKey& key);

}  // namespace cohort::broker
