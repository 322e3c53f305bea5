// Checksums and gzip: zlib's own, and the plain table of CRC-32C.
#include "conformance/codec/bytes.hpp"

#include <zlib.h>

#include <array>

namespace cohort::conform {

namespace {

constexpr std::array<std::uint32_t, 256> castagnoli_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0x82F63B78U : 0U);
    table[i] = value;
  }
  return table;
}

/// More than any case has; a few bytes may become gigabytes.
constexpr std::size_t most_bytes = 32 << 20;
constexpr int gzip_window_bits = 15 + 16;  // The largest window, and gzip's header (zlib.h).

Bytef* input_of(std::string_view bytes) {
  // zlib reads its input only, but its field is not const.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

/// Runs one of zlib's two directions until the stream ends.
template <class Step>
Bytes run(z_stream& stream, std::string_view bytes, Step step) {
  Bytes out;
  std::array<char, 4096> piece{};
  stream.next_in = input_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = step(&stream);
    out.append(piece.data(), piece.size() - stream.avail_out);
    if (out.size() > most_bytes) throw Failure("gzip that becomes too much");
  }
  if (state != Z_STREAM_END) throw Failure("broken gzip");
  return out;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  static constexpr auto table = castagnoli_table();
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc = table[(crc ^ static_cast<std::uint8_t>(byte)) & 0xFF] ^ crc >> 8;
  }
  return ~crc;
}

std::uint32_t crc32(std::string_view bytes) {
  return static_cast<std::uint32_t>(::crc32(0, input_of(bytes), static_cast<uInt>(bytes.size())));
}

Bytes gzip(std::string_view bytes) {
  z_stream stream{};
  constexpr int default_memory_level = 8;
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window_bits, default_memory_level,
               Z_DEFAULT_STRATEGY);
  Bytes packed = run(stream, bytes, [](z_stream* s) { return deflate(s, Z_FINISH); });
  deflateEnd(&stream);
  return packed;
}

Bytes gunzip(std::string_view bytes) {
  z_stream stream{};
  inflateInit2(&stream, gzip_window_bits);
  try {
    Bytes unpacked = run(stream, bytes, [](z_stream* s) { return inflate(s, Z_NO_FLUSH); });
    inflateEnd(&stream);
    return unpacked;
  } catch (const Failure&) {
    inflateEnd(&stream);
    throw;
  }
}

}  // namespace cohort::conform
