// Text as Java reads it: what a Kafka broker makes of the bytes of a string.
#pragma once

#include <string>
#include <string_view>

namespace cohort::detail {

/// The bytes themselves if they are UTF-8; else each malformed piece is replaced by U+FFFD, cut
/// into pieces as Java's decoder cuts them. Source: String(byte[], UTF_8) and its CodingErrorAction
/// REPLACE.
std::string as_java_reads(std::string_view bytes);

}  // namespace cohort::detail
