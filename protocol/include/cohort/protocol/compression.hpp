// Compression: the codecs of record batches, as Kafka's Java client writes and reads them.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cohort {

/// The codec of a batch, by its number in the attributes.
enum class Compression : std::uint8_t { none = 0, gzip = 1, snappy = 2, lz4 = 3, zstd = 4 };

/// What one batch may grow to when it is unpacked, unless the caller says otherwise.
inline constexpr std::size_t default_decompressed_limit = std::size_t{64} << 20;

/// The codec with this number; nothing for 5, 6 and 7, which do not exist.
std::optional<Compression> compression_from_id(int id);
/// Kafka's name: none, gzip, snappy, lz4, zstd.
std::string_view name(Compression compression);
std::optional<Compression> compression_from_name(std::string_view name);

/// The bytes packed for a batch (or a message) of this magic. Snappy is written in xerial's framing
/// and LZ4 as a frame of independent 64 kB blocks, as the Java client does; for magic 0 the LZ4
/// header checksum is the wrong one that Kafka 0.8 wrote (KAFKA-3160). Output depends on nothing
/// but the input.
Buffer compress(Compression compression, std::span<const std::uint8_t> bytes,
                std::int8_t magic = 2);

struct DecompressRules {
  std::int8_t magic = 2;
  /// More than this many bytes is `decompressed_too_large`. Memory grows with what really comes out
  /// and never by a length that the input claims.
  std::size_t limit = default_decompressed_limit;
};

/// The bytes unpacked. Snappy is read with and without xerial's framing; magic 0 ignores the LZ4
/// header checksum, as Kafka does.
RecordResult<Buffer> decompress(Compression compression, const Buffer& packed,
                                const DecompressRules& rules = {});

}  // namespace cohort
