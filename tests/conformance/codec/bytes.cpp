#include "conformance/codec/bytes.hpp"

#include <array>

namespace cohort::conform {

void put_number(Bytes& out, std::uint64_t value, int width) {
  for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>(static_cast<std::uint8_t>(value >> shift));
  }
}

void put_unsigned_varint(Bytes& out, std::uint64_t value) {
  for (; value > 0x7F; value >>= 7) out += static_cast<char>((value & 0x7F) | 0x80);
  out += static_cast<char>(value);
}

void put_varint(Bytes& out, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  put_unsigned_varint(out, bits << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0));
}

std::string_view ByteReader::take(std::int64_t count) {
  if (count < 0 || static_cast<std::uint64_t>(count) > rest_.size()) {
    throw Failure("the answer ends early: " + std::to_string(count) + " bytes wanted of " +
                  std::to_string(rest_.size()));
  }
  const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
  rest_.remove_prefix(taken.size());
  return taken;
}

std::uint64_t ByteReader::unsigned_number(int width) {
  std::uint64_t value = 0;
  for (const char byte : take(width)) value = value << 8 | static_cast<std::uint8_t>(byte);
  return value;
}

std::int64_t ByteReader::number(int width) {
  const int unused_bits = 64 - 8 * width;
  return static_cast<std::int64_t>(unsigned_number(width) << unused_bits) >> unused_bits;
}

std::uint64_t ByteReader::unsigned_varint() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = unsigned_number(1);
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  throw Failure("a varint without end");
}

std::int64_t ByteReader::varint() {
  const std::uint64_t bits = unsigned_varint();
  return static_cast<std::int64_t>(bits >> 1 ^ ((bits & 1) != 0 ? ~std::uint64_t{0} : 0));
}

std::optional<std::string_view> ByteReader::sized() {
  const std::int64_t size = varint();
  if (size < 0) return std::nullopt;
  return take(size);
}

Bytes from_hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  Bytes bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    while (i < text.size() && text[i] == ' ') ++i;
    if (i >= text.size()) break;
    const std::size_t high = digits.find(text[i]);
    const std::size_t low = i + 1 < text.size() ? digits.find(text[i + 1]) : digits.npos;
    if (high == digits.npos || low == digits.npos) {
      throw Failure("not hexadecimal: " + std::string(text));
    }
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<std::uint8_t>(byte) >> 4];
    text += digits[static_cast<std::uint8_t>(byte) & 15];
  }
  return text;
}

namespace {

/// The code point at the front of well-formed UTF-8, taken off; null for anything else.
std::optional<char32_t> take_code_point(std::string_view& text) {
  const auto first = static_cast<std::uint8_t>(text.front());
  text.remove_prefix(1);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  if (first < 0xC2 || first > 0xF4 || text.size() < more) return std::nullopt;
  char32_t point = first & (0x3FU >> more);
  for (std::size_t i = 0; i < more; ++i) {
    const auto next = static_cast<std::uint8_t>(text[i]);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    point = point << 6 | (next & 0x3FU);
  }
  text.remove_prefix(more);
  constexpr std::array<char32_t, 4> smallest{0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < smallest[more] || point > 0x10FFFF || is_surrogate) return std::nullopt;
  return point;
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::optional<char32_t> point = take_code_point(text);
    if (!point || *point < 0x20 || (*point >= 0x7F && *point <= 0xA0)) return false;
  }
  return true;
}

}  // namespace

Json shown(std::optional<std::string_view> bytes) {
  if (!bytes) return nullptr;
  if (is_printable(*bytes)) return std::string(*bytes);
  return {{"hex", to_hex(*bytes)}};
}

std::optional<Bytes> raw(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (value.is_object()) return from_hex(value.at("hex").get<std::string>());
  return value.get<std::string>();
}

}  // namespace cohort::conform
