#include "transaction/transaction_coordinator.hpp"

#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

/// The first few in words; a request may name thousands.
std::string summary(const std::vector<TransactionPartition>& partitions) {
  constexpr std::size_t shown = 8;
  std::string text = partitions.empty() ? "no partition" : "";
  for (std::size_t i = 0; i < std::min(partitions.size(), shown); ++i) {
    text +=
        (i == 0 ? "" : ", ") + partitions[i].topic + "-" + std::to_string(partitions[i].partition);
  }
  if (partitions.size() > shown) {
    text += " and " + std::to_string(partitions.size() - shown) + " more";
  }
  return text;
}

std::string_view word(TransactionOutcome outcome) {
  return outcome == TransactionOutcome::commit ? "commit" : "abort";
}

/// What EndTxn is answered when no transaction is open: a repeated request that asks for what has
/// been done is no error. While the markers are on their way the next state is pending, whichever
/// is asked for. Source: TransactionCoordinator.endTransaction.
ErrorCode answer_ended(TransactionState state, TransactionOutcome outcome) {
  if (is_prepared(state)) return ErrorCode::concurrent_transactions;
  const TransactionState asked_for = outcome == TransactionOutcome::commit
                                         ? TransactionState::complete_commit
                                         : TransactionState::complete_abort;
  return state == asked_for ? ErrorCode::none : ErrorCode::invalid_txn_state;
}

}  // namespace

TransactionCoordinator::TransactionCoordinator(const TransactionConfig& config, Instant now)
    : config_(config), origin_(now) {}

ErrorCode TransactionCoordinator::check_owner(const TransactionOwner& owner) const {
  if (owner.transactional_id.empty()) return ErrorCode::invalid_request;
  const Transaction* const transaction = find(owner.transactional_id);
  if (transaction == nullptr || transaction->producer.id != owner.producer.id) {
    return ErrorCode::invalid_producer_id_mapping;
  }
  // Strictly equal: only the coordinator makes epochs.
  const bool is_current = transaction->producer.epoch == owner.producer.epoch;
  return is_current || !coordinators_fence_old_producers ? ErrorCode::none
                                                         : ErrorCode::producer_fenced;
}

ErrorCode TransactionCoordinator::add_partitions(
    const TransactionOwner& owner, const std::vector<TransactionPartition>& partitions,
    Instant now) {
  const ErrorCode error = check_owner(owner);
  if (error != ErrorCode::none) return error;
  Transaction& transaction = transactions_.at(owner.transactional_id);
  if (is_prepared(transaction.state)) return ErrorCode::concurrent_transactions;
  std::vector<TransactionPartition> added;
  for (const TransactionPartition& partition : partitions) {
    if (transaction.partitions.insert(partition).second) added.push_back(partition);
  }
  const bool is_open = transaction.state == TransactionState::ongoing;
  if (is_open && added.empty()) return ErrorCode::none;
  transaction.updated = now;
  if (!is_open) {
    transaction.state = TransactionState::ongoing;
    transaction.started = now;
    timers_.cancel({TransactionTimer::Kind::expiry, owner.transactional_id});
    arm_time_out(owner.transactional_id, transaction, now);
  }
  record(owner.transactional_id, now);
  note(is_open ? FactKind::transaction_partitions_added : FactKind::transaction_begun,
       owner.transactional_id, summary(added), now);
  return ErrorCode::none;
}

std::vector<ErrorCode> TransactionCoordinator::verify(
    const TransactionOwner& owner, const std::vector<TransactionPartition>& partitions) const {
  ErrorCode error = check_owner(owner);
  if (error == ErrorCode::none && is_prepared(find(owner.transactional_id)->state)) {
    error = ErrorCode::concurrent_transactions;
  }
  std::vector<ErrorCode> errors(partitions.size(), error);
  if (error != ErrorCode::none) return errors;
  const Transaction& transaction = *find(owner.transactional_id);
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    if (!transaction.partitions.contains(partitions[i])) {
      errors[i] = ErrorCode::transaction_abortable;
    }
  }
  return errors;
}

