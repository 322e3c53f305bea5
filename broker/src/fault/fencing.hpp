// fencing: what a client is told whose place somebody else has taken.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>

namespace cohort::broker {

/// Of a producer, a static member, or a reader of a former leader, in the words that this version
/// knows; nullopt: nobody can take such a client's place.
std::optional<ErrorCode> fencing_error(ApiKey api, std::int16_t version);

}  // namespace cohort::broker
