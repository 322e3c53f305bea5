#include "conformance/report/markup.hpp"

#include <cstddef>
#include <cstdint>

namespace cohort::conform {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  ///< 0: there is none that is well-formed.
};

/// The one that `text` begins with, by the table of well-formed UTF-8 (Unicode 3.9, table 3-7).
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {};
  std::uint32_t code = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool is_overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (is_overlong || is_surrogate || code > 0x10FFFF) return {};
  return {code, size};
}

/// XML 1.0, production 2.
bool is_in_xml(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code != 0xFFFE && code != 0xFFFF;
}

std::string_view written(std::uint32_t code, std::string_view character) {
  switch (code) {
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '&':
      return "&amp;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\r':
      // A reader would make a line feed of it.
      return "&#13;";
    default:
      return is_in_xml(code) ? character : replacement;
  }
}

}  // namespace

std::string escaped_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character first = first_character(text);
    const std::size_t size = first.size == 0 ? 1 : first.size;
    out += first.size == 0 ? replacement : written(first.code, text.substr(0, size));
    text.remove_prefix(size);
  }
  return out;
}

}  // namespace cohort::conform
