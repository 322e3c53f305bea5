// The LZ4 frame header and the two checksums that Kafka knows for it.
#pragma once

#include <cohort/protocol/record.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cohort::records {

/// Where an LZ4 frame's header checksum stands: behind magic, flags, block size and the optional
/// content size and dictionary id. Nothing when the bytes are no LZ4 frame or end before.
std::optional<std::size_t> lz4_header_checksum_offset(ByteView frame);

/// The checksum that belongs there: over the header without the frame's magic.
/// REQUIRES: `offset` is what lz4_header_checksum_offset gave.
std::uint8_t lz4_header_checksum(ByteView frame, std::size_t offset);

/// The one that Kafka wrote for magic 0: over the frame's magic too (KAFKA-3160).
std::uint8_t lz4_old_header_checksum(ByteView frame, std::size_t offset);

/// Blocks of this frame may refer to the ones before them, which Kafka does not read
/// (Lz4BlockOutputStream.FLG).
bool lz4_has_dependent_blocks(ByteView frame);

}  // namespace cohort::records
