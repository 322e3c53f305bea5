// Steps of a case in words: what is sent, and what must come.
#pragma once

#include "conformance/codec/json.hpp"

#include <string>

namespace cohort::conform {

/// Numbered as failures count them, from 1.
std::string steps_in_words(const Json& steps);

}  // namespace cohort::conform
