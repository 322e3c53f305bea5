// AlterConfigs v0-v2 (KIP-133): the whole set of a resource's settings.
// v1 throttles later; v2 flexible. Not here: authorisation; policies.
#include "api/handlers.hpp"
#include "config/config_alteration.hpp"
#include "request_context.hpp"
#include <cohort/protocol/messages/alter_configs.hpp>

#include <utility>

namespace cohort::broker {

std::optional<AlterConfigsResponse> alter_configs(RequestContext& context,
                                                  const AlterConfigsRequest& request) {
  std::vector<ConfigAlteration> alterations;
  for (const AlterConfigsResource& resource : request.resources) {
    ConfigAlteration& wanted = alterations.emplace_back(ConfigAlteration{
        .resource_type = resource.resource_type, .resource_name = resource.resource_name});
    for (const AlterConfigsAlterableConfig& config : resource.configs) {
      wanted.changes.push_back({.name = config.name, .value = config.value});
    }
  }
  std::vector<ConfigFault> outcomes = alter_configs_in(
      context.state, alterations, {.replaces_all = true, .validates_only = request.validate_only},
      context.now);

  AlterConfigsResponse response;
  for (std::size_t i = 0; i < alterations.size(); ++i) {
    response.responses.push_back({.error_code = outcomes[i].error,
                                  .error_message = std::move(outcomes[i].message),
                                  .resource_type = alterations[i].resource_type,
                                  .resource_name = std::move(alterations[i].resource_name)});
  }
  return response;
}

}  // namespace cohort::broker
