// When transactions time out and transactional ids are forgotten.
// Source: TransactionStateManager.timedOutTransactions, removeExpiredTransactionalIds.
#include "transaction/transaction_coordinator.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

std::string to_string(const TransactionTimer& timer) {
  std::string text = timer.kind == TransactionTimer::Kind::time_out
                         ? "time-out of the transaction of "
                         : "expiry of transactional id ";
  return text.append(timer.transactional_id);
}

void TransactionCoordinator::advance(Instant now) {
  while (timers_.next_deadline() <= now) {
    const Instant due = timers_.next_deadline();
    const std::optional<TransactionTimer> timer = timers_.pop_due(due);
    COHORT_ASSERT(timer.has_value());
    if (timer->kind == TransactionTimer::Kind::time_out) {
      time_out(timer->transactional_id, due);
    } else {
      const bool is_forgotten =
          expire(timer->transactional_id, "not used for transactional.id.expiration.ms", due);
      COHORT_ASSERT(is_forgotten);
      facts_.back().cause = {.kind = Cause::Kind::timer, .name = "transactional_id_expiry"};
    }
  }
}

void TransactionCoordinator::time_out(const std::string& transactional_id, Instant now) {
  const Transaction& transaction = transactions_.at(transactional_id);
  COHORT_ASSERT(transaction.state == TransactionState::ongoing);
  note(FactKind::transaction_timed_out, transactional_id,
       "open for longer than " +
           std::to_string(std::chrono::floor<milliseconds>(transaction.timeout).count()) + " ms",
       now);
  fence_and_abort(transactional_id, "the transaction timed out", now);
}

bool TransactionCoordinator::abort(const std::string& transactional_id, std::string why,
                                   Instant now) {
  if (transactions_.at(transactional_id).state != TransactionState::ongoing) return false;
  fence_and_abort(transactional_id, std::move(why), now);
  return true;
}

bool TransactionCoordinator::expire(const std::string& transactional_id, std::string why,
                                    Instant now) {
  const TransactionState state = transactions_.at(transactional_id).state;
  const bool is_at_rest = state == TransactionState::empty ||
                          state == TransactionState::complete_commit ||
                          state == TransactionState::complete_abort;
  if (!is_at_rest) return false;
  timers_.cancel({TransactionTimer::Kind::expiry, transactional_id});
  transactions_.erase(transactional_id);
  records_.push_back({.transactional_id = transactional_id, .at = now, .stored = std::nullopt});
  note(FactKind::transactional_id_expired, transactional_id, std::move(why), now);
  return true;
}

/// A transaction is timed out when, in whole milliseconds, more than its time-out has passed.
void TransactionCoordinator::arm_time_out(const std::string& transactional_id,
                                          const Transaction& transaction, Instant now) {
  COHORT_ASSERT(transaction.started.has_value());
  const Instant started = Instant::from_unix_ms(transaction.started->unix_ms());
  const Instant too_long = started + transaction.timeout + milliseconds(1);
  timers_.set({TransactionTimer::Kind::time_out, transactional_id},
              next_check(std::max(too_long, now), config_.abort_interval));
}

void TransactionCoordinator::arm_expiry(const std::string& transactional_id,
                                        const Transaction& transaction, Instant now) {
  const Instant updated = Instant::from_unix_ms(transaction.updated.unix_ms());
  const Instant too_old = updated + config_.id_expiration;
  timers_.set({TransactionTimer::Kind::expiry, transactional_id},
              next_check(std::max(too_old, now), config_.expiry_interval));
}

/// Kafka looks at every transaction at whole intervals from its start on. A timer on that grid does
/// the same and wakes nobody in between.
Instant TransactionCoordinator::next_check(Instant earliest, Duration interval) const {
  const Duration since = std::max(earliest - origin_, Duration(1));
  const std::int64_t checks = (since.count() - 1) / interval.count() + 1;
  return origin_ + checks * interval;
}

}  // namespace cohort::broker
