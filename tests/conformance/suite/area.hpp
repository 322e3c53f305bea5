// Areas: the parts of the protocol that cases are sorted by.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace cohort::conform {

struct Area {
  std::string_view name;   ///< The folder.
  std::string_view title;  ///< For people.
  std::string_view about;  ///< What its cases look at, and where it is written down.
};

/// From the wire up to transactions: a broker that fails in an early one fails in later ones, too.
std::span<const Area> areas();
/// Its place among them; behind all for a name that is none.
std::size_t area_place(std::string_view name);

}  // namespace cohort::conform
