// What a step asks of an answer, in words.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/report/step_lines.hpp"

#include <string>

namespace cohort::conform {

/// `api`: whose answer; empty if it is not known.
void tell_answer(const Json& step, const std::string& api, StepLines& lines);

}  // namespace cohort::conform
