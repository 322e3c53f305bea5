// ListTransactions: the transactions a broker coordinates.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Asks for transactions; empty filters let everything through. Source: KIP-664, KIP-994 (v1).
struct ListTransactionsRequest {
  static constexpr Api api{ApiKey::list_transactions, {0, 1}, /*flexible_from=*/0};

  std::vector<std::string> state_filters;
  std::vector<std::int64_t> producer_id_filters;
  std::int64_t duration_filter = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("state_filters", m.state_filters);
    field("producer_id_filters", m.producer_id_filters);
    field("duration_filter", m.duration_filter, since(1), -1);
  }
  bool operator==(const ListTransactionsRequest&) const = default;
};

/// One transaction.
struct ListTransactionsTransactionState {
  std::string transactional_id;
  std::int64_t producer_id = 0;
  std::string transaction_state;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id);
    field("producer_id", m.producer_id);
    field("transaction_state", m.transaction_state);
  }
  bool operator==(const ListTransactionsTransactionState&) const = default;
};

/// The transactions that this broker coordinates.
struct ListTransactionsResponse {
  static constexpr Api api{ApiKey::list_transactions, {0, 1}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<std::string> unknown_state_filters;
  std::vector<ListTransactionsTransactionState> transaction_states;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("unknown_state_filters", m.unknown_state_filters);
    field("transaction_states", m.transaction_states);
  }
  bool operator==(const ListTransactionsResponse&) const = default;
};

}  // namespace cohort
