// Reports as a page to look at in a browser.
#pragma once

#include "conformance/report/report.hpp"

#include <span>
#include <string>

namespace cohort::conform {

/// One page with all it needs in it, which can be read without its script. Of several reports it
/// shows first what they differ in.
std::string to_html(std::span<const Report> reports);

}  // namespace cohort::conform
