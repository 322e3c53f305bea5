// Texts of cohort conform for people: what failed, tables, and what a line of progress says.
#pragma once

#include "conformance/report/comparison.hpp"
#include "conformance/report/report.hpp"

#include <cstddef>
#include <string>

namespace cohort::tool {

/// Failures with their differences, why others were not played, a row for each area, and one line
/// that says it all. `is_verbose`: a line for each case, too.
std::string text_of(const conform::Report& report, bool is_verbose);

/// A row for each area and a column for each broker, and the cases in which they differ.
std::string text_of(const conform::Comparison& comparison);

/// `212 of 403 cases, 3 failed, 7 s`
std::string progress_text(const conform::Tally& tally, std::size_t all, double seconds);

}  // namespace cohort::tool
