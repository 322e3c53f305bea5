// Macros of a case in words: what it stands on and is not about.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/report/step_lines.hpp"

namespace cohort::conform {

/// False, and nothing said, if the step is no macro.
bool tell_macro(const Json& step, StepLines& lines);

}  // namespace cohort::conform
