// InitProducerId v0-v5 (KIP-98).
// v1 throttle time; v2 flexible; v3 current id and epoch (KIP-360); v4 PRODUCER_FENCED (KIP-588);
// v5 TRANSACTION_ABORTABLE (KIP-890). Not here: authorisation.
#include "api/fenced_producers.hpp"
#include "api/handlers.hpp"
#include "api/transaction_errors.hpp"
#include "coordinators.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include <cohort/protocol/messages/init_producer_id.hpp>

namespace cohort::broker {

namespace {

GivenProducer init_transactional(RequestContext& context, const InitProducerIdRequest& request) {
  TransactionalInit wanted{.transactional_id = *request.transactional_id,
                           .timeout_ms = request.transaction_timeout_ms};
  if (request.producer_id != -1) wanted.expected = {request.producer_id, request.producer_epoch};
  BrokerState& state = context.state;
  if (state.transactions.check(wanted) == ErrorCode::none) {
    const ErrorCode error = check_may_change_transactions(context, wanted.transactional_id);
    if (error != ErrorCode::none) return {.error = error};
  }
  const GivenProducer given = state.transactions.init(wanted, state.producer_ids, context.now);
  end_transactions(state, context.now);
  return given;
}

}  // namespace

std::optional<InitProducerIdResponse> init_producer_id(RequestContext& context,
                                                       const InitProducerIdRequest& request) {
  InitProducer wanted{.producer_id = request.producer_id, .producer_epoch = request.producer_epoch};
  if (request.transactional_id) wanted.transactional_id = *request.transactional_id;
  GivenProducer given{.error = ProducerIds::check(wanted)};
  if (given.error == ErrorCode::none) {
    given = request.transactional_id ? init_transactional(context, request)
                                     : context.state.producer_ids.init_idempotent(wanted);
  }
  const ErrorCode error = for_version(given.error, {.asked = context.version(), .knows_fenced = 4});
  if (request.transactional_id) tell_if_fenced(context, *request.transactional_id, error);
  return InitProducerIdResponse{.error_code = error,
                                .producer_id = given.producer_id,
                                .producer_epoch = given.producer_epoch};
}

}  // namespace cohort::broker
