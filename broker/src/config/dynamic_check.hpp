// Which properties may be set while a broker runs, and to what.
#pragma once

#include "config/config_fault.hpp"
#include <cohort/broker/config.hpp>

#include <optional>

namespace cohort::broker {

/// Why these can't be all the properties that are set for this broker (`is_per_broker`) or for all
/// brokers, or nothing. Source: DynamicBrokerConfig.validate (KIP-226).
std::optional<ConfigFault> dynamic_properties_fault(const Properties& properties,
                                                    bool is_per_broker, const Config& started_with,
                                                    const Config& current);

}  // namespace cohort::broker
