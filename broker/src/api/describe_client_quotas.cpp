// DescribeClientQuotas v0-v1 (KIP-546).
// v1 flexible. Not here: authorisation.
#include "api/handlers.hpp"
#include "config/client_quotas.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_client_quotas.hpp>

#include <fmt/format.h>

#include <utility>

namespace cohort::broker {

namespace {

using FilterFault = std::optional<ConfigFault>;

FilterFault refused_filter(std::string message) {
  return ConfigFault{ErrorCode::invalid_request, std::move(message)};
}

/// Source: ClientQuotasImage.describe.
FilterFault add_component(const DescribeClientQuotasComponent& component, QuotaFilter& filter) {
  const std::string& type = component.entity_type;
  if (type.empty()) return refused_filter("Invalid empty entity type.");
  if (filter.exact.contains(type) || filter.any.contains(type)) {
    return refused_filter(
        fmt::format("Entity type {} cannot appear more than once in the filter.", type));
  }
  if (type != "ip" && type != "user" && type != "client-id") {
    return ConfigFault{ErrorCode::unsupported_version,
                       fmt::format("Unsupported entity type {}", type)};
  }
  switch (component.match_type) {
    case 0:
      if (!component.match) {
        return refused_filter("Request specified MATCH_TYPE_EXACT, but set match string to null.");
      }
      filter.exact.emplace(type, component.match);
      return std::nullopt;
    case 1:
      if (component.match) {
        return refused_filter(
            "Request specified MATCH_TYPE_DEFAULT, but also specified a match string.");
      }
      filter.exact.emplace(type, std::nullopt);
      return std::nullopt;
    case 2:
      if (component.match) {
        return refused_filter(
            "Request specified MATCH_TYPE_SPECIFIED, but also specified a match string.");
      }
      filter.any.emplace(type, true);
      return std::nullopt;
    default:
      return refused_filter(fmt::format("Unknown match type {}", component.match_type));
  }
}

FilterFault filter_fault(const DescribeClientQuotasRequest& request, QuotaFilter& filter) {
  filter.is_strict = request.strict;
  for (const DescribeClientQuotasComponent& component : request.components) {
    if (auto fault = add_component(component, filter)) return fault;
  }
  const auto has = [&](std::string_view type) {
    return filter.exact.contains(type) || filter.any.contains(type);
  };
  if (!has("ip") || (!has("user") && !has("client-id"))) return std::nullopt;
  return refused_filter(
      "Invalid entity filter component combination. IP filter component should not be used with "
      "user or clientId filter component.");
}

}  // namespace

std::optional<DescribeClientQuotasResponse> describe_client_quotas(
    RequestContext& context, const DescribeClientQuotasRequest& request) {
  QuotaFilter filter;
  if (auto fault = filter_fault(request, filter)) {
    return DescribeClientQuotasResponse{.error_code = fault->error,
                                        .error_message = std::move(fault->message),
                                        .entries = std::nullopt};
  }
  DescribeClientQuotasResponse response;
  for (const auto& [entity, quotas] : context.state.client_quotas) {
    if (!filter.matches(entity)) continue;
    DescribeClientQuotasEntry& entry = response.entries->emplace_back();
    for (const auto& [type, name] : entity) entry.entity.push_back({type, name});
    for (const auto& [key, value] : quotas) entry.values.push_back({key, value});
  }
  return response;
}

}  // namespace cohort::broker
