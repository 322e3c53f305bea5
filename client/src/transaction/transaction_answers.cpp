// What the coordinators' answers, and lost ones, mean for the transactions of a producer.
#include "transaction/transactions.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// So soon the first partitions are tried again while the transaction before is still being ended
/// (TransactionManager.ADD_PARTITIONS_RETRY_BACKOFF_MS).
constexpr Duration first_partitions_backoff = milliseconds(20);

}  // namespace

bool Transactions::owns(RequestId id) const {
  return (under_way_ && under_way_->id == id) || coordinator_.is_pending(id) ||
         (group_coordinator_ && group_coordinator_->is_pending(id));
}

void Transactions::answered(const Answered& answer, const TransactionSurroundings& around,
                            Instant now) {
  if (coordinator_.is_pending(answer.id)) {
    coordinator_.answered(answer, around.session, now, around.rng);
    return;
  }
  if (group_coordinator_ && group_coordinator_->is_pending(answer.id)) {
    group_coordinator_->answered(answer, around.session, now, around.rng);
    return;
  }
  COHORT_ASSERT(under_way_ && under_way_->id == answer.id);
  if (phase_ == TransactionPhase::fatal) {
    under_way_.reset();
    return;
  }
  const Step step = under_way_->step;
  TransactionVerdict verdict = read_verdict(answer);
  take_accepted(step, verdict);
  std::string trouble(name(verdict.error));
  if (!verdict.is_readable) trouble = "an answer that can't be read";
  if (verdict.remedy == TransactionRemedy::none && !is_complete(step, verdict)) {
    verdict.remedy = TransactionRemedy::retry;
    trouble = "an answer without all partitions";
  }
  switch (verdict.remedy) {
    case TransactionRemedy::none:
      take_success(step, verdict);
      break;
    case TransactionRemedy::find_coordinator:
      finder_asked(step).forget(trouble);
      try_again(trouble, around.rng, now);
      break;
    case TransactionRemedy::retry: {
      try_again(trouble, around.rng, now);
      const bool is_first = step == Step::add_partitions && added_.empty();
      if (is_first && verdict.error == ErrorCode::concurrent_transactions) {
        not_before_ = std::min(not_before_, now + first_partitions_backoff);
      }
      break;
    }
    default:
      take_error(step, verdict);
  }
  under_way_.reset();
}

void Transactions::lost(const Lost& lost, const TransactionSurroundings& around, Instant now) {
  if (coordinator_.is_pending(lost.id)) {
    coordinator_.lost(lost, now, around.rng);
    return;
  }
  if (group_coordinator_ && group_coordinator_->is_pending(lost.id)) {
    group_coordinator_->lost(lost, now, around.rng);
    return;
  }
  COHORT_ASSERT(under_way_ && under_way_->id == lost.id);
  const Step step = under_way_->step;
  under_way_.reset();
  if (phase_ == TransactionPhase::fatal) return;
  if (lost.kind == LossKind::unwritable) {
    give_up({.kind = FailureKind::refused,
             .message = std::string(cohort::name(api_of(step))) + ": " + lost.reason});
    return;
  }
  finder_asked(step).forget(lost.reason);
  try_again(lost.reason, around.rng, now);
}

void Transactions::try_again(const std::string& trouble, Rng& rng, Instant now) {
  ++failures_;
  not_before_ = now + options_.retry.after(failures_, rng);
  last_trouble_ = trouble;
}

void Transactions::take_accepted(Step step, const TransactionVerdict& verdict) {
  if (step != Step::commit_offsets) return;
  SentOffsets* const sent = offsets_to_send();
  if (sent == nullptr) return;
  for (const TopicPartition& partition : verdict.accepted) sent->offsets.erase(partition);
}

