// TopicConfigKey: one of the settings a topic can have, as Kafka 3.9 defines it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// The numbers are those of DescribeConfigs. Source: DescribeConfigsResponse.ConfigType.
enum class ConfigType : std::int8_t {
  unknown = 0,
  boolean = 1,
  string = 2,
  int32 = 3,
  int16 = 4,
  int64 = 5,
  floating = 6,
  list = 7,
  class_name = 8,
  password = 9,
};

/// What a value may be beyond its type.
enum class ConfigRule : std::uint8_t {
  any,
  at_least,        ///< `low`
  between,         ///< `low` to `high`, both allowed
  between_or,      ///< `low` to `high`, or -1
  one_of,          ///< `allowed`; of a list, every entry
  format_version,  ///< A Kafka release, such as "3.0-IV1"
  replica_list,    ///< `*` or `partition:broker,…`
};

struct TopicConfigKey {
  std::string_view name;
  ConfigType type{};
  std::string_view default_value;
  ConfigRule rule{};
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string_view allowed;  ///< As Kafka lists them: "compact, delete".
  /// The broker properties that set its default, best first, each with the factor to milliseconds:
  /// "log.retention.ms log.retention.minutes*60000 log.retention.hours*3600000".
  /// Source: ServerTopicConfigSynonyms.
  std::string_view broker_keys;
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

/// Blanks at both ends taken off, as Java's String.trim does.
std::string_view trimmed(std::string_view text);
/// The pieces between separators, each trimmed; none of an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Why the value can't be had, in the words a client is told, or nothing. Source:
/// ConfigDef.parseType and the validators of LogConfig.
std::optional<std::string> config_value_fault(const TopicConfigKey& key, std::string_view value);

}  // namespace cohort::broker
