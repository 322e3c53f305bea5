// Checking a case's file before it is played: what is misspelt would otherwise pass unseen.
#pragma once

#include "conformance/codec/json.hpp"

#include <string>
#include <string_view>

namespace cohort::conform {

/// What is wrong with a case that came from `path` (AREA/NAME.json), in words; empty if nothing is.
/// Fields of bodies are looked at when they are sent.
std::string fault_in_case(const Json& file, std::string_view path);

}  // namespace cohort::conform
