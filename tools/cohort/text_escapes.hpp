// text_escapes: \n, \t, \xHH and the like, as a command line writes bytes that are hard to type.
#pragma once

#include <string>
#include <string_view>

namespace cohort::tool {

/// \n, \r, \t, \\ and \xHH become the bytes they stand for. Throws UsageError, which names
/// `option`, for another letter behind a backslash.
std::string unescape(std::string_view option, std::string_view text);

}  // namespace cohort::tool
