#include <cohort/client/partitioner.hpp>

#include <array>

namespace cohort::client {

namespace {

/// The remainders of all single bytes, by zlib's polynomial with its lowest bit first.
constexpr std::array<std::uint32_t, 256> crc_remainders = [] {
  constexpr std::uint32_t polynomial = 0xEDB88320;
  std::array<std::uint32_t, 256> remainders{};
  for (std::uint32_t byte = 0; byte < remainders.size(); ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? polynomial : 0);
    }
    remainders[byte] = remainder;
  }
  return remainders;
}();

/// Up to four bytes, the lowest first.
std::uint32_t little_endian(ByteView bytes) {
  std::uint32_t number = 0;
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    number |= static_cast<std::uint32_t>(bytes[byte]) << (8 * byte);
  }
  return number;
}

}  // namespace

std::int32_t murmur2(ByteView bytes) {
  constexpr std::uint32_t seed = 0x9747b28c;  // Utils.murmur2's.
  constexpr std::uint32_t multiplier = 0x5bd1e995;
  std::uint32_t hash = seed ^ static_cast<std::uint32_t>(bytes.size());
  for (; bytes.size() >= 4; bytes = bytes.subspan(4)) {
    std::uint32_t word = little_endian(bytes.first(4)) * multiplier;
    word ^= word >> 24;
    hash = (hash * multiplier) ^ (word * multiplier);
  }
  if (!bytes.empty()) hash = (hash ^ little_endian(bytes)) * multiplier;
  hash ^= hash >> 13;
  hash *= multiplier;
  hash ^= hash >> 15;
  return static_cast<std::int32_t>(hash);
}

std::uint32_t crc32(ByteView bytes) {
  std::uint32_t remainder = 0xFFFFFFFF;
  for (const std::uint8_t byte : bytes) {
    remainder = (remainder >> 8) ^ crc_remainders[(remainder ^ byte) & 0xFF];
  }
  return ~remainder;
}

}  // namespace cohort::client
