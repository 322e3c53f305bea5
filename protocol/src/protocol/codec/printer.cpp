#include "protocol/codec/printer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cohort::detail {

namespace {

constexpr std::size_t longest_text = 64;
constexpr std::size_t longest_hexadecimal = 32;
constexpr std::string_view digits = "0123456789abcdef";

bool is_text(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return c >= ' ' && c <= '~'; });
}

void append_hexadecimal(std::string& text, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 0xF];
  }
}

template <class Number>
std::string shortest(Number number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

}  // namespace

void Printer::open(char bracket) {
  text_ += bracket;
  is_first_ = true;
}

void Printer::close(char bracket) {
  text_ += bracket;
  is_first_ = false;
}

void Printer::begin_element() {
  if (!is_first_) text_ += ", ";
  is_first_ = false;
}

void Printer::begin_field(const char* name) {
  begin_element();
  text_.append(name).append("=");
}

void Printer::print(bool value) { append(value ? "true" : "false"); }
void Printer::print(std::int64_t value) { append(shortest(value)); }
void Printer::print(double value) { append(shortest(value)); }
void Printer::print(const Uuid& value) { append(to_base64(value)); }
void Printer::print(const std::string& value) { print_quoted(value); }

void Printer::print(ErrorCode value) {
  const std::string_view known = name(value);
  if (known == "UNKNOWN") return print(static_cast<std::int64_t>(value));
  append(known);
}

void Printer::print(ApiKey value) {
  const std::string_view known = name(value);
  if (known == "Unknown") return print(static_cast<std::int64_t>(value));
  append(known);
}

// Anything but plain ASCII is escaped, so that a line stays a line whatever a client sends.
void Printer::print_quoted(std::string_view text) {
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') text_ += '\\';
    if (is_text({&c, 1})) {
      text_ += c;
    } else {
      text_ += "\\x";
      append_hexadecimal(text_, {&c, 1});
    }
  }
  text_ += '"';
}

void Printer::print(const Buffer& value) {
  const std::string_view bytes = value.text();
  const bool readable = is_text(bytes);
  const std::string_view shown = bytes.substr(0, readable ? longest_text : longest_hexadecimal);
  if (readable) {
    print_quoted(shown);
  } else {
    append("0x");
    append_hexadecimal(text_, shown);
  }
  if (shown.size() == bytes.size()) return;
  append("...(" + std::to_string(bytes.size()) + " bytes)");
}

void Printer::print(const Buffers& value) { print(value.joined()); }

}  // namespace cohort::detail
