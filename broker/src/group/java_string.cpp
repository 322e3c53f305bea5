#include "group/java_string.hpp"

#include <optional>
#include <utility>

namespace cohort::broker {

namespace {

/// How many bytes follow this one in a UTF-8 character; nullopt if none may begin with it.
std::optional<std::size_t> bytes_after(std::uint8_t lead) {
  if (lead < 0x80) return 0;
  if (lead < 0xC2) return std::nullopt;
  if (lead < 0xE0) return 1;
  if (lead < 0xF0) return 2;
  if (lead < 0xF5) return 3;
  return std::nullopt;
}

/// The character that begins `utf8`, and how many bytes it takes. Bytes that are no UTF-8 are one
/// replacement character each, near enough to what Java makes of them.
std::pair<std::uint32_t, std::size_t> first_character(std::string_view utf8) {
  constexpr std::pair<std::uint32_t, std::size_t> replacement{0xFFFD, 1};
  const auto lead = static_cast<std::uint8_t>(utf8.front());
  const std::optional<std::size_t> after = bytes_after(lead);
  if (!after || *after >= utf8.size()) return replacement;
  std::uint32_t character = *after == 0 ? lead : lead & (0x3Fu >> *after);
  for (std::size_t i = 1; i <= *after; ++i) {
    const auto byte = static_cast<std::uint8_t>(utf8[i]);
    if ((byte & 0xC0) != 0x80) return replacement;
    character = character << 6 | (byte & 0x3Fu);
  }
  return {character, *after + 1};
}

template <class Unit>
void for_each_utf16_unit(std::string_view utf8, Unit unit) {
  while (!utf8.empty()) {
    const auto [character, bytes] = first_character(utf8);
    utf8.remove_prefix(bytes);
    if (character < 0x10000) {
      unit(character);
      continue;
    }
    unit(0xD800 + ((character - 0x10000) >> 10));
    unit(0xDC00 + ((character - 0x10000) & 0x3FF));
  }
}

}  // namespace

std::size_t java_length(std::string_view utf8) {
  std::size_t length = 0;
  for_each_utf16_unit(utf8, [&](std::uint32_t) { ++length; });
  return length;
}

std::uint32_t java_hash(std::string_view utf8) {
  std::uint32_t hash = 0;
  for_each_utf16_unit(utf8, [&](std::uint32_t unit) { hash = hash * 31 + unit; });
  return hash;
}

std::uint32_t java_bucket(std::string_view utf8) {
  const std::uint32_t hash = java_hash(utf8);
  return (hash ^ hash >> 16) & 15;
}

}  // namespace cohort::broker
