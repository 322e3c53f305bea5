#include "codecs.hpp"
#include <cohort/protocol/assert.hpp>

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <utility>

namespace cohort::records {

namespace {

/// Kafka's default (CompressionType.ZSTD.defaultLevel).
constexpr int level = 3;

/// Where to begin: the size that the frame claims, but never more than this many times the packed
/// size.
constexpr std::size_t believed_expansion = 16;
constexpr std::size_t smallest_room = 4096;

std::size_t first_room(ByteView packed) {
  const std::size_t believed = std::max(smallest_room, packed.size() * believed_expansion);
  const unsigned long long claimed = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (claimed == ZSTD_CONTENTSIZE_UNKNOWN || claimed == ZSTD_CONTENTSIZE_ERROR) return believed;
  return static_cast<std::size_t>(std::clamp<unsigned long long>(claimed, 1, believed));
}

}  // namespace

Buffer zstd_compress(ByteView bytes) {
  std::vector<std::uint8_t> out(ZSTD_compressBound(bytes.size()));
  const std::size_t written =
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  COHORT_ASSERT(ZSTD_isError(written) == 0);
  out.resize(written);
  return Buffer::adopt(std::move(out));
}

RecordResult<Buffer> zstd_decompress(ByteView packed, std::size_t limit) {
  // In one go into room that doubles while it is too small: so a frame that names a window of
  // gigabytes costs nothing, since the output itself is the window.
  std::vector<std::uint8_t> out;
  for (std::size_t room = std::min(limit, first_room(packed));; room = std::min(limit, 2 * room)) {
    out.resize(room);
    const std::size_t written =
        ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
    if (ZSTD_isError(written) == 0) {
      out.resize(written);
      return Buffer::adopt(std::move(out));
    }
    if (ZSTD_getErrorCode(written) != ZSTD_error_dstSize_tooSmall)
      return RecordFault::corrupt_compression;
    if (room >= limit) return RecordFault::decompressed_too_large;
  }
}

}  // namespace cohort::records
