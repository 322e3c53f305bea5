// InitProducerId: gives an idempotent or transactional producer its id and epoch.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort {

/// Asks for a producer id, or for the next epoch of one that a transactional id has. Source:
/// KIP-98, KIP-482 (v2), KIP-360 (v3), KIP-588 (v4), KIP-890 (v5).
struct InitProducerIdRequest {
  static constexpr Api api{ApiKey::init_producer_id, {0, 5}, /*flexible_from=*/2};

  std::optional<std::string> transactional_id = "";
  std::int32_t transaction_timeout_ms = 0;
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;

  static constexpr void fields(auto& field, auto& m) {
    field("transactional_id", m.transactional_id, always, not_null);
    field("transaction_timeout_ms", m.transaction_timeout_ms);
    field("producer_id", m.producer_id, since(3), -1);
    field("producer_epoch", m.producer_epoch, since(3), -1);
  }
  bool operator==(const InitProducerIdRequest&) const = default;
};

/// The id and epoch to produce with.
struct InitProducerIdResponse {
  static constexpr Api api{ApiKey::init_producer_id, {0, 5}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, always.ignorable());
    field("error_code", m.error_code);
    field("producer_id", m.producer_id, always, -1);
    field("producer_epoch", m.producer_epoch);
  }
  bool operator==(const InitProducerIdResponse&) const = default;
};

}  // namespace cohort
