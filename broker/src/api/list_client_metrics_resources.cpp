// ListClientMetricsResources v0 (KIP-1000).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/list_client_metrics_resources.hpp>

namespace cohort::broker {

std::optional<ListClientMetricsResourcesResponse> list_client_metrics_resources(
    RequestContext& context, const ListClientMetricsResourcesRequest& /*request*/) {
  ListClientMetricsResourcesResponse response;
  for (const auto& [name, settings] : context.state.client_metrics) {
    response.client_metrics_resources.push_back({.name = name});
  }
  return response;
}

}  // namespace cohort::broker
