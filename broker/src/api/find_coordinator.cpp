// FindCoordinator v0-v6.
// v1 key type (KIP-98), throttle time, message; v3 flexible; v4 several keys (KIP-699); v5
// TRANSACTION_ABORTABLE (KIP-890); v6 share groups (KIP-932). Not here: authorisation; share
// coordinators, which are never available.
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/find_coordinator.hpp>

#include <string>
#include <string_view>

namespace cohort::broker {

namespace {

enum class KeyType : std::int8_t { group = 0, transaction = 1, share = 2 };

constexpr std::string_view malformed_request_message =
    "The request is malformed or was sent to a broker that can't understand it.";

ErrorCode check_type(const FindCoordinatorRequest& request, std::int16_t version) {
  const KeyType type{request.key_type};
  if (type == KeyType::group || type == KeyType::transaction) return ErrorCode::none;
  if (type == KeyType::share && version >= 6) return ErrorCode::none;
  return ErrorCode::invalid_request;
}

FindCoordinatorCoordinator nowhere(const std::string& key, ErrorCode error) {
  return {.key = key, .node_id = -1, .port = -1, .error_code = error};
}

/// The topic that holds the coordinator's state is made when it is first asked for
/// (KafkaApis.getCoordinator).
FindCoordinatorCoordinator locate(RequestContext& context, KeyType type, const std::string& key) {
  if (type == KeyType::share) return nowhere(key, ErrorCode::coordinator_not_available);
  const std::string topic(type == KeyType::group ? offsets_topic : transaction_topic);
  BrokerState& state = context.state;
  if (state.catalog.find(topic) == nullptr) create_automatically(state, {&topic, 1}, context.now);
  const auto broker = state.cluster.reach(state.config.node_id, context.entrance());
  if (!broker) return nowhere(key, ErrorCode::coordinator_not_available);
  return {.key = key,
          .node_id = broker->node_id,
          .host = broker->endpoint.host,
          .port = broker->endpoint.port};
}

FindCoordinatorResponse locate_one(RequestContext& context, const FindCoordinatorRequest& request) {
  const FindCoordinatorCoordinator found = locate(context, KeyType{request.key_type}, request.key);
  return {.error_code = found.error_code,
          .error_message = std::string(name(found.error_code)),
          .node_id = found.node_id,
          .host = found.host,
          .port = found.port};
}

FindCoordinatorResponse refused(const FindCoordinatorRequest& request, std::int16_t version) {
  const std::string message(malformed_request_message);
  if (version < 4) {
    return {.error_code = ErrorCode::invalid_request,
            .error_message = message,
            .node_id = -1,
            .port = -1};
  }
  FindCoordinatorResponse response;
  for (const std::string& key : request.coordinator_keys) {
    response.coordinators.push_back(nowhere(key, ErrorCode::invalid_request));
    response.coordinators.back().error_message = message;
  }
  return response;
}

}  // namespace

std::optional<FindCoordinatorResponse> find_coordinator(RequestContext& context,
                                                        const FindCoordinatorRequest& request) {
  if (check_type(request, context.version()) != ErrorCode::none) {
    return refused(request, context.version());
  }
  if (context.version() < 4) return locate_one(context, request);
  FindCoordinatorResponse response;
  for (const std::string& key : request.coordinator_keys) {
    response.coordinators.push_back(locate(context, KeyType{request.key_type}, key));
  }
  return response;
}

}  // namespace cohort::broker
