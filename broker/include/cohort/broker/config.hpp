// Config: the broker's settings, typed, with Kafka's names, meanings and defaults.
#pragma once

#include <cohort/broker/release.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/compression.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// A property that can't be set. The message names the key, the value and what is allowed.
class ConfigError : public std::invalid_argument {
 public:
  enum class Reason : std::uint8_t {
    unknown_key,  ///< No property of Kafka's: a file gives a warning, a command line is wrong.
    bad_value,
  };
  ConfigError(Reason reason, const std::string& message)
      : std::invalid_argument(message), reason_(reason) {}
  Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// `group.*` and `offsets.*`: what the group coordinator goes by.
struct GroupConfig {
  Duration min_session_timeout = milliseconds(1);  ///< Kafka: 6 s. Bounds are inclusive.
  Duration max_session_timeout = std::chrono::minutes(30);
  /// Kafka: 3 s. Long enough that fifty clients that start together on a busy machine get into one
  /// generation (bench/README.md).
  Duration initial_rebalance_delay = milliseconds(50);
  std::int32_t max_size = std::numeric_limits<std::int32_t>::max();
  /// Limit of a commit's metadata, in UTF-16 code units as Java counts them.
  std::int32_t offset_metadata_max_bytes = 4096;
  Duration offsets_retention = std::chrono::hours(24 * 7);
  Duration offsets_retention_check_interval = std::chrono::minutes(10);
  bool operator==(const GroupConfig&) const = default;
};

/// What the broker itself goes by. The defaults of topic configs (message.max.bytes,
/// log.retention.ms, compression.type, …) have no fields here: topics take them from
/// Config::properties.
struct LogConfig {
  std::int32_t num_partitions = 1;
  std::int16_t default_replication_factor = 1;
  bool auto_create_topics = true;
  Duration producer_id_expiration = std::chrono::hours(24);
  Duration producer_id_expiration_check_interval = std::chrono::minutes(10);
  Duration retention_check_interval = std::chrono::minutes(5);
  Duration initial_task_delay = std::chrono::seconds(30);  ///< Before the first check.
  bool is_cleaner_enabled = true;                          ///< `log.cleaner.enable`
  Duration cleaner_backoff = std::chrono::seconds(15);
  std::int32_t offsets_topic_partitions = 50;                 ///< `offsets.topic.num.partitions`
  Compression offsets_topic_compression = Compression::none;  ///< `offsets.topic.compression.codec`
  std::int32_t transaction_topic_partitions = 50;  ///< `transaction.state.log.num.partitions`
  bool operator==(const LogConfig&) const = default;
};

/// `transaction.*` and `transactional.*`: what the transaction coordinator goes by.
struct TransactionConfig {
  Duration max_timeout = std::chrono::minutes(15);  ///< `transaction.max.timeout.ms`, inclusive.
  Duration id_expiration = std::chrono::hours(24 * 7);
  /// `transaction.abort.timed.out.transaction.cleanup.interval.ms`
  Duration abort_interval = std::chrono::seconds(10);
  /// `transaction.remove.expired.transaction.cleanup.interval.ms`
  Duration expiry_interval = std::chrono::hours(1);
  /// `transaction.partition.verification.enable` (KIP-890)
  bool verifies_partitions = true;
  bool operator==(const TransactionConfig&) const = default;
};

/// `max.connections*`: whom a broker lets in. Each broker counts for itself.
struct ConnectionConfig {
  std::int32_t max = std::numeric_limits<std::int32_t>::max();
  std::int32_t max_per_ip = std::numeric_limits<std::int32_t>::max();
  /// Of single addresses, as they were written. Host names are not looked up, but for localhost.
  std::map<std::string, std::int32_t> max_per_ip_overrides{};
  bool operator==(const ConnectionConfig&) const = default;
};

/// Values by Kafka's names, as they were written.
using Properties = std::map<std::string, std::string, std::less<>>;

/// Properties that clients set while the broker runs; stronger than those it started with.
struct DynamicProperties {
  Properties broker{};   ///< Of this broker; stronger than those of all.
  Properties cluster{};  ///< Of all brokers.
  bool operator==(const DynamicProperties&) const = default;
};

struct Config {
  Release release = Release::kafka_3_9;
  std::int32_t node_id = 1;  ///< With several brokers of the first one; the others' follow.
  /// Ours, without a property: so many brokers over one state.
  std::int32_t brokers = 1;
  std::uint64_t seed = 1;
  std::string rack{};  ///< `broker.rack`; empty: none.
  /// Ours, without a property: of each broker in order; those beyond are in `rack`.
  std::vector<std::string> racks{};
  /// Bytes of records that all topics together may hold; 0: no limit. Ours, without a property:
  /// what would not fit is refused with KAFKA_STORAGE_ERROR, as by a Kafka whose disk is full.
  std::int64_t memory_limit = 0;
  /// Ours, without a property: every request and answer is told among the facts, for a transcript.
  bool tells_messages = false;
  std::int32_t socket_request_max_bytes = 104'857'600;
  Duration connections_max_idle = std::chrono::minutes(10);  ///< Duration::max(): no limit.
  /// `max.incremental.fetch.session.cache.slots`; below 8 none is left for a session, as in Kafka.
  std::int32_t fetch_session_cache_slots = 1000;
  /// Not `{}`: where a test is optimised, g++ 12 then warns falsely of its map
  /// (maybe-uninitialized).
  ConnectionConfig connection = ConnectionConfig();
  GroupConfig group{};
  LogConfig log{};
  TransactionConfig transaction{};
  /// Every property that was set, by Kafka's name, as it was written: DescribeConfigs shows them,
  /// topics take their defaults from them, and those that nothing acts on yet are kept here.
  Properties properties{};
  DynamicProperties dynamic{};  ///< Empty when a broker starts.
  /// Made by kafka_defaults(): what is shown as default of a property that was not set.
  bool has_kafka_defaults = false;

  /// Sets one property by Kafka's name; a later value replaces an earlier one. Throws ConfigError,
  /// and then nothing has changed.
  void set(std::string_view key, std::string_view value);

  /// Kafka's own numbers where our defaults differ.
  static Config kafka_defaults();

  bool operator==(const Config&) const = default;
};

/// The broker's settings under properties that clients set: fields and `dynamic` are made anew,
/// `properties` stay. REQUIRES: the values have no fault.
Config with_dynamic(const Config& started_with, DynamicProperties dynamic);

/// For a broker whose clock is moved by hand: unless it was set, the initial rebalance delay is 0,
/// which would have to be waited for by hand.
Config for_manual_clock(Config config);

/// Does Kafka 3.9 know a broker property of this name? Names under `listener.name.` are taken as
/// known.
bool is_broker_property(std::string_view key);

}  // namespace cohort::broker