ErrorCode TransactionCoordinator::end(const TransactionOwner& owner, TransactionOutcome outcome,
                                      Instant now) {
  const ErrorCode error = check_owner(owner);
  if (error != ErrorCode::none) return error;
  const Transaction& transaction = transactions_.at(owner.transactional_id);
  if (transaction.state != TransactionState::ongoing) {
    return answer_ended(transaction.state, outcome);
  }
  prepare(owner.transactional_id, outcome, "EndTxn", now);
  return ErrorCode::none;
}

void TransactionCoordinator::prepare(const std::string& transactional_id,
                                     TransactionOutcome outcome, std::string why, Instant now) {
  Transaction& transaction = transactions_.at(transactional_id);
  COHORT_ASSERT(transaction.state == TransactionState::ongoing);
  transaction.state = outcome == TransactionOutcome::commit ? TransactionState::prepare_commit
                                                            : TransactionState::prepare_abort;
  transaction.updated = now;
  timers_.cancel({TransactionTimer::Kind::time_out, transactional_id});
  owe_markers(transactional_id, transaction, now);
  record(transactional_id, now);
  note(FactKind::transaction_prepared, transactional_id,
       std::string(word(outcome)) + ": " + std::move(why), now);
}

void TransactionCoordinator::owe_markers(const std::string& transactional_id,
                                         const Transaction& transaction, Instant now) {
  const bool is_commit = transaction.state == TransactionState::prepare_commit;
  endings_.push_back({.transactional_id = transactional_id,
                      .producer = transaction.producer,
                      .outcome = is_commit ? TransactionOutcome::commit : TransactionOutcome::abort,
                      .partitions = {transaction.partitions.begin(), transaction.partitions.end()},
                      .at = now});
}

/// The epoch that this makes is given to nobody: it only travels in the markers, and closes the
/// partitions to the old producer. Source: TransactionMetadata.prepareFenceProducerEpoch.
void TransactionCoordinator::fence_and_abort(const std::string& transactional_id, std::string why,
                                             Instant now) {
  Transaction& transaction = transactions_.at(transactional_id);
  // No client is given the largest epoch; one that claims it anyway is aborted without a new one.
  if (transaction.producer.epoch <= last_usable_epoch) ++transaction.producer.epoch;
  transaction.previous.epoch = -1;
  note(FactKind::producer_fenced, transactional_id, why, now);
  prepare(transactional_id, TransactionOutcome::abort, std::move(why), now);
}

void TransactionCoordinator::marker_written(const TransactionEnd& ending,
                                            const TransactionPartition& partition) {
  Transaction& transaction = transactions_.at(ending.transactional_id);
  COHORT_ASSERT(is_prepared(transaction.state));
  transaction.partitions.erase(partition);
}

void TransactionCoordinator::completed(const TransactionEnd& ending, Instant now) {
  Transaction& transaction = transactions_.at(ending.transactional_id);
  COHORT_ASSERT(is_prepared(transaction.state));
  transaction.state = ending.outcome == TransactionOutcome::commit
                          ? TransactionState::complete_commit
                          : TransactionState::complete_abort;
  transaction.partitions.clear();
  // As of the decision, however long the markers took (TransactionMetadata.prepareComplete).
  transaction.updated = ending.at;
  arm_expiry(ending.transactional_id, transaction, now);
  record(ending.transactional_id, now);
  note(FactKind::transaction_completed, ending.transactional_id,
       std::string(word(ending.outcome)) + ", markers on " + summary(ending.partitions), now);
}

const Transaction* TransactionCoordinator::find(const std::string& transactional_id) const {
  const auto found = transactions_.find(transactional_id);
  return found == transactions_.end() ? nullptr : &found->second;
}

std::vector<TransactionEnd> TransactionCoordinator::take_endings() {
  return std::exchange(endings_, {});
}

std::vector<Fact> TransactionCoordinator::take_facts() { return std::exchange(facts_, {}); }

std::vector<TransactionRecord> TransactionCoordinator::take_records() {
  return std::exchange(records_, {});
}

void TransactionCoordinator::record(const std::string& transactional_id, Instant now) {
  records_.push_back({.transactional_id = transactional_id,
                      .at = now,
                      .stored = transactions_.at(transactional_id)});
}

void TransactionCoordinator::note(FactKind kind, const std::string& transactional_id,
                                  std::string detail, Instant now) {
  facts_.push_back(
      {.at = now, .kind = kind, .transactional_id = transactional_id, .detail = std::move(detail)});
}

}  // namespace cohort::broker
