// TransactionRemedy: what an error from a coordinator asks a transactional producer to do.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>

namespace cohort::client {

enum class TransactionRemedy : std::uint8_t {
  none,              ///< No error.
  retry,             ///< The same again, after a pause.
  find_coordinator,  ///< The same again, where the coordinator is now.
  abort,             ///< The transaction can't be committed; the producer goes on behind an abort.
  abort_and_renew,   ///< The same, with a new epoch (KIP-360).
  give_up,           ///< The producer can't go on.
};

/// Of AddPartitionsToTxn and TxnOffsetCommit, by an error of one partition. Source:
/// TransactionManager's handlers; but metadata that is too large costs the transaction there, and
/// not the producer.
TransactionRemedy remedy_of(ApiKey api, ErrorCode error);

}  // namespace cohort::client
