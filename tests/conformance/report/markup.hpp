// Text in markup, XML or HTML: whatever a broker said stands there as text and as nothing else.
#pragma once

#include <string>
#include <string_view>

namespace cohort::conform {

/// For the place between tags and for values of attributes in quotes. What is no UTF-8, and
/// characters that XML 1.0 cannot hold, become U+FFFD.
std::string escaped_markup(std::string_view text);

}  // namespace cohort::conform
