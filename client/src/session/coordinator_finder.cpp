#include "session/coordinator_finder.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/find_coordinator.hpp>

#include <utility>

namespace cohort::client {

namespace {

/// From this version on a request names several keys (KIP-699).
constexpr int first_batched_version = 4;

struct FoundCoordinator {
  BrokerAddress address;
  ErrorCode error = ErrorCode::none;
  std::string message;
};

FoundCoordinator read_answer(const Answered& answer) {
  const Result<FindCoordinatorResponse> response =
      decode<FindCoordinatorResponse>(answer.body, answer.version);
  if (!response) return {.error = ErrorCode::unknown_server_error, .message = "unreadable answer"};
  if (answer.version < first_batched_version) {
    return {.address = {.node_id = response->node_id,
                        .host = response->host,
                        .port = static_cast<std::uint16_t>(response->port)},
            .error = response->error_code,
            .message = response->error_message.value_or("")};
  }
  if (response->coordinators.empty()) {
    return {.error = ErrorCode::unknown_server_error, .message = "an answer without coordinators"};
  }
  const FindCoordinatorCoordinator& found = response->coordinators.front();
  return {.address = {.node_id = found.node_id,
                      .host = found.host,
                      .port = static_cast<std::uint16_t>(found.port)},
          .error = found.error_code,
          .message = found.error_message.value_or("")};
}

/// Asking again will not help.
bool is_final(ErrorCode error) {
  return error == ErrorCode::group_authorization_failed ||
         error == ErrorCode::transactional_id_authorization_failed ||
         error == ErrorCode::invalid_group_id || error == ErrorCode::invalid_request ||
         error == ErrorCode::unsupported_version;
}

}  // namespace

void CoordinatorFinder::drive(Session& session, Duration request_timeout, Instant now,
                              Alarms& alarms) {
  if (where_ && session.is_broken(*where_)) {
    forget(session.describe(*where_));
  }
  if (where_) {
    if (!session.is_ready(*where_)) session.connect(*where_, now);
    return;
  }
  if (pending_ || failure_) return;
  if (not_before_ > now) {
    alarms.ring({.at = not_before_, .name = "coordinator retry", .is_periodic = true});
    return;
  }
  const std::optional<Destination> anyone = session.least_loaded(now);
  if (!anyone) return;
  const auto version = session.version(*anyone, FindCoordinatorRequest::api);
  if (!version || (kind_ == CoordinatorKind::transaction && *version == 0)) {
    failure_ = Failure{.kind = FailureKind::unsupported,
                       .message = "the broker knows no FindCoordinator that is understood here"};
    return;
  }
  FindCoordinatorRequest request{.key_type = static_cast<std::int8_t>(kind_)};
  if (*version < first_batched_version) {
    request.key = key_;
  } else {
    request.coordinator_keys = {key_};
  }
  pending_ = session.send(*anyone, request, {.version = *version, .timeout = request_timeout}, now);
}

void CoordinatorFinder::answered(const Answered& answer, Session& session, Instant now, Rng& rng) {
  pending_.reset();
  const FoundCoordinator found = read_answer(answer);
  if (found.error == ErrorCode::none) {
    failures_ = 0;
    last_trouble_.clear();
    session.learn_broker(found.address, now);
    where_ = Destination{found.address.node_id, Lane::group};
    session.connect(*where_, now);
    return;
  }
  if (is_final(found.error)) {
    failure_ = Failure{.kind = FailureKind::refused, .code = found.error, .message = found.message};
    return;
  }
  ++failures_;
  not_before_ = now + retry_.after(failures_, rng);
  last_trouble_ = name(found.error);
}

void CoordinatorFinder::lost(const Lost& lost, Instant now, Rng& rng) {
  pending_.reset();
  ++failures_;
  not_before_ = now + retry_.after(failures_, rng);
  last_trouble_ = lost.reason;
}

void CoordinatorFinder::forget(std::string why) {
  where_.reset();
  last_trouble_ = std::move(why);
}

std::optional<Failure> CoordinatorFinder::take_failure() {
  return std::exchange(failure_, std::nullopt);
}

std::string CoordinatorFinder::describe() const {
  std::string text = kind_ == CoordinatorKind::group ? "the coordinator of group "
                                                     : "the coordinator of transactional id ";
  text.append(key_);
  if (!last_trouble_.empty()) text.append(" (").append(last_trouble_).append(")");
  return text;
}

}  // namespace cohort::client
