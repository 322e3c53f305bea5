// ListClientMetricsResources: the names of the subscriptions to clients' metrics.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Asks for all names. Source: KIP-1000.
struct ListClientMetricsResourcesRequest {
  static constexpr Api api{ApiKey::list_client_metrics_resources, {0, 0}, /*flexible_from=*/0};

  static constexpr void fields(auto& /*field*/, auto& /*m*/) {}
  bool operator==(const ListClientMetricsResourcesRequest&) const = default;
};

/// One subscription.
struct ClientMetricsResource {
  std::string name;

  static constexpr void fields(auto& field, auto& m) { field("name", m.name); }
  bool operator==(const ClientMetricsResource&) const = default;
};

/// All names.
struct ListClientMetricsResourcesResponse {
  static constexpr Api api{ApiKey::list_client_metrics_resources, {0, 0}, /*flexible_from=*/0};

  std::int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::none;
  std::vector<ClientMetricsResource> client_metrics_resources;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("error_code", m.error_code);
    field("client_metrics_resources", m.client_metrics_resources);
  }
  bool operator==(const ListClientMetricsResourcesResponse&) const = default;
};

}  // namespace cohort
