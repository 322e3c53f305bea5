// What a producer's owner does with its transactions.
#include "transaction/transactions.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cohort::client {

std::string_view name(TransactionCall call) {
  switch (call) {
    case TransactionCall::init:
      return "init_transactions";
    case TransactionCall::commit:
      return "commit_transaction";
    case TransactionCall::abort:
      return "abort_transaction";
  }
  COHORT_ASSERT(false);
}

namespace {

[[noreturn]] void misuse(std::string_view call, std::string_view why) {
  throw std::logic_error(std::string(call).append(": ").append(why));
}

constexpr std::string_view nothing_open = "no transaction is open; begin_transaction() opens one";
constexpr std::string_view not_initialized = "init_transactions() comes first";

Failure aborted_failure() {
  return {.kind = FailureKind::canceled, .message = "the transaction was aborted"};
}

}  // namespace

Transactions::Transactions(TransactionOptions options)
    : options_(std::move(options)),
      coordinator_(options_.transactional_id, CoordinatorKind::transaction, options_.retry) {}

void Transactions::throw_failure() const {
  if (failure_) std::rethrow_exception(to_exception(*failure_));
}

void Transactions::check_phase_for(TransactionCall call) const {
  const std::string_view called = name(call);
  if (call == TransactionCall::init) {
    if (phase_ == TransactionPhase::fatal) throw_failure();
    if (phase_ != TransactionPhase::uninitialized) misuse(called, "is for once, at the beginning");
    return;
  }
  switch (phase_) {
    case TransactionPhase::uninitialized:
    case TransactionPhase::initializing:
      misuse(called, not_initialized);
    case TransactionPhase::open:
      return;
    case TransactionPhase::abortable:
      if (call == TransactionCall::commit) throw_failure();
      return;
    case TransactionPhase::fatal:
      throw_failure();
      return;
    case TransactionPhase::ready:
    case TransactionPhase::committing:
    case TransactionPhase::aborting:
      misuse(called, nothing_open);
  }
}

void Transactions::start(TransactionCall call) {
  // What has failed is known by the phase.
  if (call_ && call_->result && call_->result->has_error() && call_->call != call) call_.reset();
  if (call_ && call_->call == call) return;  // It goes on.
  if (call_ && phase_ != TransactionPhase::fatal) {
    misuse(name(call), std::string(name(call_->call))
                           .append("() has not ended; it has to be called again until it has"));
  }
  check_phase_for(call);
  call_ = OngoingCall{.call = call};
  failures_ = 0;
  switch (call) {
    case TransactionCall::init:
      phase_ = TransactionPhase::initializing;
      break;
    case TransactionCall::commit:
      phase_ = TransactionPhase::committing;
      break;
    case TransactionCall::abort:
      phase_ = TransactionPhase::aborting;
      wanted_.clear();
      end_offsets(aborted_failure());
      break;
  }
}

void Transactions::begin() {
  if (call_ && phase_ != TransactionPhase::fatal) {
    misuse("begin_transaction", std::string(name(call_->call))
                                    .append("() has not ended; it has to be called until it has"));
  }
  switch (phase_) {
    case TransactionPhase::ready:
      phase_ = TransactionPhase::open;
      return;
    case TransactionPhase::open:
      misuse("begin_transaction", "a transaction is open already");
    case TransactionPhase::abortable:
    case TransactionPhase::fatal:
      throw_failure();
      return;
    default:
      misuse("begin_transaction", not_initialized);
  }
}

SentOffsetsId Transactions::send_offsets(OffsetsToCommit offsets, GroupMembership membership) {
  if (phase_ == TransactionPhase::abortable || phase_ == TransactionPhase::fatal) throw_failure();
  if (phase_ != TransactionPhase::open) misuse("send_offsets_to_transaction", nothing_open);
  const SentOffsetsId id{++last_offsets_};
  offsets_.push_back(
      {.id = id, .offsets = std::move(offsets), .membership = std::move(membership)});
  if (offsets_.back().offsets.empty()) offsets_.back().result = boost::system::in_place_value;
  return id;
}

bool Transactions::is_done(TransactionCall call) const {
  // Somebody else may have waited for the same call and taken its end.
  return !call_ || call_->call != call || call_->result.has_value();
}

