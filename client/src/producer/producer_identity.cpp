#include "producer/producer_identity.hpp"

#include "producer/produce_error.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>

#include <limits>
#include <utility>

namespace cohort::client {

void ProducerIdentity::drive(Session& session, Duration request_timeout, Instant now,
                             Alarms& alarms) {
  if (current_.is_known() || pending_) return;
  if (not_before_ > now) {
    alarms.ring({.at = not_before_, .name = "retry of InitProducerId"});
    return;
  }
  const std::optional<Destination> anyone = session.least_loaded(now);
  if (!anyone) return;
  const auto version = session.version(*anyone, InitProducerIdRequest::api);
  if (!version) {
    failure_ = Failure{.kind = FailureKind::unsupported,
                       .code = ErrorCode::unsupported_version,
                       .message = session.describe(*anyone) +
                                  ", which has no producer ids: enable.idempotence needs a "
                                  "broker of Kafka 0.11 or later"};
    return;
  }
  // Nobody watches a transaction's time where there is none (as Kafka's client writes it).
  const InitProducerIdRequest request{
      .transactional_id = std::nullopt,
      .transaction_timeout_ms = std::numeric_limits<std::int32_t>::max()};
  pending_ = session.send(*anyone, request, {.version = *version, .timeout = request_timeout}, now);
}

void ProducerIdentity::answered(const Answered& answer, Instant now, Rng& rng) {
  pending_.reset();
  const Result<InitProducerIdResponse> response =
      decode<InitProducerIdResponse>(answer.body, answer.version);
  if (!response) {
    failed("an answer that can't be read", now, rng);
    return;
  }
  const ErrorCode error = response->error_code;
  if (error == ErrorCode::none) {
    current_ = {.id = response->producer_id, .epoch = response->producer_epoch};
    failures_ = 0;
    last_trouble_.clear();
    return;
  }
  failed(std::string(name(error)), now, rng);
  if (is_retriable(error)) return;
  // Rights may be given later (TransactionManager.InitProducerIdHandler).
  const bool may_come = error == ErrorCode::cluster_authorization_failed ||
                        error == ErrorCode::transactional_id_authorization_failed;
  failure_ = Failure{.kind = may_come ? FailureKind::refused : FailureKind::fatal,
                     .code = error,
                     .message = "no producer id was given"};
}

void ProducerIdentity::lost(const Lost& lost, Instant now, Rng& rng) {
  pending_.reset();
  failed(lost.reason, now, rng);
}

void ProducerIdentity::failed(const std::string& trouble, Instant now, Rng& rng) {
  ++failures_;
  not_before_ = now + retry_.after(failures_, rng);
  last_trouble_ = trouble;
}

void ProducerIdentity::bump() {
  COHORT_ASSERT(current_.is_known());
  if (current_.epoch == std::numeric_limits<std::int16_t>::max()) {
    current_ = {};
  } else {
    ++current_.epoch;
  }
}

std::string ProducerIdentity::describe() const {
  if (last_trouble_.empty()) return "a producer id";
  return "a producer id (" + last_trouble_ + ")";
}

}  // namespace cohort::client
