#include "settings/property_reading.hpp"
#include <cohort/client/admin_config.hpp>

namespace cohort::client {

AdminConfig admin_config(const Properties& properties) {
  AdminConfig config = read_properties<AdminConfig>(properties).config;
  check(config);
  return config;
}

void check(const AdminConfig& config) {
  check(config.client);
  check_each(config);
}

Properties to_properties(const AdminConfig& config) {
  Properties properties = to_properties(config.client);
  write_each(config, properties);
  return properties;
}

}  // namespace cohort::client
