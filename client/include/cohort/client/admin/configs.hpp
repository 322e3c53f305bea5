// ConfigResource, ConfigEntry, ConfigAlteration: the settings of topics and brokers, read and
// changed.
#pragma once

#include <cohort/node/instant.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

/// The numbers are those of the wire. Source: ConfigResource.Type.
enum class ConfigResourceType : std::int8_t { topic = 2, broker = 4, broker_logger = 8 };

struct ConfigResource {
  ConfigResourceType type = ConfigResourceType::topic;
  /// A topic, or a broker's node id; empty: what holds for all brokers.
  std::string name;
  auto operator<=>(const ConfigResource&) const = default;
};

ConfigResource topic_resource(std::string topic);
ConfigResource broker_resource(std::int32_t node_id);
/// "topic orders", "broker 1", "all brokers".
std::string to_string(const ConfigResource& resource);

/// Where a value comes from, from the strongest to the weakest. The numbers are those of the wire.
/// Source: DescribeConfigsResponse.ConfigSource.
enum class ConfigSource : std::int8_t {
  unknown = 0,
  topic = 1,
  dynamic_broker = 2,
  dynamic_default_broker = 3,
  static_broker = 4,
  default_value = 5,
  dynamic_broker_logger = 6,
  client_metrics = 7,
  group = 8,
};

/// Kafka's name: "DYNAMIC_TOPIC_CONFIG"; "UNKNOWN" for a number that is no source.
std::string_view name(ConfigSource source);

struct ConfigSynonym {
  std::string name;
  std::optional<std::string> value;
  ConfigSource source = ConfigSource::unknown;
  bool operator==(const ConfigSynonym&) const = default;
};

struct ConfigEntry {
  std::string name;
  std::optional<std::string> value;  ///< Nothing: not set, or not to be told.
  ConfigSource source = ConfigSource::unknown;
  bool is_read_only = false;
  bool is_sensitive = false;
  std::vector<ConfigSynonym> synonyms{};  ///< What the value could come from, the strongest first.
  std::string documentation{};
  bool operator==(const ConfigEntry&) const = default;
};

/// Source: AlterConfigOp.OpType (KIP-339).
enum class AlterOperation : std::int8_t {
  set = 0,
  remove = 1,  ///< Back to what holds without it.
  append = 2,  ///< To a list.
  subtract = 3,
};

struct ConfigAlteration {
  std::string name;
  std::string value{};
  AlterOperation operation = AlterOperation::set;
  bool operator==(const ConfigAlteration&) const = default;
};

struct DescribeConfigsOptions {
  std::vector<std::string> keys{};  ///< Empty: all.
  bool with_synonyms = false;
  bool with_documentation = false;
  std::optional<Duration> timeout{};
};

}  // namespace cohort::client
