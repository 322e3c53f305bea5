// Paths into answers: `topics[0].partitions[1].offset`.
#pragma once

#include "conformance/codec/json.hpp"

#include <set>
#include <string>

namespace cohort::conform {

/// Throws Failure when there is nothing.
Json& at_path(Json& value, const std::string& path);

/// The path without its indexes.
std::string without_indexes(const std::string& path);

/// Every error code in an answer, of whatever part.
std::set<int> error_codes_in(const Json& answer);

/// Whether the text is in any string or bytes of the value.
bool mentions(const Json& value, const std::string& text);

}  // namespace cohort::conform
