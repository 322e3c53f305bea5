#include "producer_ids.hpp"

namespace cohort::broker {

ErrorCode ProducerIds::check(const InitProducer& request) {
  // An id without an epoch, or the reverse, is half of a request to recover (KIP-360).
  if ((request.producer_id == -1) != (request.producer_epoch == -1)) {
    return ErrorCode::invalid_request;
  }
  if (request.transactional_id.has_value() && request.transactional_id->empty()) {
    return ErrorCode::invalid_request;
  }
  return ErrorCode::none;
}

GivenProducer ProducerIds::init_idempotent(const InitProducer& request) {
  const ErrorCode error = check(request);
  if (error != ErrorCode::none) return {.error = error};
  return {.producer_id = next(), .producer_epoch = 0};
}

}  // namespace cohort::broker
