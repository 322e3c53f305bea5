#include "protocol/codec/java_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace cohort::detail {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}
bool continues(std::string_view text, std::size_t at) { return (byte_at(text, at) & 0xC0) == 0x80; }

/// A character, or a malformed piece, at the start of a text.
struct Piece {
  std::size_t size = 0;
  bool is_character = false;
};
Piece malformed(std::size_t size) { return {.size = size}; }
Piece character(std::size_t size) { return {.size = size, .is_character = true}; }

Piece two_bytes(std::string_view text) {
  return text.size() > 1 && continues(text, 1) ? character(2) : malformed(1);
}

/// An overlong form ends at its first byte, a surrogate counts as one piece of three.
Piece three_bytes(std::string_view text) {
  if (text.size() == 1) return malformed(1);
  const bool is_overlong = byte_at(text, 0) == 0xE0 && (byte_at(text, 1) & 0xE0) == 0x80;
  if (is_overlong || !continues(text, 1)) return malformed(1);
  if (text.size() == 2 || !continues(text, 2)) return malformed(2);
  const bool is_surrogate = byte_at(text, 0) == 0xED && byte_at(text, 1) >= 0xA0;
  return is_surrogate ? malformed(3) : character(3);
}

Piece four_bytes(std::string_view text) {
  const std::uint8_t lead = byte_at(text, 0);
  if (lead > 0xF4 || text.size() == 1) return malformed(1);
  const std::uint8_t second = byte_at(text, 1);
  const bool is_out_of_range =
      (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F) || !continues(text, 1);
  if (is_out_of_range) return malformed(1);
  if (text.size() == 2 || !continues(text, 2)) return malformed(2);
  return text.size() > 3 && continues(text, 3) ? character(4) : malformed(3);
}

Piece first_piece(std::string_view text) {
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return character(1);
  if (lead >= 0xC2 && lead < 0xE0) return two_bytes(text);
  if (lead >= 0xE0 && lead < 0xF0) return three_bytes(text);
  if (lead >= 0xF0 && lead < 0xF8) return four_bytes(text);
  return malformed(1);
}

}  // namespace

std::string as_java_reads(std::string_view bytes) {
  const auto is_ascii = [](char byte) { return static_cast<std::uint8_t>(byte) < 0x80; };
  if (std::ranges::all_of(bytes, is_ascii)) return std::string(bytes);
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const Piece piece = first_piece(bytes);
    text += piece.is_character ? bytes.substr(0, piece.size) : replacement;
    bytes.remove_prefix(piece.size);
  }
  return text;
}

}  // namespace cohort::detail
