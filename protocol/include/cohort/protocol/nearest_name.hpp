// nearest_name: which of several names a misspelt one was meant to be.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace cohort {

/// The place of the name that takes the fewest letters put in, left out or changed, if those are
/// few: at most three, and at most one in three letters of `wanted`. Case and underscores do not
/// count. Of names that are as near the first.
std::optional<std::size_t> nearest_name(std::string_view wanted,
                                        std::span<const std::string_view> names);

}  // namespace cohort
