// BrokerSetting: a property that the broker acts on, and the field of Config it sets.
#pragma once

#include <cohort/broker/config.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace cohort::broker {

/// Sets the field that goes with the property; false when there is none. Throws ConfigError, and
/// then nothing has changed.
bool set_field(Config& config, std::string_view key, std::string_view value);

/// The value of the field that goes with the property, as it would be written; nothing when there
/// is none.
std::optional<std::string> field_value(const Config& config, std::string_view key);

}  // namespace cohort::broker
