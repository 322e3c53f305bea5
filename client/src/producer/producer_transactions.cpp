// What transactions mean for a producer's batches.
#include "producer/producer_node.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cohort::client {

Transactions& ProducerNode::transactions_for(std::string_view call) {
  if (transactions_) return *transactions_;
  throw std::logic_error(std::string(call).append(": the producer has no transactional.id"));
}

TransactionSurroundings ProducerNode::transaction_surroundings() {
  const bool has_batches = std::ranges::any_of(
      accumulator_.active(), [&](QueueIndex index) { return !accumulator_.queue(index).empty(); });
  return {
      .session = session(), .rng = rng(), .has_unfinished = has_batches || !submissions_.empty()};
}

void ProducerNode::start(TransactionCall call, Instant now) {
  Transactions& transactions = transactions_for(name(call));
  const bool was_open = transactions.phase() == TransactionPhase::open;
  transactions.start(call);
  // What comes between a commit and the same commit again is outside.
  if (was_open) committed_ = submissions_.last();
  if (call != TransactionCall::init) {
    flush_submitted(now);
  } else {
    settle(now);
  }
}

void ProducerNode::begin_transaction() { transactions_for("begin_transaction").begin(); }

SentOffsetsId ProducerNode::send_offsets(OffsetsToCommit offsets, GroupMembership membership,
                                         Instant now) {
  const SentOffsetsId id = transactions_for("send_offsets_to_transaction")
                               .send_offsets(std::move(offsets), std::move(membership));
  settle(now);
  return id;
}

bool ProducerNode::has_open_transaction() const {
  return transactions_ && (transactions_->phase() == TransactionPhase::open ||
                           transactions_->phase() == TransactionPhase::abortable);
}

bool ProducerNode::is_ending_transaction() const {
  return transactions_ && (transactions_->phase() == TransactionPhase::committing ||
                           transactions_->phase() == TransactionPhase::aborting);
}

std::string ProducerNode::describe_transaction() const {
  const std::string own = transactions_->describe(session());
  const bool waits_for_records = unfinished_records() > 0;
  if (is_ending_transaction() && !waits_for_records && !submissions_.empty()) {
    return describe_topic(submissions_.first()->record.topic);
  }
  return waits_for_records || own.empty() ? describe_unfinished() : own;
}

void ProducerNode::drive_transactions(Instant now, Alarms& alarms) {
  if (transactions_->drops_records()) drop_unsent();
  for (const QueueIndex index : accumulator_.active()) {
    const PartitionQueue& queue = accumulator_.queue(index);
    if (!queue.empty()) transactions_->want(queue.where());
  }
  transactions_->drive(transaction_surroundings(), now, alarms);
  if (transactions_->phase() == TransactionPhase::fatal && !fatal_failure_) {
    fatal_failure_ = transactions_->failure();
    fail_everything(*fatal_failure_);
  }
  // A new epoch comes when no batch is left: whatever has numbers got them under it.
  for (const QueueIndex index : accumulator_.active()) {
    PartitionQueue& queue = accumulator_.queue(index);
    const bool is_renewed = producer().is_known() && !queue.is_numbered_under(producer());
    if (is_renewed && queue.may_be_renumbered()) queue.renumber(producer());
  }
}

void ProducerNode::drop_unsent() {
  const Failure failure = *transactions_->why_closed();
  for (const QueueIndex index : accumulator_.active()) {
    const PartitionQueue& queue = accumulator_.queue(index);
    for (std::size_t at = 0; at < queue.batches().size();) {
      if (queue.may_go_again(at)) {
        ++at;
      } else {
        fail(index, at, failure, {.error = failure.code});
      }
    }
  }
}

void ProducerNode::lose_record(Failure failure, bool was_numbered) {
  if (!transactions_) return;
  if (failure.message.empty() && failure.partition) {
    failure.message = "a record of " + to_string(*failure.partition) + " was refused";
  }
  transactions_->lose_record(failure, was_numbered);
}

}  // namespace cohort::client
