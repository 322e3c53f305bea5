#include "settings/property_reading.hpp"
#include <cohort/client/client_config.hpp>

namespace cohort::client {

ClientConfig client_config(const Properties& properties) {
  ClientConfig config = read_properties<ClientConfig>(properties).config;
  check(config);
  return config;
}

void check(const ClientConfig& config) {
  check_each(config);
  if (config.connections_max_idle < Duration::zero()) {
    // -1 is how no limit is written; a time below zero is none.
    throw ConfigError("connections.max.idle.ms: a time can't be less than none");
  }
}

Properties to_properties(const ClientConfig& config) {
  Properties properties;
  write_each(config, properties);
  return properties;
}

}  // namespace cohort::client
