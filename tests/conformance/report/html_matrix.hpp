// The part of a page in which several brokers stand side by side.
#pragma once

#include "conformance/report/comparison.hpp"
#include "conformance/report/report.hpp"

#include <span>
#include <string>

namespace cohort::conform {

/// Areas by brokers. REQUIRES: the page has an element `broker-0` and so on to link to.
std::string matrix_part(const Comparison& comparison);
/// The cases in which they differ, with what each broker answered to unfold.
std::string divided_part(const Comparison& comparison, std::span<const Report> reports);

}  // namespace cohort::conform
