// TransactionRecord: a change of a transactional id, as Kafka writes it to __transaction_state.
#pragma once

#include "transaction/transaction.hpp"
#include <cohort/node/instant.hpp>

#include <optional>
#include <string>

namespace cohort::broker {

/// Source: TransactionStateManager.appendTransactionToLog, removeExpiredTransactionalIds.
struct TransactionRecord {
  std::string transactional_id;
  Instant at;
  std::optional<Transaction> stored;  ///< nullopt: the id is forgotten.
  bool operator==(const TransactionRecord&) const = default;
};

}  // namespace cohort::broker
