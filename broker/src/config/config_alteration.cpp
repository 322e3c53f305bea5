#include "config/config_alteration.hpp"

#include "config/broker_property.hpp"
#include "config/dynamic_check.hpp"
#include "config/java_text.hpp"
#include "log/new_topic.hpp"
#include "log/topic_config_key.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace cohort::broker {
namespace {

using Fault = std::optional<ConfigFault>;

ConfigFault invalid_request(std::string message) {
  return {ErrorCode::invalid_request, std::move(message)};
}
ConfigFault invalid_config(std::string message) {
  return {ErrorCode::invalid_config, std::move(message)};
}

bool is_operation(std::int8_t number) { return number >= 0 && number <= 3; }

/// The list with the value's entries added or taken out. Source:
/// ConfigurationControlManager.incrementalAlterConfigResource.
std::string changed_list(std::string_view current, ConfigOperation operation,
                         std::string_view value) {
  std::vector<std::string> entries = java_split(current);
  std::erase(entries, "");
  for (const std::string& entry : java_split(value)) {
    const auto found = std::ranges::find(entries, entry);
    if (operation == ConfigOperation::append && found == entries.end()) entries.push_back(entry);
    if (operation == ConfigOperation::subtract && found != entries.end()) entries.erase(found);
  }
  return fmt::format("{}", fmt::join(entries, ","));
}

/// One request's alterations while they are answered.
class Alteration {
 public:
  Alteration(BrokerState& state, std::span<const ConfigAlteration> alterations, AlterationMode mode,
             Instant now)
      : state_(state), alterations_(alterations), mode_(mode), now_(now) {
    outcomes_.resize(alterations.size());
  }

  std::vector<ConfigFault> run() {
    for (std::size_t i = 0; i < alterations_.size(); ++i) outcomes_[i] = broker_fault(i);
    alter_on_controller();
    std::vector<ConfigFault> result;
    for (Fault& outcome : outcomes_) result.push_back(std::move(outcome).value_or(ConfigFault{}));
    return result;
  }

 private:
  /// What the broker refuses before it turns to the controller. Source:
  /// ConfigAdminManager.preprocess.
  Fault broker_fault(std::size_t index) const {
    const ConfigAlteration& wanted = alterations_[index];
    const auto same = [&](const ConfigAlteration& other) {
      return other.resource_type == wanted.resource_type &&
             other.resource_name == wanted.resource_name;
    };
    if (std::ranges::count_if(alterations_, same) > 1) {
      return invalid_request("Each resource must appear at most once.");
    }
    if (auto fault = shape_fault(wanted)) return fault;
    switch (config_resource(wanted.resource_type)) {
      case ConfigResource::topic:
      case ConfigResource::client_metrics:
        return std::nullopt;
      case ConfigResource::broker:
        return broker_change_fault(wanted);
      case ConfigResource::broker_logger:
        if (!mode_.replaces_all) return logger_fault(wanted);
        break;
      case ConfigResource::unknown:
        break;
    }
    return invalid_request(fmt::format("Unknown resource type {}", wanted.resource_type));
  }

  Fault shape_fault(const ConfigAlteration& wanted) const {
    std::set<std::string_view> names;
    std::vector<std::string_view> without_value;
    for (const ConfigChange& change : wanted.changes) {
      if (!names.insert(change.name).second) {
        return invalid_request("Error due to duplicate config keys");
      }
      const bool removes = !mode_.replaces_all &&
                           change.operation == static_cast<std::int8_t>(ConfigOperation::remove);
      if (!removes && !change.value) without_value.push_back(change.name);
    }
    if (without_value.empty()) return std::nullopt;
    return invalid_request(
        fmt::format("Null value not supported for : {}", fmt::join(without_value, ", ")));
  }

  /// There are no loggers. Source: RuntimeLoggerManager.
  Fault logger_fault(const ConfigAlteration& wanted) const {
    const auto id = java_int(wanted.resource_name);
    if (!id) {
      return invalid_request(
          fmt::format("Node id must be an integer, but it is: {}", wanted.resource_name));
    }
    if (*id != state_.config.node_id) {
      return invalid_request(fmt::format("Unexpected node id. Expected {}, but received {}",
                                         state_.config.node_id, *id));
    }
    for (const ConfigChange& change : wanted.changes) {
      if (change.operation == 0 || change.operation == 1) {
        return invalid_config(fmt::format("Logger {} does not exist!", change.name));
      }
      return invalid_request(
          is_operation(change.operation)
              ? fmt::format("{} operation is not allowed for the BROKER_LOGGER resource",
                            change.operation == 2 ? "APPEND" : "SUBTRACT")
              : fmt::format(
                    "Unknown operation type {} is not allowed for the BROKER_LOGGER resource",
                    change.operation));
    }
    return ConfigFault{};  // Answered: nothing to do.
  }

