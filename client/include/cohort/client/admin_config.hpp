// AdminConfig: the settings of an admin client, with Kafka's names, meanings and defaults.
#pragma once

#include <cohort/client/client_config.hpp>

#include <chrono>
#include <cstdint>
#include <limits>

namespace cohort::client {

struct AdminConfig {
  ClientConfig client{.connections_max_idle = std::chrono::minutes(5)};  ///< As Kafka's.
  std::int32_t retries = std::numeric_limits<std::int32_t>::max();
  bool operator==(const AdminConfig&) const = default;
};

/// These settings, from Kafka's keys and librdkafka's names of the same; see `describe_settings`.
/// Throws ConfigError, which names the key, the value and what is allowed.
/// `connections.max.idle.ms` is 5 minutes unless set, as of Kafka's admin client.
AdminConfig admin_config(const Properties& properties);

/// Throws ConfigError for what can't be, in the words of `admin_config`.
void check(const AdminConfig& config);

/// All settings by their keys, as they would be written.
Properties to_properties(const AdminConfig& config);

}  // namespace cohort::client
