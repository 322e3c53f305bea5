// crc32c, crc32: the checksums of record batches (Castagnoli) and of the old message sets (IEEE
// 802.3).
#pragma once

#include <cstdint>
#include <span>

namespace cohort {

/// CRC-32C of the bytes (RFC 3720, appendix B.4), with the processor's own instruction where there
/// is one. `previous` is the checksum of the bytes before these, 0 at the start.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t previous = 0);

/// CRC-32 as gzip and Java's `CRC32` compute it, used by messages of magic 0 and 1.
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t previous = 0);

}  // namespace cohort