  Fault broker_change_fault(const ConfigAlteration& wanted) const {
    const bool is_per_broker = !wanted.resource_name.empty();
    if (is_per_broker) {
      const auto id = java_int(wanted.resource_name);
      if (!id) {
        return invalid_request(
            fmt::format("Node id must be an integer, but it is: {}", wanted.resource_name));
      }
      if (*id != state_.config.node_id) {
        return invalid_request(fmt::format("Unexpected broker id, expected {}, but received {}",
                                           state_.config.node_id, wanted.resource_name));
      }
    }
    if (!mode_.replaces_all) {
      if (auto fault = broker_operation_fault(wanted)) return fault;
    }
    return dynamic_properties_fault(changed(wanted), is_per_broker, state_.started_with,
                                    state_.config);
  }

  /// Source: ConfigAdminManager.prepareIncrementalConfigs.
  static Fault broker_operation_fault(const ConfigAlteration& wanted) {
    for (const ConfigChange& change : wanted.changes) {
      if (!is_operation(change.operation)) {
        return invalid_request(fmt::format("Unknown operations type {}", change.operation));
      }
    }
    for (const ConfigChange& change : wanted.changes) {
      if (change.operation < 2) continue;
      const BrokerProperty* property = find_broker_property(change.name);
      if (property == nullptr) {
        return invalid_config(fmt::format("Unknown config name: {}", change.name));
      }
      if (property->type == ConfigType::list) continue;
      return invalid_config(fmt::format("Config value {} is not allowed for config key: {}",
                                        change.operation == 2 ? "append" : "subtract",
                                        change.name));
    }
    return std::nullopt;
  }

  /// What is left is one step of the controller: a fault of the request itself is that of all.
  void alter_on_controller() {
    std::vector<std::size_t> valid;
    std::int64_t records = 0;
    bool is_broken = false;
    for (std::size_t i = 0; i < alterations_.size(); ++i) {
      if (outcomes_[i]) continue;
      for (const ConfigChange& change : alterations_[i].changes) {
        is_broken = is_broken || !is_operation(change.operation);
      }
    }
    // An operation that there is not fails in KRaft's controller with all of the request.
    if (is_broken) return answer_rest({ErrorCode::unknown_server_error, std::nullopt});
    for (std::size_t i = 0; i < alterations_.size(); ++i) {
      if (outcomes_[i]) continue;
      if (Fault fault = controller_fault(alterations_[i])) {
        outcomes_[i] = std::move(fault);
        continue;
      }
      valid.push_back(i);
      records += record_count(alterations_[i]);
    }
    if (records > max_new_records) {
      return answer_rest({ErrorCode::policy_violation, std::string(too_many_records)});
    }
    if (mode_.validates_only) return;
    for (const std::size_t i : valid) apply(alterations_[i]);
  }

  void answer_rest(const ConfigFault& fault) {
    for (Fault& outcome : outcomes_) {
      if (!outcome) outcome = fault;
    }
  }

  /// Source: ConfigurationControlManager.validateAlterConfig, ControllerConfigurationValidator.
  Fault controller_fault(const ConfigAlteration& wanted) const {
    const ConfigResource type = config_resource(wanted.resource_type);
    if (!mode_.replaces_all) {
      if (auto fault = list_fault(wanted)) return fault;
    }
    if (type == ConfigResource::client_metrics) {
      return client_metrics_fault(wanted.resource_name, changed(wanted));
    }
    if (type != ConfigResource::topic) return std::nullopt;
    if (wanted.resource_name.empty()) {
      return invalid_request("Default topic resources are not allowed.");
    }
    if (auto fault = topic_name_fault(wanted.resource_name)) {
      return ConfigFault{ErrorCode::invalid_topic_exception, std::move(fault)};
    }
    if (auto fault = topic_overrides_fault(changed(wanted), state_.config)) {
      return invalid_config(*std::move(fault));
    }
    if (state_.catalog.find(wanted.resource_name) != nullptr) return std::nullopt;
    return ConfigFault{ErrorCode::unknown_topic_or_partition,
                       fmt::format("The topic '{}' does not exist.", wanted.resource_name)};
  }

  /// Source: KafkaConfigSchema.isSplittable.
  static Fault list_fault(const ConfigAlteration& wanted) {
    for (const ConfigChange& change : wanted.changes) {
      if (change.operation < 2 || list_default(wanted, change.name)) continue;
      return invalid_config(fmt::format("Can't {} to key {} because its type is not LIST.",
                                        change.operation == 2 ? "APPEND" : "SUBTRACT",
                                        change.name));
    }
    return std::nullopt;
  }

  /// The default of a setting that is a list; nothing if it is none.
  static std::optional<std::string_view> list_default(const ConfigAlteration& wanted,
                                                      std::string_view name) {
    const ConfigKey* key = nullptr;
    if (config_resource(wanted.resource_type) == ConfigResource::topic) {
      key = find_topic_config_key(name);
    } else if (config_resource(wanted.resource_type) == ConfigResource::broker) {
      key = find_broker_property(name);
    }
    if (key == nullptr || key->type != ConfigType::list) return std::nullopt;
    return key->default_value.value_or("");
  }

