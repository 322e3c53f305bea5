// Config: the broker's settings, typed, with Kafka's names, meanings and defaults.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

namespace cohort::broker {

/// `group.*` and `offsets.*`: what the group coordinator goes by.
struct GroupConfig {
  Duration min_session_timeout = milliseconds(1);       ///< Kafka: 6 s. Bounds are inclusive.
  Duration max_session_timeout = std::chrono::minutes(30);
  Duration initial_rebalance_delay = milliseconds(20);  ///< Kafka: 3 s.
  std::int32_t max_size = std::numeric_limits<std::int32_t>::max();
  /// Limit of a commit's metadata, in UTF-16 code units as Java counts them.
  std::int32_t offset_metadata_max_bytes = 4096;
  Duration offsets_retention = std::chrono::hours(24 * 7);
  Duration offsets_retention_check_interval = std::chrono::minutes(10);
  bool operator==(const GroupConfig&) const = default;
};

/// Log and topic defaults.
struct LogConfig {
  std::int32_t num_partitions = 1;
  std::int16_t default_replication_factor = 1;
  bool auto_create_topics = true;
  std::int32_t message_max_bytes = 1'048'588;
  bool log_append_time = false;              ///< `log.message.timestamp.type`
  /// `log.message.timestamp.before.max.ms`: how far behind the broker's clock a record may be.
  std::int64_t timestamp_before_max_ms = std::numeric_limits<std::int64_t>::max();
  std::int64_t timestamp_after_max_ms = std::numeric_limits<std::int64_t>::max();
  std::string compression_type = "producer";
  Duration producer_id_expiration = std::chrono::hours(24);
  bool operator==(const LogConfig&) const = default;
};

struct Config {
  std::int32_t node_id = 1;
  std::uint64_t seed = 1;
  std::string rack;  ///< `broker.rack`; empty: none.
  std::int32_t socket_request_max_bytes = 104'857'600;
  Duration connections_max_idle = std::chrono::minutes(10);
  GroupConfig group;
  LogConfig log;

  /// Sets one property by Kafka's name. Throws ConfigError that names the key, the value and what is allowed.
  void set(std::string_view key, std::string_view value);
  bool operator==(const Config&) const = default;
};

}  // namespace cohort::broker
