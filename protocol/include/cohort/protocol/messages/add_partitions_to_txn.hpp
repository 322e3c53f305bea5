// AddPartitionsToTxn: how a producer tells which partitions its transaction writes to.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic to add.
struct AddPartitionsToTxnTopic {
  std::string name;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const AddPartitionsToTxnTopic&) const = default;
};

/// What to add to one transaction.
struct AddPartitionsToTxnTransaction {
  std::string transactional_id;
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  bool verify_only = false;
  std::vector<AddPartitionsToTxnTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id, since(4));
    field("producer_id", m.producer_id, since(4));
    field("producer_epoch", m.producer_epoch, since(4));
    field("verify_only", m.verify_only, since(4));
    field("topics", m.topics, since(4));
  }
  bool operator==(const AddPartitionsToTxnTransaction&) const = default;
};

/// Adds partitions to transactions: one transaction from a client (to v3), many from a broker
/// that verifies (from v4). Source: KIP-98, KIP-588 (v2), KIP-482 (v3), KIP-890 (v4, v5).
struct AddPartitionsToTxnRequest {
  static constexpr Api api{ApiKey::add_partitions_to_txn, {0, 5}, /*flexible_from=*/3};

  std::vector<AddPartitionsToTxnTransaction> transactions;
  std::string v3_and_below_transactional_id;
  std::int64_t v3_and_below_producer_id = 0;
  std::int16_t v3_and_below_producer_epoch = 0;
  std::vector<AddPartitionsToTxnTopic> v3_and_below_topics;

  static constexpr void fields(auto& field, auto& m) {
    field("transactions", m.transactions, since(4));
    field("v3_and_below_transactional_id", m.v3_and_below_transactional_id, between(0, 3));
    field("v3_and_below_producer_id", m.v3_and_below_producer_id, between(0, 3));
    field("v3_and_below_producer_epoch", m.v3_and_below_producer_epoch, between(0, 3));
    field("v3_and_below_topics", m.v3_and_below_topics, between(0, 3));
  }
  bool operator==(const AddPartitionsToTxnRequest&) const = default;
};

/// The outcome for one partition.
struct AddPartitionsToTxnPartitionResult {
  std::int32_t partition_index = 0;
  ErrorCode partition_error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("partition_error_code", m.partition_error_code);
  }
  bool operator==(const AddPartitionsToTxnPartitionResult&) const = default;
};

/// The outcome for the partitions of one topic.
struct AddPartitionsToTxnTopicResult {
  std::string name;
  std::vector<AddPartitionsToTxnPartitionResult> results_by_partition;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("results_by_partition", m.results_by_partition);
  }
  bool operator==(const AddPartitionsToTxnTopicResult&) const = default;
};

/// The outcome for one transaction.
struct AddPartitionsToTxnResult {
  std::string transactional_id;
  std::vector<AddPartitionsToTxnTopicResult> topic_results;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id, since(4));
    field("topic_results", m.topic_results, since(4));
  }
  bool operator==(const AddPartitionsToTxnResult&) const = default;
};

/// An outcome for each partition that was asked for.
struct AddPartitionsToTxnResponse {
  static constexpr Api api{ApiKey::add_partitions_to_txn, {0, 5}, /*flexible_from=*/3};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<AddPartitionsToTxnResult> results_by_transaction;
  std::vector<AddPartitionsToTxnTopicResult> results_by_topic_v3_and_below;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code, since(4).ignorable());
    field("results_by_transaction", m.results_by_transaction, since(4));
    field("results_by_topic_v3_and_below", m.results_by_topic_v3_and_below, between(0, 3));
  }
  bool operator==(const AddPartitionsToTxnResponse&) const = default;
};

}  // namespace cohort
