// Error codes in words.
#pragma once

#include "conformance/codec/json.hpp"

#include <string>
#include <vector>

namespace cohort::conform {

/// `25 (UNKNOWN_MEMBER_ID)`
std::string error_in_words(int code);

/// The differences, with Kafka's names behind the error codes.
std::vector<Difference> with_error_names(std::vector<Difference> differences);

}  // namespace cohort::conform
