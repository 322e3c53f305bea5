// Reports to test with what is made of them.
#pragma once

#include "conformance/report/report.hpp"

namespace cohort::conform {

/// One case of each outcome in two areas, and an answer that is a script.
Report small_report();

}  // namespace cohort::conform
