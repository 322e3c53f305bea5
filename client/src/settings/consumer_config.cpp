#include "settings/property_reading.hpp"
#include <cohort/client/consumer_config.hpp>

#include <algorithm>

namespace cohort::client {
namespace {

/// What an answer to a Fetch has beside records. Source: librdkafka, rd_kafka_conf_finalize.
constexpr std::int64_t fetch_overhead = 512;

std::int64_t least_receive_bytes(const ConsumerConfig& config) {
  return std::min<std::int64_t>(config.fetch_max_bytes + fetch_overhead,
                                std::numeric_limits<std::int32_t>::max());
}

void check_heartbeat(const ConsumerConfig& config) {
  // Source: Heartbeat's constructor.
  if (config.heartbeat_interval < config.session_timeout) return;
  throw wrong_value("heartbeat.interval.ms", written(any_value, config.heartbeat_interval),
                    "less than session.timeout.ms=" + written(any_value, config.session_timeout));
}

void check_receive_limit(const ConsumerConfig& config) {
  const std::int64_t least = least_receive_bytes(config);
  if (config.client.receive_message_max_bytes >= least) return;
  throw wrong_value("receive.message.max.bytes",
                    written(any_value, config.client.receive_message_max_bytes),
                    "at least " + written(any_value, least) +
                        ", for fetch.max.bytes=" + written(any_value, config.fetch_max_bytes));
}

/// An assignor of the caller's own can't come by properties.
void check_built_in(const std::vector<std::string>& strategy) {
  for (const std::string& each : strategy) {
    if (find_choice(assignor_choices(), each) != nullptr) continue;
    throw wrong_value("partition.assignment.strategy", each, allowed(any_value, strategy));
  }
}

}  // namespace

ConsumerConfig consumer_config(const Properties& properties) {
  PropertyReading<ConsumerConfig> reading = read_properties<ConsumerConfig>(properties);
  ConsumerConfig& config = reading.config;
  if (!reading.is_given("receive.message.max.bytes")) {
    std::int32_t& limit = config.client.receive_message_max_bytes;
    limit = static_cast<std::int32_t>(std::max<std::int64_t>(limit, least_receive_bytes(config)));
  }
  // Source: ConsumerConfig.maybeOverrideEnableAutoCommit.
  if (!config.group_id && config.enable_auto_commit && reading.is_given("enable.auto.commit")) {
    throw wrong_value("enable.auto.commit", "true", "false without group.id");
  }
  check_built_in(config.partition_assignment_strategy);
  check(config);
  return config;
}

void check(const ConsumerConfig& config) {
  check(config.client);
  check_each(config);
  check_heartbeat(config);
  check_receive_limit(config);
}

Properties to_properties(const ConsumerConfig& config) {
  Properties properties = to_properties(config.client);
  write_each(config, properties);
  // It has no effect then, but can't be asked for.
  if (!config.group_id && config.enable_auto_commit) properties.erase("enable.auto.commit");
  return properties;
}

}  // namespace cohort::client
