// Layout of plain text: sentences wrapped, and values folded over lines where they are too long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

inline constexpr std::size_t text_width = 98;

/// A value in words: a text, or parts between an opening and a closing.
struct Piece {
  std::string text;            ///< All of it, or what opens it: `topics [`.
  std::vector<Piece> parts{};  ///< Separated by commas.
  std::string close{};
};

/// On one line.
std::string flat(const Piece& piece);
/// Separated by commas, on as many lines as they need, each after `indent` blanks and with its end.
std::string folded(const std::vector<Piece>& pieces, std::size_t indent);
/// Words on lines: the first behind `lead`, the others below its end.
std::string wrapped(std::string_view text, std::string_view lead);

/// `a, b and c`
std::string listed(const std::vector<std::string>& words, std::string_view last = " and ");

}  // namespace cohort::conform