Outcome<void> Transactions::take(TransactionCall call) {
  COHORT_ASSERT(is_done(call));
  if (call_ && call_->call == call) {
    Outcome<void> result = std::move(*call_->result);
    call_.reset();
    return result;
  }
  if (failure_) return *failure_;
  return boost::system::in_place_value;
}

bool Transactions::is_done(SentOffsetsId id) const {
  const auto found = std::ranges::find(offsets_, id, &SentOffsets::id);
  return found == offsets_.end() || found->result.has_value();
}

Outcome<void> Transactions::take(SentOffsetsId id) {
  const auto found = std::ranges::find(offsets_, id, &SentOffsets::id);
  if (found == offsets_.end()) return boost::system::in_place_value;
  Outcome<void> result = std::move(*found->result);
  offsets_.erase(found);
  return result;
}

void Transactions::forget(SentOffsetsId id) {
  const auto found = std::ranges::find(offsets_, id, &SentOffsets::id);
  if (found != offsets_.end()) found->is_forgotten = true;
}

std::optional<Failure> Transactions::why_closed() const {
  switch (phase_) {
    case TransactionPhase::open:
      return std::nullopt;
    case TransactionPhase::abortable:
    case TransactionPhase::fatal:
      return failure_;
    case TransactionPhase::aborting:
      return aborted_failure();
    default:
      return Failure{.kind = FailureKind::refused, .message = std::string(nothing_open)};
  }
}

void Transactions::want(const TopicPartition& partition) {
  const bool takes = phase_ == TransactionPhase::open || phase_ == TransactionPhase::committing;
  if (takes && !added_.contains(partition)) wanted_.insert(partition);
}

void Transactions::lose_record(const Failure& why, bool was_numbered) {
  switch (why.code) {
    case ErrorCode::cluster_authorization_failed:
    case ErrorCode::transactional_id_authorization_failed:
    case ErrorCode::producer_fenced:
    case ErrorCode::unsupported_version:
      // TransactionManager.maybeTransitionToErrorState.
      give_up(why);
      return;
    default:
      // Kafka's client asks for one either way, where it can.
      make_abortable(why, /*needs_new_epoch=*/was_numbered || can_renew_);
  }
}

void Transactions::make_abortable(const Failure& why, bool needs_new_epoch) {
  const bool is_open = phase_ == TransactionPhase::open || phase_ == TransactionPhase::committing;
  if (!is_open && !drops_records()) return;
  if (needs_new_epoch && !can_renew_) {
    Failure fatal = why;
    fatal.message.append(
        "; only a coordinator of Kafka 2.5 or later lets a producer go on after that (KIP-360)");
    give_up(fatal);
    return;
  }
  needs_new_epoch_ = needs_new_epoch_ || needs_new_epoch;
  if (!is_open) return;
  phase_ = TransactionPhase::abortable;
  failure_ = why;
  failure_->kind = FailureKind::abortable;
  failure_->message = "the transaction can only be aborted: " + why.message;
  wanted_.clear();
  end_offsets(*failure_);
  end_call(*failure_);
}

void Transactions::give_up(const Failure& why) {
  if (phase_ == TransactionPhase::fatal) return;
  phase_ = TransactionPhase::fatal;
  failure_ = why;
  failure_->kind = FailureKind::fatal;
  wanted_.clear();
  end_offsets(*failure_);
  end_call(*failure_);
}

void Transactions::end_call(Outcome<void> result) {
  if (call_ && !call_->result) call_->result = std::move(result);
}

void Transactions::end_offsets(const Failure& why) {
  for (SentOffsets& sent : offsets_) {
    if (!sent.result) sent.result = why;
  }
}

void Transactions::end_transaction() {
  may_have_begun_ = false;
  has_begun_ = false;
  is_unknown_there_ = false;
  added_.clear();
  std::erase_if(offsets_, [](const SentOffsets& sent) { return sent.is_forgotten; });
  failures_ = 0;
}

void Transactions::complete() {
  phase_ = TransactionPhase::ready;
  failure_.reset();
  end_call(boost::system::in_place_value);
}

}  // namespace cohort::client
