#include "lz4_header.hpp"

#include <cohort/protocol/assert.hpp>

#include <bit>

namespace cohort::records {

namespace {

constexpr std::size_t flags_offset = 4;
constexpr std::uint8_t flag_dictionary = 1;
constexpr std::uint8_t flag_content_size = 8;
constexpr std::uint8_t flag_independent = 32;

std::uint32_t little_endian(ByteView bytes) {
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

/// xxHash32 with seed 0 of fewer than 16 or up to 19 bytes (the xxHash specification, steps 4 to 7
/// and, from 16 bytes on, 1 to 3 for one stripe).
std::uint32_t xxhash32(ByteView bytes) {
  constexpr std::uint32_t prime1 = 0x9E3779B1, prime2 = 0x85EBCA77, prime3 = 0xC2B2AE3D,
                          prime4 = 0x27D4EB2F, prime5 = 0x165667B1;
  const auto total = static_cast<std::uint32_t>(bytes.size());
  COHORT_ASSERT(total < 32);
  std::uint32_t hash = prime5;
  if (total >= 16) {
    const auto lane = [&](std::uint32_t start, std::size_t at) {
      return std::rotl(start + little_endian(bytes.subspan(at)) * prime2, 13) * prime1;
    };
    hash = std::rotl(lane(prime1 + prime2, 0), 1) + std::rotl(lane(prime2, 4), 7) +
           std::rotl(lane(0, 8), 12) + std::rotl(lane(0U - prime1, 12), 18);
    bytes = bytes.subspan(16);
  }
  hash += total;
  for (; bytes.size() >= 4; bytes = bytes.subspan(4))
    hash = std::rotl(hash + little_endian(bytes) * prime3, 17) * prime4;
  for (const std::uint8_t byte : bytes) hash = std::rotl(hash + byte * prime5, 11) * prime1;
  hash = (hash ^ (hash >> 15)) * prime2;
  hash = (hash ^ (hash >> 13)) * prime3;
  return hash ^ (hash >> 16);
}

std::uint8_t second_byte(std::uint32_t hash) { return static_cast<std::uint8_t>(hash >> 8); }

}  // namespace

std::optional<std::size_t> lz4_header_checksum_offset(ByteView frame) {
  if (frame.size() < 7 || little_endian(frame) != 0x184D2204) return std::nullopt;
  const std::uint8_t flags = frame[flags_offset];
  const std::size_t offset = 6 + ((flags & flag_content_size) != 0 ? std::size_t{8} : 0) +
                             ((flags & flag_dictionary) != 0 ? std::size_t{4} : 0);
  if (offset >= frame.size()) return std::nullopt;
  return offset;
}

std::uint8_t lz4_header_checksum(ByteView frame, std::size_t offset) {
  return second_byte(xxhash32(frame.subspan(flags_offset, offset - flags_offset)));
}

std::uint8_t lz4_old_header_checksum(ByteView frame, std::size_t offset) {
  return second_byte(xxhash32(frame.first(offset)));
}

bool lz4_has_dependent_blocks(ByteView frame) {
  return (frame[flags_offset] & flag_independent) == 0;
}

}  // namespace cohort::records
