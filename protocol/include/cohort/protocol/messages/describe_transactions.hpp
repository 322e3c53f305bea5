// DescribeTransactions: the state of transactions by their id.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Asks for the state of transactions. Source: KIP-664.
struct DescribeTransactionsRequest {
  static constexpr Api api{ApiKey::describe_transactions, {0, 0}, /*flexible_from=*/0};

  std::vector<std::string> transactional_ids;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_ids", m.transactional_ids);
  }
  bool operator==(const DescribeTransactionsRequest&) const = default;
};

/// Partitions of one topic that the transaction wrote to.
struct DescribeTransactionsTopicData {
  std::string topic;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic", m.topic);
    field("partitions", m.partitions);
  }
  bool operator==(const DescribeTransactionsTopicData&) const = default;
};

/// One transaction.
struct DescribeTransactionsTransactionState {
  ErrorCode error_code = ErrorCode::none;
  std::string transactional_id;
  std::string transaction_state;
  std::int32_t transaction_timeout_ms = 0;
  std::int64_t transaction_start_time_ms = 0;
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  std::vector<DescribeTransactionsTopicData> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("error_code", m.error_code);
    field("transactional_id", m.transactional_id);
    field("transaction_state", m.transaction_state);
    field("transaction_timeout_ms", m.transaction_timeout_ms);
    field("transaction_start_time_ms", m.transaction_start_time_ms);
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("topics", m.topics);
  }
  bool operator==(const DescribeTransactionsTransactionState&) const = default;
};

/// One description for each transactional id.
struct DescribeTransactionsResponse {
  static constexpr Api api{ApiKey::describe_transactions, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  std::vector<DescribeTransactionsTransactionState> transaction_states;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("transaction_states", m.transaction_states);
  }
  bool operator==(const DescribeTransactionsResponse&) const = default;
};

}  // namespace cohort
