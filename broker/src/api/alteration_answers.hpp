// The answers of AlterConfigs and IncrementalAlterConfigs, which differ in their names alone.
#pragma once

#include "config/config_alteration.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace cohort::broker {

/// What came of each alteration, in turn.
template <class Response>
Response altered(std::vector<ConfigAlteration> alterations, std::vector<ConfigFault> outcomes) {
  Response response;
  for (std::size_t i = 0; i < alterations.size(); ++i) {
    response.responses.push_back({.error_code = outcomes[i].error,
                                  .error_message = std::move(outcomes[i].message),
                                  .resource_type = alterations[i].resource_type,
                                  .resource_name = std::move(alterations[i].resource_name)});
  }
  return response;
}

}  // namespace cohort::broker
