#include <cohort/protocol/uuid.hpp>

#include <cstddef>
#include <string_view>

namespace cohort {

Uuid uuid_from_bits(std::uint64_t high, std::uint64_t low) {
  high = (high & ~0xF000ULL) | 0x4000ULL;                 // version 4 (RFC 4122, section 4.4)
  low = (low & 0x3FFF'FFFF'FFFF'FFFFULL) | (1ULL << 63);  // variant 1
  Uuid made;
  for (std::size_t i = 0; i < 8; ++i) {
    made.bytes[i] = static_cast<std::uint8_t>(high >> (56 - 8 * i));
    made.bytes[8 + i] = static_cast<std::uint8_t>(low >> (56 - 8 * i));
  }
  return made;
}

std::string to_string(const Uuid& uuid) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits[uuid.bytes[i] >> 4];
    text += digits[uuid.bytes[i] & 15];
  }
  return text;
}

std::string to_base64(const Uuid& uuid) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  unsigned bits = 0;
  unsigned held = 0;
  for (const std::uint8_t byte : uuid.bytes) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 6; held -= 6) text += alphabet[bits >> (held - 6) & 63];
  }
  text += alphabet[bits << (6 - held) & 63];
  return text;
}

}  // namespace cohort
