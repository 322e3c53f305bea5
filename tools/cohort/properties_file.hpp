// properties_file: the text of a server.properties file, in Java's syntax.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::tool {

/// The settings of the text, in order. Comments begin with # or !; a line that ends with an odd
/// number of backslashes goes on in the next; key and value are parted by =, : or blanks;
/// backslashes escape, \uXXXX too. Throws UsageError that names the line. Source:
/// java.util.Properties.load.
std::vector<std::pair<std::string, std::string>> parse_properties(std::string_view text);

}  // namespace cohort::tool
