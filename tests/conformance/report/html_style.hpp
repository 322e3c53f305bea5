// What is the same in every page of reports.
#pragma once

#include <string_view>

namespace cohort::conform {

extern const std::string_view report_style;   ///< CSS.
extern const std::string_view report_filter;  ///< HTML: a form that the script shows.
extern const std::string_view report_script;  ///< JavaScript: the form's work.

}  // namespace cohort::conform
