// InitProducerId v0-v5 (KIP-98).
// v1 throttle time; v2 flexible; v3 current id and epoch (KIP-360); v4 PRODUCER_FENCED (KIP-588);
// v5 TRANSACTION_ABORTABLE (KIP-890). Not here: authorisation; transactional ids, which are refused
// with UNSUPPORTED_VERSION.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/init_producer_id.hpp>

namespace cohort::broker {

std::optional<InitProducerIdResponse> init_producer_id(RequestContext& context,
                                                       const InitProducerIdRequest& request) {
  InitProducer wanted{.producer_id = request.producer_id, .producer_epoch = request.producer_epoch};
  if (request.transactional_id) wanted.transactional_id = *request.transactional_id;
  const ErrorCode error = ProducerIds::check(wanted);
  if (error != ErrorCode::none) {
    return InitProducerIdResponse{.error_code = error, .producer_epoch = -1};
  }
  if (request.transactional_id) {
    return InitProducerIdResponse{.error_code = ErrorCode::unsupported_version,
                                  .producer_epoch = -1};
  }
  const GivenProducer given = context.state.producer_ids.init_idempotent(wanted);
  return InitProducerIdResponse{.error_code = given.error,
                                .producer_id = given.producer_id,
                                .producer_epoch = given.producer_epoch};
}

}  // namespace cohort::broker
