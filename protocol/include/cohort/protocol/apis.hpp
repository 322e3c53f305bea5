// The APIs of RequestList as a table: versions, and from which one on they are flexible.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/schema.hpp>

#include <span>

namespace cohort {

/// In the order of their keys.
std::span<const Api> apis();

/// Null if the codec does not know the API.
const Api* find_api(ApiKey key);

}  // namespace cohort
