// How a transactional id gets its producer, and a successor fences it.
// Source: TransactionCoordinator.handleInitProducerId, prepareInitProducerIdTransit;
// TransactionMetadata.prepareIncrementProducerEpoch, prepareProducerIdRotation; KIP-360.
#include "transaction/transaction_coordinator.hpp"
#include <cohort/protocol/assert.hpp>

#include <chrono>

namespace cohort::broker {

namespace {

/// May a producer that goes on after an error claim the id? It may when the id is new, when it is
/// the current producer (its epoch is looked at later), and when it asks again after its last epoch
/// was used up and a new producer id was given.
bool may_claim(const Transaction& transaction, const ProducerIdentity& expected) {
  return transaction.producer.epoch == -1 || expected.id == transaction.producer.id ||
         (expected.id == transaction.previous.id && is_exhausted(expected.epoch));
}

}  // namespace

ErrorCode TransactionCoordinator::check(const TransactionalInit& request) const {
  if (request.transactional_id.empty()) return ErrorCode::invalid_request;
  const milliseconds timeout(request.timeout_ms);
  const bool is_valid = timeout <= config_.max_timeout && timeout > milliseconds(0);
  return is_valid ? ErrorCode::none : ErrorCode::invalid_transaction_timeout;
}

GivenProducer TransactionCoordinator::init(const TransactionalInit& request, ProducerIds& ids,
                                           Instant now) {
  if (const ErrorCode wrong = check(request); wrong != ErrorCode::none) return {.error = wrong};
  Transaction& transaction = find_or_make(request, ids, now);
  // The next state is pending: that is told before anything that is wrong with the request.
  if (is_prepared(transaction.state)) return {.error = ErrorCode::concurrent_transactions};
  if (request.expected && !may_claim(transaction, *request.expected)) {
    return {.error = ErrorCode::producer_fenced};
  }
  switch (transaction.state) {
    case TransactionState::prepare_commit:
    case TransactionState::prepare_abort:
    case TransactionState::ongoing:
      // The client asks again, and then gets the epoch after the one that the markers carry.
      fence_and_abort(request.transactional_id, "InitProducerId", now);
      return {.error = ErrorCode::concurrent_transactions};
    case TransactionState::empty:
    case TransactionState::complete_commit:
    case TransactionState::complete_abort:
      break;
  }
  const ErrorCode error = renew(transaction, request, ids);
  if (error != ErrorCode::none) return {.error = error};
  return initialized(request, transaction, now);
}

Transaction& TransactionCoordinator::find_or_make(const TransactionalInit& request,
                                                  ProducerIds& ids, Instant now) {
  const auto found = transactions_.find(request.transactional_id);
  if (found != transactions_.end()) return found->second;
  Transaction made{.updated = now};
  made.producer.id = ids.next();
  return transactions_.emplace(request.transactional_id, std::move(made)).first->second;
}

/// The next epoch, or with the epochs used up a new producer id. A producer that repeats its
/// request, because the answer was lost, gets the same answer.
ErrorCode TransactionCoordinator::renew(Transaction& transaction, const TransactionalInit& request,
                                        ProducerIds& ids) {
  ProducerIdentity& producer = transaction.producer;
  const bool is_current =
      !request.expected || producer.epoch == -1 || request.expected->epoch == producer.epoch;
  const std::int16_t remembered = request.expected ? producer.epoch : std::int16_t{-1};
  if (!is_current) {
    // Kafka fails inside when it would have to count on from the last epoch.
    if (is_exhausted(producer.epoch)) return ErrorCode::unknown_server_error;
    const bool is_repeated = request.expected->epoch == transaction.previous.epoch;
    if (!is_repeated) return ErrorCode::producer_fenced;
    transaction.previous.id = producer.id;
    return ErrorCode::none;
  }
  transaction.previous = {producer.id, remembered};
  if (is_exhausted(producer.epoch)) {
    producer = {ids.next(), 0};
  } else {
    ++producer.epoch;
  }
  return ErrorCode::none;
}

GivenProducer TransactionCoordinator::initialized(const TransactionalInit& request,
                                                  Transaction& transaction, Instant now) {
  transaction.timeout = milliseconds(request.timeout_ms);
  transaction.state = TransactionState::empty;
  transaction.updated = now;
  arm_expiry(request.transactional_id, transaction, now);
  record(request.transactional_id, now);
  note(FactKind::producer_initialized, request.transactional_id,
       "producer " + std::to_string(transaction.producer.id) + " with epoch " +
           std::to_string(transaction.producer.epoch),
       now);
  return {.producer_id = transaction.producer.id, .producer_epoch = transaction.producer.epoch};
}

}  // namespace cohort::broker
