// ConfigSupport: properties for a client of a role, and what comes of them.
#pragma once

#include <cohort/client/config.hpp>
#include <cohort/client/error.hpp>

#include <string>
#include <utility>

namespace cohort::client {

/// These beside bootstrap.servers.
inline Properties with_local_servers(Properties properties) {
  properties.emplace("bootstrap.servers", "localhost:9092");
  return properties;
}

/// All settings that come of the properties; throws ConfigError.
inline Properties settings_from(Role role, const Properties& properties) {
  switch (role) {
    case Role::any:
      return to_properties(client_config(properties));
    case Role::consumer:
      return to_properties(consumer_config(properties));
    case Role::producer:
      return to_properties(producer_config(properties));
    case Role::admin:
      return to_properties(admin_config(properties));
  }
  return {};
}

/// Why a client can't have these beside bootstrap.servers, or "taken".
inline std::string config_refusal(Role role, Properties properties) {
  try {
    settings_from(role, with_local_servers(std::move(properties)));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "taken";
}

/// Why it can't be, or "taken".
template <class Config>
std::string config_refusal(const Config& config) {
  try {
    check(config);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace cohort::client
