#include "config/dynamic_check.hpp"

#include "config/address_limits.hpp"
#include "config/broker_property.hpp"
#include "config/config_description.hpp"
#include "log/topic_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>
#include <string_view>

namespace cohort::broker {
namespace {

using Names = std::set<std::string, std::less<>>;

/// What Kafka says of a thrown check: the value is well formed, but can't be had. Source:
/// ConfigAdminManager.validateBrokerConfigChange (KAFKA-13609).
ConfigFault refused_change(std::string message) {
  return {ErrorCode::invalid_request, std::move(message)};
}

/// As Scala prints a set.
std::string listed(const Names& names) { return fmt::format("({})", fmt::join(names, ", ")); }

/// TLS settings that are read anew when they change. Source: SslConfigs.RECONFIGURABLE_CONFIGS.
constexpr auto tls_keys = std::to_array<std::string_view>(
    {"ssl.key.password", "ssl.keystore.certificate.chain", "ssl.keystore.key",
     "ssl.keystore.location", "ssl.keystore.password", "ssl.keystore.type",
     "ssl.truststore.certificates", "ssl.truststore.location", "ssl.truststore.password",
     "ssl.truststore.type"});

/// Counts that may at most double or be halved at a time. Source: DynamicThreadPool,
/// DataPlaneAcceptor, LogCleaner.
constexpr auto thread_counts = std::to_array<std::string_view>(
    {"background.threads", "log.cleaner.threads", "num.io.threads", "num.network.threads",
     "num.recovery.threads.per.data.dir", "num.replica.fetchers"});

/// Of listeners, these alone can be set for all brokers. Source:
/// DynamicBrokerConfig.ClusterLevelListenerConfigs.
constexpr auto listener_limits = std::to_array<std::string_view>(
    {"max.connection.creation.rate", "max.connections", "num.network.threads"});

/// What this broker can't change while it runs. Source: DynamicListenerConfig.
constexpr auto fixed_keys =
    std::to_array<std::string_view>({"advertised.listeners", "listeners", "metric.reporters"});

/// The property itself or, of a listener's, the one behind it.
std::string_view behind(std::string_view key) { return listener_property(key).value_or(key); }

template <class Predicate>
Names chosen(const Properties& properties, Predicate predicate) {
  Names names;
  for (const auto& [name, value] : properties) {
    if (predicate(name)) names.insert(name);
  }
  return names;
}

bool is_known(std::string_view name) { return find_broker_property(behind(name)) != nullptr; }

/// An unknown name is refused here; Kafka takes it for a plugin's.
std::optional<ConfigFault> name_fault(const Properties& properties) {
  const Names unknown = chosen(properties, [](std::string_view name) { return !is_known(name); });
  if (!unknown.empty()) {
    return ConfigFault{ErrorCode::invalid_config,
                       fmt::format("Unknown config name: {}", *unknown.begin())};
  }
  const Names fixed = chosen(properties, [](std::string_view name) {
    const BrokerProperty* property = find_broker_property(name);
    return property != nullptr && property->mode == UpdateMode::read_only;
  });
  if (!fixed.empty()) {
    return refused_change("Cannot update these configs dynamically: Set" + listed(fixed));
  }
  const Names tls = chosen(properties, [](std::string_view name) {
    return std::ranges::find(tls_keys, name) != tls_keys.end();
  });
  if (tls.empty()) return std::nullopt;
  return refused_change(
      "These security configs can be dynamically updated only per-listener using the listener "
      "prefix: HashSet" +
      listed(tls));
}

std::optional<ConfigFault> value_fault(const Properties& properties) {
  for (const auto& [name, value] : properties) {
    const ConfigKey& key = *find_broker_property(behind(name));
    if (auto fault = config_value_fault(key, value)) return refused_change(*std::move(fault));
    if (name == "max.connections.per.ip.overrides" && !parsed_address_limits(value)) {
      return refused_change(
          fmt::format("Error parsing configuration property '{}': {}", name, value));
    }
    // There are no classes to load but the one that is there.
    if (key.type != ConfigType::class_name || trimmed(value) == key.default_value) continue;
    return refused_change(
        fmt::format("Invalid value {} for configuration {}: Class {} could not be found.", value,
                    key.name, value));
  }
  return std::nullopt;
}

std::optional<ConfigFault> level_fault(const Properties& properties) {
  const Names names = chosen(properties, [](std::string_view name) {
    if (const auto property = listener_property(name)) {
      return std::ranges::find(listener_limits, *property) == listener_limits.end();
    }
    return find_broker_property(name)->mode == UpdateMode::per_broker;
  });
  if (names.empty()) return std::nullopt;
  return refused_change(
      "Cannot update these configs at default cluster level, broker id must be specified: Set" +
      listed(names));
}

/// A number in effect; nothing when the property is not set and has no default.
std::optional<std::int64_t> number_of(std::string_view name, const Config& config) {
  const auto text = property_in_effect(name, config);
  if (!text) return std::nullopt;
  const std::string shown = shown_config_value(ConfigType::int64, *text);
  std::int64_t number = 0;
  std::from_chars(shown.data(), shown.data() + shown.size(), number);
  return number;
}

/// Source: KafkaConfig.validateValues.
std::optional<ConfigFault> requirement_fault(const Config& config) {
  const auto fails = [](std::string_view what) {
    return refused_change(fmt::format("requirement failed: {}", what));
  };
  if (number_of("log.roll.ms", config).value_or(1) < 1) {
    return fails("log.roll.ms must be greater than or equal to 1");
  }
  if (number_of("log.roll.jitter.ms", config).value_or(0) < 0) {
    return fails("log.roll.jitter.ms must be greater than or equal to 0");
  }
  if (number_of("log.retention.ms", config) == 0) {
    return fails("log.retention.ms must be unlimited (-1) or, greater than or equal to 1");
  }
  constexpr std::int64_t least_buffer = std::int64_t{1} << 20;
  const std::int64_t cleaners = number_of("log.cleaner.threads", config).value_or(1);
  if (cleaners == 0) return refused_change("/ by zero");
  if (number_of("log.cleaner.dedupe.buffer.size", config).value_or(0) / cleaners <= least_buffer) {
    return fails("log.cleaner.dedupe.buffer.size must be at least 1MB per cleaner thread.");
  }
  const auto overrides = property_in_effect("max.connections.per.ip.overrides", config);
  if (number_of("max.connections.per.ip", config) == 0 && overrides.value_or("").empty()) {
    return fails(
        "max.connections.per.ip can be set to zero only if max.connections.per.ip.overrides "
        "property is set.");
  }
  return std::nullopt;
}

bool is_bad_thread_count(std::string_view name, const Config& before, const Config& after) {
  const std::int64_t old_count = number_of(name, before).value_or(0);
  const std::int64_t new_count = number_of(name, after).value_or(0);
  return new_count != old_count &&
         (new_count <= 0 || new_count < old_count / 2 || new_count > old_count * 2);
}

/// Source: DynamicLogConfig.validateReconfiguration.
bool keeps_more_locally(std::optional<std::int64_t> local, std::int64_t all) {
  return all > -1 && local && *local != -2 && (*local == -1 || *local > all);
}

/// What the parts of a running broker refuse. Kafka tells no more of it than this.
bool is_refused_by_a_part(const Config& before, const Config& after) {
  for (const std::string_view name : thread_counts) {
    if (is_bad_thread_count(name, before, after)) return true;
  }
  for (const std::string_view name : fixed_keys) {
    if (property_in_effect(name, before) != property_in_effect(name, after)) return true;
  }
  for (const std::string_view name : {"max.connections", "max.connection.creation.rate"}) {
    if (number_of(name, after) != number_of(name, before) && number_of(name, after) == 0) {
      return true;
    }
  }
  const LogSettings logs = log_settings({}, after);
  return keeps_more_locally(number_of("log.local.retention.ms", after), logs.retention_ms) ||
         keeps_more_locally(number_of("log.local.retention.bytes", after), logs.retention_bytes);
}

}  // namespace

std::optional<ConfigFault> dynamic_properties_fault(const Properties& properties,
                                                    bool is_per_broker, const Config& started_with,
                                                    const Config& current) {
  if (auto fault = name_fault(properties)) return fault;
  if (auto fault = value_fault(properties)) return fault;
  if (!is_per_broker) {
    if (auto fault = level_fault(properties)) return fault;
  }
  DynamicProperties dynamic = current.dynamic;
  (is_per_broker ? dynamic.broker : dynamic.cluster) = properties;
  const Config after = with_dynamic(started_with, std::move(dynamic));
  if (auto fault = requirement_fault(after)) return fault;
  if (is_refused_by_a_part(current, after)) return refused_change("Invalid dynamic configuration");
  return std::nullopt;
}

}  // namespace cohort::broker
