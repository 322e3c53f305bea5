// The parts of a trace's page that are the same for every trace.
#pragma once

#include <string_view>

namespace cohort::testing {

extern const std::string_view page_style;    ///< CSS.
extern const std::string_view page_body;     ///< HTML: empty boxes that the scripts fill.
extern const std::string_view page_model;    ///< JavaScript: what is shown, and where.
extern const std::string_view page_drawing;  ///< JavaScript: draws it.
extern const std::string_view page_reader;   ///< JavaScript: what the reader does to it.

}  // namespace cohort::testing
