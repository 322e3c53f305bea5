#include "text_escapes.hpp"

#include "serve.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace cohort::tool {

namespace {

/// Takes what follows a backslash off the text. False if it is no escape.
bool take_escape(std::string_view& text, std::string& result) {
  if (text.empty()) return false;
  const char letter = text.front();
  text.remove_prefix(1);
  switch (letter) {
    case 'n':
      result += '\n';
      return true;
    case 'r':
      result += '\r';
      return true;
    case 't':
      result += '\t';
      return true;
    case '\\':
      result += '\\';
      return true;
    case 'x': {
      std::uint8_t byte = 0;
      const std::string_view digits = text.substr(0, 2);
      const char* const end = digits.data() + digits.size();
      if (digits.size() < 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) {
        return false;
      }
      text.remove_prefix(2);
      result += static_cast<char>(byte);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

std::string unescape(std::string_view option, std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const char next = rest.front();
    rest.remove_prefix(1);
    if (next != '\\') {
      result += next;
    } else if (!take_escape(rest, result)) {
      throw UsageError(fmt::format(
          R"({} {}: a backslash is followed by n, r, t, \ or x and two hexadecimal digits)", option,
          text));
    }
  }
  return result;
}

}  // namespace cohort::tool
