// fault_json: a fault rule as it is sent.
#pragma once

#include "http/json_object.hpp"
#include <cohort/broker/fault_rule.hpp>

namespace cohort::broker {

/// Throws HttpError for what is no rule. Reads all of `body`.
FaultRule fault_rule_of(JsonObject body);

}  // namespace cohort::broker
