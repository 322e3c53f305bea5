// ClientConfig: the settings that every client has, with Kafka's names, meanings and defaults.
#pragma once

#include <cohort/client/endpoint.hpp>
#include <cohort/node/instant.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cohort::client {

/// Values by Kafka's keys, as a properties file has them: {"group.id", "orders"}.
using Properties = std::map<std::string, std::string>;

/// The part `client` of a consumer's, a producer's and an admin's configuration, so that one value
/// may serve several: `ConsumerConfig{.client = {.bootstrap_servers = servers}, .group_id = "g"}`.
struct ClientConfig {
  std::vector<Endpoint> bootstrap_servers{};  ///< At least one.
  /// What brokers call this client, in member ids too. Kafka's clients number theirs through a
  /// process (`consumer-orders-1`); a client that is a value has nothing to count with.
  std::string client_id = "cohort";
  std::string client_rack{};  ///< For reading from a replica nearby (KIP-392); empty: none.
  Duration request_timeout = std::chrono::seconds(30);     ///< An answer later than that is none.
  Duration default_api_timeout = std::chrono::minutes(1);  ///< Of calls that are given no timeout.
  /// From one attempt to connect to a broker to the next, doubled each time up to the maximum. A
  /// maximum that is less than the first holds for all, here and below (ExponentialBackoff).
  Duration reconnect_backoff = milliseconds(50);
  Duration reconnect_backoff_max = std::chrono::seconds(1);
  Duration retry_backoff = milliseconds(100);  ///< The same for a request that failed (KIP-580).
  Duration retry_backoff_max = std::chrono::seconds(1);
  Duration metadata_max_age = std::chrono::minutes(5);
  Duration connections_max_idle = std::chrono::minutes(9);  ///< Duration::max(): no limit.
  Duration socket_connection_setup_timeout =
      std::chrono::seconds(10);  ///< Backs off, too (KIP-601).
  Duration socket_connection_setup_timeout_max = std::chrono::seconds(30);
  /// Ours (librdkafka's `receive.message.max.bytes`): an answer that says it is larger is taken for
  /// garbage.
  std::int32_t receive_message_max_bytes = 104'857'600;
  std::uint64_t seed = 1;  ///< Ours (`cohort.seed`): all chance of this client comes from it.
  bool operator==(const ClientConfig&) const = default;
};

/// These settings, from the keys that every client has. Throws ConfigError.
ClientConfig client_config(const Properties& properties);

/// Throws ConfigError for what can't be, in the words of `client_config`.
void check(const ClientConfig& config);

/// All settings by their keys, as they would be written.
Properties to_properties(const ClientConfig& config);

}  // namespace cohort::client
