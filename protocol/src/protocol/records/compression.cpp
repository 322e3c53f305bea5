#include "codecs.hpp"
#include <cohort/protocol/compression.hpp>

#include <array>

namespace cohort {

namespace {
constexpr std::array<std::string_view, 5> names = {"none", "gzip", "snappy", "lz4", "zstd"};
}

std::optional<Compression> compression_from_id(int id) {
  if (id < 0 || id > static_cast<int>(Compression::zstd)) return std::nullopt;
  return static_cast<Compression>(id);
}

std::string_view name(Compression compression) {
  return names[static_cast<std::size_t>(compression)];
}

std::optional<Compression> compression_from_name(std::string_view name) {
  for (std::size_t id = 0; id < names.size(); ++id)
    if (names[id] == name) return static_cast<Compression>(id);
  return std::nullopt;
}

Buffer compress(Compression compression, std::span<const std::uint8_t> bytes, std::int8_t magic) {
  switch (compression) {
    case Compression::none:
      return Buffer::copy_of(bytes);
    case Compression::gzip:
      return records::gzip_compress(bytes);
    case Compression::snappy:
      return records::snappy_compress(bytes);
    case Compression::lz4:
      return records::lz4_compress(bytes, magic);
    case Compression::zstd:
      return records::zstd_compress(bytes);
  }
  return {};
}

RecordResult<Buffer> decompress(Compression compression, const Buffer& packed,
                                const DecompressRules& rules) {
  switch (compression) {
    case Compression::none:
      return packed;
    case Compression::gzip:
      return records::gzip_decompress(packed.bytes(), rules.limit);
    case Compression::snappy:
      return records::snappy_decompress(packed.bytes(), rules.limit);
    case Compression::lz4:
      return records::lz4_decompress(packed.bytes(), rules);
    case Compression::zstd:
      return records::zstd_decompress(packed.bytes(), rules.limit);
  }
  return RecordFault::unknown_compression;
}

}  // namespace cohort
