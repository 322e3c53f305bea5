// DescribeCluster v0-v1 (KIP-700).
// v1 endpoint type (KIP-919).
// Not here: authorisation; controllers as an endpoint type of their own.
#include "api/authorized_operations.hpp"
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_cluster.hpp>

#include <string>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::int8_t brokers_endpoint = 1;
constexpr std::int8_t controllers_endpoint = 2;

/// Source: KafkaApis.handleDescribeCluster (3.9): a broker's listener describes brokers only.
DescribeClusterResponse wrong_endpoint(std::int8_t type) {
  if (type == controllers_endpoint) {
    return {.error_code = ErrorCode::mismatched_endpoint_type,
            .error_message =
                "The request was sent to an endpoint of type BROKER, but we wanted an "
                "endpoint of type CONTROLLER"};
  }
  return {.error_code = ErrorCode::unsupported_endpoint_type,
          .error_message = "Unsupported endpoint type " + std::to_string(type)};
}

}  // namespace

std::optional<DescribeClusterResponse> describe_cluster(RequestContext& context,
                                                        const DescribeClusterRequest& request) {
  if (request.endpoint_type != brokers_endpoint) return wrong_endpoint(request.endpoint_type);
  const BrokerState& state = context.state;
  DescribeClusterResponse response{.cluster_id = to_base64(state.cluster_id),
                                   .controller_id = state.cluster.controller()};
  for (ReachableBroker& broker : state.cluster.reachable(context.entrance())) {
    response.brokers.push_back({.broker_id = broker.node_id,
                                .host = std::move(broker.endpoint.host),
                                .port = broker.endpoint.port,
                                .rack = std::move(broker.rack)});
  }
  if (request.include_cluster_authorized_operations) {
    response.cluster_authorized_operations = all_cluster_operations;
  }
  return response;
}

}  // namespace cohort::broker