bool Transactions::is_complete(Step step, const TransactionVerdict& verdict) const {
  switch (step) {
    case Step::add_partitions:
      return std::ranges::includes(verdict.accepted, under_way_->partitions);
    case Step::commit_offsets: {
      const auto sent =
          std::ranges::find_if(offsets_, [](const SentOffsets& each) { return !each.result; });
      return sent == offsets_.end() || sent->offsets.empty();
    }
    default:
      return true;
  }
}

void Transactions::take_success(Step step, const TransactionVerdict& verdict) {
  failures_ = 0;
  last_trouble_.clear();
  switch (step) {
    case Step::init:
      producer_ = verdict.producer;
      needs_new_epoch_ = false;
      end_transaction();
      complete();
      break;
    case Step::add_partitions:
      has_begun_ = true;
      for (const TopicPartition& partition : under_way_->partitions) {
        wanted_.erase(partition);
        added_.insert(partition);
      }
      break;
    case Step::add_group:
      has_begun_ = true;
      if (SentOffsets* sent = offsets_to_send()) sent->is_group_added = true;
      break;
    case Step::commit_offsets:
      if (SentOffsets* sent = offsets_to_send()) sent->result = boost::system::in_place_value;
      break;
    case Step::end:
      end_transaction();
      if (!needs_new_epoch_) complete();
      break;
  }
}

void Transactions::take_error(Step step, const TransactionVerdict& verdict) {
  // Whether the transaction had begun there was not known: it had not.
  const bool never_began = step == Step::end && verdict.error == ErrorCode::invalid_txn_state &&
                           phase_ == TransactionPhase::aborting && !has_begun_;
  if (never_began) {
    take_success(step, verdict);
    return;
  }
  switch (verdict.remedy) {
    case TransactionRemedy::abort:
    case TransactionRemedy::abort_and_renew: {
      const bool needs_new_epoch = verdict.remedy == TransactionRemedy::abort_and_renew;
      const bool is_aborting = phase_ == TransactionPhase::aborting;
      const bool ends = step == Step::end || step == Step::init;
      // To a coordinator that does not know the id there is nothing to end. Kafka's client asks no
      // such one for the end (TransactionManager.beginCompletingTransaction); this one finds out.
      is_unknown_there_ =
          is_unknown_there_ || (is_aborting && needs_new_epoch && step == Step::end);
      make_abortable(failure_of(step, verdict, FailureKind::abortable), needs_new_epoch);
      // An abort that can't be: nothing else is left to do, but for what goes on without EndTxn.
      if (is_aborting && ends && !is_unknown_there_) {
        give_up(failure_of(step, verdict, FailureKind::fatal));
      }
      break;
    }
    default:
      give_up(failure_of(step, verdict, FailureKind::fatal));
  }
}

Failure Transactions::failure_of(Step step, const TransactionVerdict& verdict,
                                 FailureKind kind) const {
  std::string what(cohort::name(api_of(step)));
  if (verdict.partition) what.append(" for ").append(to_string(*verdict.partition));
  what.append(" was refused");
  switch (verdict.error) {
    case ErrorCode::producer_fenced:
    case ErrorCode::invalid_producer_epoch:
      what.append(": another producer of transactional id ")
          .append(options_.transactional_id)
          .append(
              " took over, or the transaction was aborted after transaction.timeout.ms or from "
              "outside");
      break;
    case ErrorCode::unknown_member_id:
    case ErrorCode::illegal_generation:
    case ErrorCode::fenced_instance_id:
      what.append(
          ": the consumer is not in the group's generation any more, and others may have its "
          "partitions");
      break;
    case ErrorCode::invalid_transaction_timeout:
      what.append(": transaction.timeout.ms is ")
          .append(
              std::to_string(std::chrono::duration_cast<milliseconds>(options_.timeout).count()))
          .append(", more than the broker's transaction.max.timeout.ms");
      break;
    default:
      break;
  }
  return {.kind = kind,
          .code = verdict.error,
          .message = std::move(what),
          .partition = verdict.partition};
}

}  // namespace cohort::client
