// How Java measures and hashes a text, where that can be seen from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cohort::broker {

/// `String.length()` of a UTF-8 text: its UTF-16 code units, so two for each character beyond
/// U+FFFF.
std::size_t java_length(std::string_view utf8);

/// `String.hashCode()` of a UTF-8 text.
std::uint32_t java_hash(std::string_view utf8);

/// The bucket of a `HashMap` that holds up to twelve texts (its sixteen buckets are iterated in
/// this order).
std::uint32_t java_bucket(std::string_view utf8);

}  // namespace cohort::broker
