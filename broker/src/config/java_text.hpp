// What Java makes of a text: whole numbers, and lists with commas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// As Integer.parseInt: a sign of either kind, digits and nothing else.
std::optional<std::int32_t> java_int(std::string_view text);

/// As String.split(","): no empty pieces at the end, but one of an empty text.
std::vector<std::string> java_split(std::string_view text);

}  // namespace cohort::broker
