#include <cohort/client/admin/configs.hpp>

#include <utility>

namespace cohort::client {

ConfigResource topic_resource(std::string topic) {
  return {.type = ConfigResourceType::topic, .name = std::move(topic)};
}

ConfigResource broker_resource(std::int32_t node_id) {
  return {.type = ConfigResourceType::broker, .name = std::to_string(node_id)};
}

std::string to_string(const ConfigResource& resource) {
  switch (resource.type) {
    case ConfigResourceType::topic:
      return "topic " + resource.name;
    case ConfigResourceType::broker:
      return resource.name.empty() ? "all brokers" : "broker " + resource.name;
    case ConfigResourceType::broker_logger:
      return "the loggers of broker " + resource.name;
  }
  return resource.name;
}

std::string_view name(ConfigSource source) {
  switch (source) {
    case ConfigSource::topic:
      return "DYNAMIC_TOPIC_CONFIG";
    case ConfigSource::dynamic_broker:
      return "DYNAMIC_BROKER_CONFIG";
    case ConfigSource::dynamic_default_broker:
      return "DYNAMIC_DEFAULT_BROKER_CONFIG";
    case ConfigSource::static_broker:
      return "STATIC_BROKER_CONFIG";
    case ConfigSource::default_value:
      return "DEFAULT_CONFIG";
    case ConfigSource::dynamic_broker_logger:
      return "DYNAMIC_BROKER_LOGGER_CONFIG";
    case ConfigSource::client_metrics:
      return "CLIENT_METRICS_CONFIG";
    case ConfigSource::group:
      return "GROUP_CONFIG";
    case ConfigSource::unknown:
      break;
  }
  return "UNKNOWN";
}

}  // namespace cohort::client
