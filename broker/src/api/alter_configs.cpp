// AlterConfigs v0-v2 (KIP-133): the whole set of a resource's settings.
// v1 throttles later; v2 flexible. Not here: authorisation; policies.
#include "api/alteration_answers.hpp"
#include "api/handlers.hpp"
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
  return altered<AlterConfigsResponse>(std::move(alterations), std::move(outcomes));
}

}  // namespace cohort::broker
