// ConfigAlteration: the changes of one resource's settings that a client asks for, and what comes
// of them.
#pragma once

#include "config/config_fault.hpp"
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// What settings belong to. Source: ConfigResource.Type (3.9).
enum class ConfigResource : std::int8_t {
  unknown = 0,
  topic = 2,
  broker = 4,
  broker_logger = 8,
  client_metrics = 16,
};
/// Numbers without a meaning are unknown.
ConfigResource config_resource(std::int8_t number);

/// Source: AlterConfigOp.OpType.
enum class ConfigOperation : std::int8_t { set = 0, remove = 1, append = 2, subtract = 3 };

struct ConfigChange {
  std::string name;
  std::int8_t operation = 0;  ///< As sent: it need not be a ConfigOperation.
  std::optional<std::string> value;
};

struct ConfigAlteration {
  std::int8_t resource_type = 0;  ///< As sent.
  std::string resource_name;
  std::vector<ConfigChange> changes;
};

struct AlterationMode {
  bool replaces_all = false;  ///< AlterConfigs: what is not named goes back to its default.
  bool validates_only = false;
};

/// Answers each alteration in turn: each is done whole or not at all. Source: ConfigAdminManager on
/// the broker, then ConfigurationControlManager on the controller.
std::vector<ConfigFault> alter_configs_in(BrokerState& state,
                                          std::span<const ConfigAlteration> alterations,
                                          AlterationMode mode, Instant now);

}  // namespace cohort::broker
