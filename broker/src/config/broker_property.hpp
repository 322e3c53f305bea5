// BrokerProperty: one of the settings of a broker, as Kafka 3.9 defines it.
#pragma once

#include "config_key.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// May it be changed while the broker runs, and for whom? Source: DynamicBrokerConfig (KIP-226).
enum class UpdateMode : std::uint8_t {
  read_only,
  per_broker,    ///< For one broker, not for all at once.
  cluster_wide,  ///< For one broker or for all.
};

enum class PropertyScope : std::uint8_t {
  general,
  internal,      ///< Not shown unless it is set.
  dynamic_only,  ///< Not shown unless it is set, and no part of a file. Source:
                 ///< DynamicConfig.Broker.
};

struct BrokerProperty : ConfigKey {
  UpdateMode mode{};
  PropertyScope scope = PropertyScope::general;
};

// The properties by area, each by name. Source: AbstractKafkaConfig.CONFIG_DEF (3.9).
std::span<const BrokerProperty> server_properties();
std::span<const BrokerProperty> cluster_properties();
std::span<const BrokerProperty> log_properties();
std::span<const BrokerProperty> group_properties();
std::span<const BrokerProperty> security_properties();

/// All of them, by name.
std::vector<BrokerProperty> broker_properties();

/// Null when there is no such property.
const BrokerProperty* find_broker_property(std::string_view name);

/// A setting of one listener is made up of its name: `keystore` of
/// `listener.name.internal.keystore`. Nothing if the key is not made so.
/// Source: DynamicBrokerConfig.ListenerConfigRegex.
std::optional<std::string_view> listener_property(std::string_view key);

/// The type of the property or of the one behind a listener's; unknown if there is none.
/// Source: KafkaConfig.configType.
ConfigType property_type(std::string_view key);

/// What can't be shown: passwords, and what has no known type. Source: KafkaConfig.maybeSensitive.
bool is_sensitive(ConfigType type);

/// The names under which the setting can be made, best first. Source:
/// DynamicBrokerConfig.brokerConfigSynonyms.
std::vector<std::string_view> property_synonyms(std::string_view key);

/// A line on the property, made from what is known of it.
std::string property_documentation(const BrokerProperty& property);

}  // namespace cohort::broker
