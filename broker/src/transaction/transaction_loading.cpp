// How transactional ids go to another coordinator and come from one.
// Source: TransactionStateManager.loadTransactionsForTxnTopicPartition,
// removeTransactionsForTxnTopicPartition.
#include "transaction/transaction_coordinator.hpp"
#include <cohort/protocol/assert.hpp>

namespace cohort::broker {

void TransactionCoordinator::unload(const IsOfPartition& is_of_partition) {
  for (auto each = transactions_.begin(); each != transactions_.end();) {
    if (!is_of_partition(each->first)) {
      ++each;
      continue;
    }
    timers_.cancel({TransactionTimer::Kind::time_out, each->first});
    timers_.cancel({TransactionTimer::Kind::expiry, each->first});
    each = transactions_.erase(each);
  }
  std::erase_if(endings_, [&](const TransactionEnd& ending) {
    return is_of_partition(ending.transactional_id);
  });
}

void TransactionCoordinator::load(const std::map<std::string, Transaction>& transactions,
                                  Instant now) {
  for (const auto& [transactional_id, transaction] : transactions) {
    const bool is_new = transactions_.emplace(transactional_id, transaction).second;
    COHORT_ASSERT(is_new);
    switch (transaction.state) {
      case TransactionState::ongoing:
        arm_time_out(transactional_id, transaction, now);
        break;
      case TransactionState::prepare_commit:
      case TransactionState::prepare_abort:
        owe_markers(transactional_id, transaction, now);
        break;
      case TransactionState::empty:
      case TransactionState::complete_commit:
      case TransactionState::complete_abort:
        arm_expiry(transactional_id, transaction, now);
        break;
    }
  }
}

}  // namespace cohort::broker
