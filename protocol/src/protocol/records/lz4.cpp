#include "codecs.hpp"
#include "growing_output.hpp"
#include "lz4_header.hpp"
#include <cohort/protocol/assert.hpp>

#include <lz4frame.h>

#include <memory>
#include <utility>

namespace cohort::records {

namespace {

/// What Kafka's blocks hold; with less room than a block the library decodes into its own memory
/// first, which was measured to take fifty times as long.
constexpr std::size_t block_size = std::size_t{64} << 10;

struct FreeDecoder {
  void operator()(LZ4F_dctx* decoder) const { LZ4F_freeDecompressionContext(decoder); }
};
using Decoder = std::unique_ptr<LZ4F_dctx, FreeDecoder>;

Decoder new_decoder() {
  LZ4F_dctx* decoder = nullptr;
  COHORT_ASSERT(LZ4F_isError(LZ4F_createDecompressionContext(&decoder, LZ4F_VERSION)) == 0);
  return Decoder(decoder);
}

/// Unpacks the frame that starts the packed bytes; like Kafka it does not look behind it.
RecordResult<Buffer> unpack_frame(ByteView packed, std::size_t limit) {
  const Decoder decoder = new_decoder();
  GrowingOutput output(limit, block_size);
  while (true) {
    const auto room = output.room();
    std::size_t written = room.size();
    std::size_t consumed = packed.size();
    const std::size_t hint =
        LZ4F_decompress(decoder.get(), room.data(), &written, packed.data(), &consumed, nullptr);
    if (LZ4F_isError(hint) != 0) return RecordFault::corrupt_compression;
    packed = packed.subspan(consumed);
    output.wrote(written);
    if (output.is_over_limit()) return RecordFault::decompressed_too_large;
    if (hint == 0) return output.take();
    if (packed.empty() && written < room.size()) return RecordFault::corrupt_compression;
  }
}

}  // namespace

Buffer lz4_compress(ByteView bytes, std::int8_t magic) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.blockSizeID = LZ4F_max64KB;
  preferences.frameInfo.blockMode = LZ4F_blockIndependent;
  std::vector<std::uint8_t> out(LZ4F_compressFrameBound(bytes.size(), &preferences));
  const std::size_t written =
      LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), &preferences);
  COHORT_ASSERT(LZ4F_isError(written) == 0);
  out.resize(written);
  if (magic == 0) {
    const auto offset = lz4_header_checksum_offset(out);
    COHORT_ASSERT(offset.has_value());
    out[*offset] = lz4_old_header_checksum(out, *offset);
  }
  return Buffer::adopt(std::move(out));
}

RecordResult<Buffer> lz4_decompress(ByteView packed, const DecompressRules& rules) {
  const auto offset = lz4_header_checksum_offset(packed);
  if (!offset || lz4_has_dependent_blocks(packed)) return RecordFault::corrupt_compression;
  if (rules.magic > 0) return unpack_frame(packed, rules.limit);
  // For magic 0 Kafka does not look at the checksum, since old clients wrote a wrong one; the
  // library does.
  std::vector<std::uint8_t> mended(packed.begin(), packed.end());
  mended[*offset] = lz4_header_checksum(packed, *offset);
  return unpack_frame(mended, rules.limit);
}

}  // namespace cohort::records
