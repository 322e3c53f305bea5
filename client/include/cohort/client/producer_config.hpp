// ProducerConfig: the settings of a producer, with Kafka's names, meanings and defaults.
#pragma once

#include <cohort/client/client_config.hpp>
#include <cohort/client/partitioner.hpp>
#include <cohort/protocol/compression.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace cohort::client {

/// Who must have a record before it counts as sent. The numbers are those of the wire.
enum class Acks : std::int16_t {
  all = -1,  ///< Every replica in sync.
  none = 0,  ///< Nobody: no answer comes.
  one = 1,   ///< The leader.
};

std::string_view name(Acks acks);

struct ProducerConfig {
  ClientConfig client{};
  Acks acks = Acks::all;
  Duration linger{0};                       ///< So long a batch waits for more records.
  std::int32_t batch_size = 16'384;         ///< Bytes; 0: each record goes by itself.
  std::int64_t buffer_memory = 33'554'432;  ///< Bytes of all records that are not yet sent.
  Duration max_block =
      std::chrono::minutes(1);                ///< So long `send` waits for room and for metadata.
  std::int32_t max_request_size = 1'048'576;  ///< Bytes; of one record, too.
  Compression compression_type = Compression::none;
  bool enable_idempotence = true;  ///< Needs acks=all, retries, at most 5 in flight (KIP-98).
  Duration delivery_timeout =
      std::chrono::minutes(2);  ///< At least linger + request timeout (KIP-91).
  std::int32_t retries = std::numeric_limits<std::int32_t>::max();
  std::int32_t max_in_flight_requests_per_connection = 5;
  PartitionerKind partitioner = PartitionerKind::murmur2_random;
  std::optional<std::string> transactional_id{};
  Duration transaction_timeout = std::chrono::minutes(1);
  bool operator==(const ProducerConfig&) const = default;
};

/// These settings, from Kafka's keys and librdkafka's names of the same; see `describe_settings`.
/// Throws ConfigError, which names the key, the value and what is allowed. As in Kafka, what is not
/// set gives way to what is: idempotence is off where acks, retries or the requests in flight rule
/// it out, and the delivery timeout is no less than linger + request timeout.
ProducerConfig producer_config(const Properties& properties);

/// Throws ConfigError for what can't be, in the words of `producer_config`. Here nothing gives way.
void check(const ProducerConfig& config);

/// All settings by their keys, as they would be written; those that are null are left out.
Properties to_properties(const ProducerConfig& config);

}  // namespace cohort::client
