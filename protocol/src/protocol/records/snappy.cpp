#include "codecs.hpp"
#include "wire.hpp"

#include <snappy.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cohort::records {

namespace {

// The framing of xerial's snappy-java, which Kafka's Java client writes: a magic, two version
// numbers, and blocks of up to 32 kB of input, each behind its packed size in four bytes.
constexpr std::array<std::uint8_t, 8> xerial_magic = {0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
constexpr std::size_t xerial_header_size = xerial_magic.size() + 8;
constexpr std::size_t xerial_block_size = std::size_t{32} * 1024;
/// The most that a byte of snappy can stand for: a copy of 64 bytes takes three.
constexpr std::size_t greatest_expansion = 64;

bool starts_with_xerial_header(ByteView bytes) {
  return bytes.size() >= xerial_header_size &&
         std::equal(xerial_magic.begin(), xerial_magic.end(), bytes.begin());
}

const char* chars(ByteView bytes) { return reinterpret_cast<const char*>(bytes.data()); }

/// Unpacks one block behind `out`. The claimed size is believed only as far as the block could hold
/// it.
std::optional<RecordFault> append_block(std::vector<std::uint8_t>& out, ByteView block,
                                        std::size_t limit) {
  std::size_t claimed = 0;
  if (!snappy::GetUncompressedLength(chars(block), block.size(), &claimed))
    return RecordFault::corrupt_compression;
  if (claimed > block.size() * greatest_expansion) return RecordFault::corrupt_compression;
  if (claimed > limit - out.size()) return RecordFault::decompressed_too_large;
  const std::size_t start = out.size();
  out.resize(start + claimed);
  if (!snappy::RawUncompress(chars(block), block.size(),
                             reinterpret_cast<char*>(out.data() + start)))
    return RecordFault::corrupt_compression;
  return std::nullopt;
}

std::optional<RecordFault> append_framed(std::vector<std::uint8_t>& out, ByteView packed,
                                         std::size_t limit) {
  while (!packed.empty()) {
    // Streams may stand one behind the other, each with its header.
    if (starts_with_xerial_header(packed)) {
      packed = packed.subspan(xerial_header_size);
      continue;
    }
    if (packed.size() < 4) return RecordFault::corrupt_compression;
    const auto size = number_at<std::uint32_t>(packed, 0);
    packed = packed.subspan(4);
    if (size > packed.size()) return RecordFault::corrupt_compression;
    if (const auto fault = append_block(out, packed.first(size), limit)) return fault;
    packed = packed.subspan(size);
  }
  return std::nullopt;
}

}  // namespace

Buffer snappy_compress(ByteView bytes) {
  std::vector<std::uint8_t> out(xerial_magic.begin(), xerial_magic.end());
  put(out, std::int32_t{1});  // The version, and the oldest reader that understands it.
  put(out, std::int32_t{1});
  while (!bytes.empty()) {
    const ByteView block = bytes.first(std::min(bytes.size(), xerial_block_size));
    const std::size_t start = out.size() + 4;
    out.resize(start + snappy::MaxCompressedLength(block.size()));
    std::size_t written = 0;
    snappy::RawCompress(chars(block), block.size(), reinterpret_cast<char*>(out.data() + start),
                        &written);
    put_at(out, start - 4, static_cast<std::int32_t>(written));
    out.resize(start + written);
    bytes = bytes.subspan(block.size());
  }
  return Buffer::adopt(std::move(out));
}

RecordResult<Buffer> snappy_decompress(ByteView packed, std::size_t limit) {
  std::vector<std::uint8_t> out;
  const auto fault = starts_with_xerial_header(packed) ? append_framed(out, packed, limit)
                                                       : append_block(out, packed, limit);
  if (fault) return *fault;
  return Buffer::adopt(std::move(out));
}

}  // namespace cohort::records
