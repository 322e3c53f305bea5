// Embedded cases: the files of cases/ as a part of the program.
#pragma once

#include "conformance/suite/case.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace cohort::conform {

struct CaseText {
  std::string_view path;  ///< AREA/NAME.json
  std::string_view text;
};

/// By path. Made by the build from the files.
std::span<const CaseText> embedded_case_texts();

/// All cases by id, parsed anew at each call.
std::vector<Case> embedded_cases();

}  // namespace cohort::conform
