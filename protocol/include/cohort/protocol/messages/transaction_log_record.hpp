// TransactionLogKey, TransactionLogValue: a transactional id as a record of `__transaction_state`.
#pragma once

#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

struct TransactionLogKey {
  static constexpr Versions versions{0, 0};
  static constexpr std::int16_t flexible_from = never_flexible;

  std::string transactional_id;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id);
  }
  bool operator==(const TransactionLogKey&) const = default;
};

/// Partitions of one topic that belong to the transaction.
struct TransactionLogPartitions {
  std::string topic;
  std::vector<std::int32_t> partition_ids;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partition_ids", m.partition_ids);
  }
  bool operator==(const TransactionLogPartitions&) const = default;
};

/// Kafka 3.9 writes version 0. Times are milliseconds since the Unix epoch.
struct TransactionLogValue {
  static constexpr Versions versions{0, 1};
  static constexpr std::int16_t flexible_from = 1;

  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  std::int32_t transaction_timeout_ms = 0;
  std::int8_t transaction_status = 0;  ///< The number of its state (TransactionState).
  std::optional<std::vector<TransactionLogPartitions>> transaction_partitions;  ///< Null if Empty.
  std::int64_t transaction_last_update_timestamp_ms = 0;
  std::int64_t transaction_start_timestamp_ms = 0;  ///< -1: none was begun.

  static constexpr void fields(auto& field, auto& m) {
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("transaction_timeout_ms", m.transaction_timeout_ms);
    field("transaction_status", m.transaction_status);
    field("transaction_partitions", m.transaction_partitions);
    field("transaction_last_update_timestamp_ms", m.transaction_last_update_timestamp_ms);
    field("transaction_start_timestamp_ms", m.transaction_start_timestamp_ms);
  }
  bool operator==(const TransactionLogValue&) const = default;
};

}  // namespace cohort
