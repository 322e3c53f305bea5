#include "properties_file.hpp"

#include "serve.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace cohort::tool {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

bool ends_escaped(std::string_view line) {
  std::size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

/// The lines of a text while they are read; \n, \r and \r\n end one.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }
  int number() const { return number_; }

  std::string_view next() {
    ++number_;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
    if (!rest_.empty()) rest_.remove_prefix(1);
    return line;
  }

 private:
  std::string_view rest_;
  int number_ = 0;
};

void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

/// The four digits of \uXXXX at the text's beginning.
std::optional<std::uint32_t> code_unit(std::string_view text) {
  std::uint32_t unit = 0;
  if (text.size() < 4) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 4, unit, 16);
  if (error != std::errc{} || end != text.data() + 4) return std::nullopt;
  return unit;
}

/// Takes the digits of one character off the text: two pairs of them where UTF-16 has a surrogate.
std::optional<std::uint32_t> take_code(std::string_view& text) {
  const auto first = code_unit(text);
  if (!first) return std::nullopt;
  text.remove_prefix(4);
  if (*first < 0xD800 || *first > 0xDBFF || !text.starts_with("\\u")) return first;
  const auto second = code_unit(text.substr(2));
  if (!second || *second < 0xDC00 || *second > 0xDFFF) return first;
  text.remove_prefix(6);
  return 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
}

char escaped(char c) {
  switch (c) {
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    default:
      return c;
  }
}

std::string unescaped(std::string_view text, int line) {
  std::string result;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c != '\\') {
      result += c;
      continue;
    }
    if (text.empty()) break;  // At the end of the file.
    const char next = text.front();
    text.remove_prefix(1);
    if (next != 'u') {
      result += escaped(next);
      continue;
    }
    const auto code = take_code(text);
    if (!code) {
      throw UsageError("--config: line " + std::to_string(line) +
                       ": \\u is followed by four hexadecimal digits");
    }
    append_utf8(result, *code);
  }
  return result;
}

/// Where the key ends: at the first =, : or blank that is not escaped.
std::size_t key_end(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '=' || line[at] == ':' || is_blank(line[at])) {
      return at;
    }
  }
  return line.size();
}

std::string_view value_of(std::string_view rest) {
  rest = without_leading_blanks(rest);
  if (rest.starts_with('=') || rest.starts_with(':')) rest.remove_prefix(1);
  return without_leading_blanks(rest);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_properties(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> properties;
  Lines lines(text);
  while (!lines.is_at_end()) {
    const std::string_view first = without_leading_blanks(lines.next());
    if (first.empty() || first.front() == '#' || first.front() == '!') continue;
    const int number = lines.number();
    std::string line(first);
    while (ends_escaped(line)) {
      line.pop_back();
      if (lines.is_at_end()) break;
      line += without_leading_blanks(lines.next());
    }
    const std::size_t end = key_end(line);
    properties.emplace_back(unescaped(std::string_view(line).substr(0, end), number),
                            unescaped(value_of(std::string_view(line).substr(end)), number));
  }
  return properties;
}

}  // namespace cohort::tool
