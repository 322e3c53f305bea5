// ConfigKey: one setting of a topic or a broker: its name, its type and the values it may have.
#pragma once

#include <cstdint>
#include <optional>
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

/// Where a value in effect comes from. Source: DescribeConfigsResponse.ConfigSource.
enum class ConfigSource : std::int8_t {
  unknown = 0,
  topic = 1,
  dynamic_broker = 2,
  dynamic_default_broker = 3,
  static_broker = 4,
  default_value = 5,
  client_metrics = 7,
};

struct ConfigKey {
  std::string_view name;
  ConfigType type{};
  std::optional<std::string_view> default_value;
  ConfigRule rule{};
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string_view allowed;  ///< As Kafka lists them: "compact, delete".
};

/// Blanks at both ends taken off, as Java's String.trim does.
std::string_view trimmed(std::string_view text);
/// The pieces between separators, each trimmed; none of an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Why the value can't be had, in the words a client is told, or nothing. Source:
/// ConfigDef.parseType and the validators of LogConfig.
std::optional<std::string> config_value_fault(const ConfigKey& key, std::string_view value);

/// A value as it is shown once Kafka has parsed it: " +5 " is 5, "a , b" is a,b. What can't be
/// parsed is shown as it is. Source: ConfigDef.convertToString.
std::string shown_config_value(ConfigType type, std::string_view value);

}  // namespace cohort::broker
