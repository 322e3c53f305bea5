// AddOffsetsToTxn: how a producer tells which group its transaction will commit offsets for.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>

namespace cohort {

/// Adds the offsets of one group to a running transaction. Source: KIP-98, KIP-588 (v2),
/// KIP-482 (v3), KIP-890 (v4).
struct AddOffsetsToTxnRequest {
  static constexpr Api api{ApiKey::add_offsets_to_txn, {0, 4}, /*flexible_from=*/3};

  std::string transactional_id;
  std::int64_t producer_id = 0;
  std::int16_t producer_epoch = 0;
  std::string group_id;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id);
    field("producer_id", m.producer_id);
    field("producer_epoch", m.producer_epoch);
    field("group_id", m.group_id);
  }
  bool operator==(const AddOffsetsToTxnRequest&) const = default;
};

/// Whether the group is part of the transaction now.
struct AddOffsetsToTxnResponse {
  static constexpr Api api{ApiKey::add_offsets_to_txn, {0, 4}, /*flexible_from=*/3};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
  }
  bool operator==(const AddOffsetsToTxnResponse&) const = default;
};

}  // namespace cohort
