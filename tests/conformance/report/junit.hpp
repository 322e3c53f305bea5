// Reports as JUnit XML, which continuous integration systems show.
#pragma once

#include "conformance/report/report.hpp"

#include <string>

namespace cohort::conform {

/// A suite for each area, in the suite's order. A case that the broker does not support is skipped.
std::string to_junit(const Report& report);

}  // namespace cohort::conform
