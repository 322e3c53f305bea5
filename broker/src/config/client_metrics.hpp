// ClientMetrics: the subscriptions to clients' metrics, kept and described and nothing else
// (KIP-714): no client is ever asked for its metrics.
#pragma once

#include "config/config_fault.hpp"
#include <cohort/broker/config.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cohort::broker {

/// The settings of each subscription, by its name.
using ClientMetrics = std::map<std::string, Properties, std::less<>>;

/// Why a subscription can't be so, or nothing. Source: ClientMetricsConfigs.validate.
std::optional<ConfigFault> client_metrics_fault(std::string_view name, const Properties& settings);

}  // namespace cohort::broker
