// EndTxn: commits or aborts a transaction.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>

namespace cohort {

/// Ends a running transaction. Source: KIP-98, KIP-588 (v2), KIP-482 (v3), KIP-890 (v4).
struct EndTxnRequest {
  static constexpr Api api{ApiKey::end_txn, {0, 4}, /*flexible_from=*/3};

  std::string transactional_id;
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  bool committed = false;  ///< False: abort.

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id);
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("committed", m.committed);
  }
  bool operator==(const EndTxnRequest&) const = default;
};

/// Whether the transaction is being ended.
struct EndTxnResponse {
  static constexpr Api api{ApiKey::end_txn, {0, 4}, /*flexible_from=*/3};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
  }
  bool operator==(const EndTxnResponse&) const = default;
};

}  // namespace cohort
