// IncrementalAlterConfigs v0-v1 (KIP-339).
// v1 flexible. Not here: authorisation; policies.
#include "api/alteration_answers.hpp"
#include "api/handlers.hpp"
#include "request_context.hpp"
#include <cohort/protocol/messages/incremental_alter_configs.hpp>

#include <utility>

namespace cohort::broker {

std::optional<IncrementalAlterConfigsResponse> incremental_alter_configs(
    RequestContext& context, const IncrementalAlterConfigsRequest& request) {
  std::vector<ConfigAlteration> alterations;
  for (const auto& resource : request.resources) {
    ConfigAlteration& wanted = alterations.emplace_back(ConfigAlteration{
        .resource_type = resource.resource_type, .resource_name = resource.resource_name});
    for (const auto& config : resource.configs) {
      wanted.changes.push_back({config.name, config.config_operation, config.value});
    }
  }
  std::vector<ConfigFault> outcomes = alter_configs_in(
      context.state, alterations, {.validates_only = request.validate_only}, context.now);
  return altered<IncrementalAlterConfigsResponse>(std::move(alterations), std::move(outcomes));
}

}  // namespace cohort::broker
