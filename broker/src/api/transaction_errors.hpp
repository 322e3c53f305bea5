// The transaction coordinator's errors as older clients are told them.
#pragma once

#include <cohort/protocol/error_code.hpp>

#include <cstdint>

namespace cohort::broker {

struct FencedVersions {
  std::int16_t asked = 0;         ///< The version of the request.
  std::int16_t knows_fenced = 0;  ///< From which version on PRODUCER_FENCED is known (KIP-588).
};

/// Clients that do not know PRODUCER_FENCED are told INVALID_PRODUCER_EPOCH. Source: KafkaApis.
inline ErrorCode for_version(ErrorCode error, const FencedVersions& versions) {
  const bool is_unknown =
      error == ErrorCode::producer_fenced && versions.asked < versions.knows_fenced;
  return is_unknown ? ErrorCode::invalid_producer_epoch : error;
}

/// What the partition's leader or the group coordinator, which ask for a client, make of an answer
/// of TransactionCoordinator::verify. Source: AddPartitionsToTxnManager.
inline ErrorCode for_writer(ErrorCode error, bool knows_abortable) {
  // Producers expect it in this place.
  if (error == ErrorCode::producer_fenced) return ErrorCode::invalid_producer_epoch;
  const bool is_unknown = error == ErrorCode::transaction_abortable && !knows_abortable;
  return is_unknown ? ErrorCode::invalid_txn_state : error;
}

}  // namespace cohort::broker
