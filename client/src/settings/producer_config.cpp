#include "settings/property_reading.hpp"
#include <cohort/client/producer_config.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace cohort::client {
namespace {

/// With more in flight a broker may no longer know a batch that comes again. Source:
/// ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION_FOR_IDEMPOTENCE, ProducerStateEntry.
constexpr std::int32_t most_in_flight = 5;

/// Why there can be no idempotence, or nothing. Source:
/// ProducerConfig.postProcessAndValidateIdempotenceConfigs.
std::optional<ConfigError> idempotence_fault(const ProducerConfig& config) {
  constexpr std::string_view with = " with enable.idempotence=true";
  if (config.retries == 0) {
    return wrong_value("retries", "0", std::string("at least 1").append(with));
  }
  if (config.acks != Acks::all) {
    return wrong_value("acks", name(config.acks), std::string("all").append(with));
  }
  if (config.max_in_flight_requests_per_connection > most_in_flight) {
    return wrong_value("max.in.flight.requests.per.connection",
                       written(any_value, config.max_in_flight_requests_per_connection),
                       std::string("at most 5").append(with));
  }
  return std::nullopt;
}

/// Source: KafkaProducer.configureDeliveryTimeout, which counts in 32 bits.
Duration least_delivery_timeout(const ProducerConfig& config) {
  constexpr Duration most = milliseconds(std::numeric_limits<std::int32_t>::max());
  return std::min(std::min(config.linger, most) + config.client.request_timeout, most);
}

void check_delivery_timeout(const ProducerConfig& config) {
  if (config.delivery_timeout >= least_delivery_timeout(config)) return;
  throw wrong_value("delivery.timeout.ms", written(any_value, config.delivery_timeout),
                    "at least linger.ms=" + written(any_value, config.linger) +
                        " and request.timeout.ms=" +
                        written(any_value, config.client.request_timeout) + " together");
}

}  // namespace

ProducerConfig producer_config(const Properties& properties) {
  PropertyReading<ProducerConfig> reading = read_properties<ProducerConfig>(properties);
  ProducerConfig& config = reading.config;
  if (!reading.is_given("enable.idempotence") && !config.transactional_id) {
    config.enable_idempotence = !idempotence_fault(config).has_value();
  }
  if (!reading.is_given("delivery.timeout.ms")) {
    config.delivery_timeout = std::max(config.delivery_timeout, least_delivery_timeout(config));
  }
  check(config);
  return config;
}

void check(const ProducerConfig& config) {
  check(config.client);
  check_each(config);
  if (config.enable_idempotence) {
    if (const auto fault = idempotence_fault(config)) throw ConfigError(*fault);
  } else if (config.transactional_id) {
    throw wrong_value("enable.idempotence", "false",
                      "true with transactional.id=" + *config.transactional_id);
  }
  check_delivery_timeout(config);
}

Properties to_properties(const ProducerConfig& config) {
  Properties properties = to_properties(config.client);
  write_each(config, properties);
  return properties;
}

}  // namespace cohort::client