  /// The resource's own settings as they are.
  Properties current(const ConfigAlteration& wanted) const {
    switch (config_resource(wanted.resource_type)) {
      case ConfigResource::topic: {
        const Topic* topic = state_.catalog.find(wanted.resource_name);
        return topic == nullptr ? Properties{} : topic->overrides;
      }
      case ConfigResource::broker:
        return wanted.resource_name.empty() ? state_.config.dynamic.cluster
                                            : state_.config.dynamic.broker;
      case ConfigResource::client_metrics: {
        const auto found = state_.client_metrics.find(wanted.resource_name);
        return found == state_.client_metrics.end() ? Properties{} : found->second;
      }
      case ConfigResource::broker_logger:
      case ConfigResource::unknown:
        break;
    }
    return {};
  }

  /// The resource's own settings as they would be.
  Properties changed(const ConfigAlteration& wanted) const {
    Properties settings = mode_.replaces_all ? Properties{} : current(wanted);
    for (const ConfigChange& change : wanted.changes) {
      const auto operation = static_cast<ConfigOperation>(change.operation);
      if (mode_.replaces_all || operation == ConfigOperation::set) {
        settings.insert_or_assign(change.name, change.value.value_or(""));
      } else if (operation == ConfigOperation::remove) {
        settings.erase(change.name);
      } else {
        const auto found = settings.find(change.name);
        const std::string before =
            found != settings.end() ? found->second
                                    : std::string(list_default(wanted, change.name).value_or(""));
        settings.insert_or_assign(change.name,
                                  changed_list(before, operation, change.value.value_or("")));
      }
    }
    return settings;
  }

  /// How many settings of the cluster's metadata change.
  std::int64_t record_count(const ConfigAlteration& wanted) const {
    return std::ssize(wanted.changes) + (mode_.replaces_all ? std::ssize(current(wanted)) : 0);
  }

  void apply(const ConfigAlteration& wanted) {
    Properties settings = changed(wanted);
    tell(wanted, settings);
    switch (config_resource(wanted.resource_type)) {
      case ConfigResource::topic:
        return state_.catalog.set_overrides(wanted.resource_name, std::move(settings),
                                            state_.config);
      case ConfigResource::broker: {
        DynamicProperties dynamic = state_.config.dynamic;
        (wanted.resource_name.empty() ? dynamic.cluster : dynamic.broker) = std::move(settings);
        state_.config = with_dynamic(state_.started_with, std::move(dynamic));
        return state_.catalog.reconfigure(state_.config);
      }
      case ConfigResource::client_metrics:
        if (settings.empty()) {
          state_.client_metrics.erase(wanted.resource_name);
        } else {
          state_.client_metrics.insert_or_assign(wanted.resource_name, std::move(settings));
        }
        return;
      case ConfigResource::broker_logger:
      case ConfigResource::unknown:
        return;
    }
  }

  /// Tells of what becomes different; values that can't be shown are not told.
  void tell(const ConfigAlteration& wanted, const Properties& settings) {
    const bool is_broker = config_resource(wanted.resource_type) == ConfigResource::broker;
    std::vector<std::string> changes;
    const Properties before = current(wanted);
    for (const auto& [name, value] : settings) {
      const auto found = before.find(name);
      if (found != before.end() && found->second == value) continue;
      const bool is_hidden = is_broker && is_sensitive(property_type(name));
      changes.push_back(fmt::format("{}={}", name, is_hidden ? "[hidden]" : value));
    }
    for (const auto& [name, value] : before) {
      if (!settings.contains(name)) changes.push_back(fmt::format("{} back to its default", name));
    }
    if (changes.empty()) return;
    const std::string_view kind = is_broker                   ? "broker"
                                  : wanted.resource_type == 2 ? "topic"
                                                              : "client metrics";
    state_.facts.push_back({.at = now_,
                            .kind = FactKind::config_changed,
                            .detail = fmt::format("{} '{}': {}", kind, wanted.resource_name,
                                                  fmt::join(changes, ", "))});
  }

  BrokerState& state_;
  std::span<const ConfigAlteration> alterations_;
  AlterationMode mode_;
  Instant now_;
  std::vector<Fault> outcomes_;  ///< Nothing as long as there is no answer.
};

}  // namespace

ConfigResource config_resource(std::int8_t number) {
  switch (number) {
    case 2:
      return ConfigResource::topic;
    case 4:
      return ConfigResource::broker;
    case 8:
      return ConfigResource::broker_logger;
    case 16:
      return ConfigResource::client_metrics;
    default:
      return ConfigResource::unknown;
  }
}

std::vector<ConfigFault> alter_configs_in(BrokerState& state,
                                          std::span<const ConfigAlteration> alterations,
                                          AlterationMode mode, Instant now) {
  return Alteration(state, alterations, mode, now).run();
}

}  // namespace cohort::broker
