// ConsumerConfig: the settings of a consumer, with Kafka's names, meanings and defaults.
#pragma once

#include <cohort/client/client_config.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

/// Where to read on when there is no committed offset, or the log no longer has it.
enum class AutoOffsetReset : std::uint8_t { earliest, latest, none };

/// The numbers are those of the wire. Source: IsolationLevel (KIP-98).
enum class IsolationLevel : std::int8_t { read_uncommitted = 0, read_committed = 1 };

std::string_view name(AutoOffsetReset reset);
std::string_view name(IsolationLevel level);

struct ConsumerConfig {
  ClientConfig client{};
  std::optional<std::string> group_id{};           ///< Null: neither subscribe nor commit.
  std::optional<std::string> group_instance_id{};  ///< Of a static member (KIP-345).
  Duration session_timeout = std::chrono::seconds(45);
  Duration heartbeat_interval = std::chrono::seconds(3);  ///< Less than the session timeout.
  Duration max_poll_interval = std::chrono::minutes(5);   ///< Rebalance timeout, too (KIP-62).
  AutoOffsetReset auto_offset_reset = AutoOffsetReset::latest;
  bool enable_auto_commit = true;  ///< Without a group of no account.
  Duration auto_commit_interval = std::chrono::seconds(5);
  /// The assignors by name, best first. Those that are built in: range, roundrobin, sticky,
  /// cooperative-sticky.
  std::vector<std::string> partition_assignment_strategy = {"range", "cooperative-sticky"};
  IsolationLevel isolation_level = IsolationLevel::read_uncommitted;
  std::int32_t fetch_min_bytes = 1;
  std::int32_t fetch_max_bytes = 52'428'800;
  std::int32_t max_partition_fetch_bytes = 1'048'576;
  Duration fetch_max_wait = milliseconds(500);
  std::int32_t max_poll_records = 500;
  bool check_crcs = true;
  bool allow_auto_create_topics = true;
  bool exclude_internal_topics = true;  ///< From what a pattern matches.
  bool operator==(const ConsumerConfig&) const = default;
};

/// These settings, from Kafka's keys and librdkafka's names of the same; see `describe_settings`.
/// Throws ConfigError, which names the key, the value and what is allowed. As in Kafka,
/// `enable.auto.commit=true` can't be asked for without `group.id`. The limit of an answer is no
/// less than `fetch.max.bytes` asks for, unless it is set.
ConsumerConfig consumer_config(const Properties& properties);

/// Throws ConfigError for what can't be, in the words of `consumer_config`.
void check(const ConsumerConfig& config);

/// All settings by their keys, as they would be written; those that are null are left out.
Properties to_properties(const ConsumerConfig& config);

}  // namespace cohort::client
