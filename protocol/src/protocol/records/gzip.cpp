#include "codecs.hpp"
#include "growing_output.hpp"
#include <cohort/protocol/assert.hpp>

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::records {

namespace {

/// 15 bits of window, and 16 for a gzip header in place of zlib's own.
constexpr int gzip_window = 15 + 16;

/// Ends a zlib stream when the scope ends.
class Inflater {
 public:
  Inflater() { COHORT_ASSERT(inflateInit2(&stream_, gzip_window) == Z_OK); }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
};

uInt step(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

/// Whether another gzip member follows; Java reads on then and passes over anything else.
bool another_member(const z_stream& stream) {
  return stream.avail_in > 2 && stream.next_in[0] == 0x1f && stream.next_in[1] == 0x8b;
}

}  // namespace

Buffer gzip_compress(ByteView bytes) {
  z_stream stream{};
  COHORT_ASSERT(bytes.size() <= std::numeric_limits<uInt>::max());
  COHORT_ASSERT(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                             Z_DEFAULT_STRATEGY) == Z_OK);
  std::vector<std::uint8_t> out(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  // zlib's pointer is not const but it only reads.
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = step(out.size());
  const int end = deflate(&stream, Z_FINISH);
  const auto written = static_cast<std::size_t>(stream.total_out);
  deflateEnd(&stream);
  COHORT_ASSERT(end == Z_STREAM_END);
  out.resize(written);
  return Buffer::adopt(std::move(out));
}

RecordResult<Buffer> gzip_decompress(ByteView packed, std::size_t limit) {
  Inflater inflater;
  z_stream& stream = inflater.stream();
  if (packed.size() > std::numeric_limits<uInt>::max()) return RecordFault::decompressed_too_large;
  stream.next_in = const_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  GrowingOutput output(limit);
  while (true) {
    const auto room = output.room();
    stream.next_out = room.data();
    stream.avail_out = step(room.size());
    const uInt before = stream.avail_out;
    const int state = inflate(&stream, Z_NO_FLUSH);
    output.wrote(before - stream.avail_out);
    if (output.is_over_limit()) return RecordFault::decompressed_too_large;
    if (state == Z_STREAM_END) {
      if (!another_member(stream)) return output.take();
      inflateReset(&stream);
      continue;
    }
    // No progress with room left is the end of the input in the middle of a member (Z_BUF_ERROR).
    if (state != Z_OK) return RecordFault::corrupt_compression;
  }
}

}  // namespace cohort::records
