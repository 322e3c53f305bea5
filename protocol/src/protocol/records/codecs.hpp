// The codecs one by one; `compress` and `decompress` choose among them.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/compression.hpp>
#include <cohort/protocol/record.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <cstddef>

namespace cohort::records {

Buffer gzip_compress(ByteView bytes);
RecordResult<Buffer> gzip_decompress(ByteView packed, std::size_t limit);

Buffer snappy_compress(ByteView bytes);
RecordResult<Buffer> snappy_decompress(ByteView packed, std::size_t limit);

Buffer lz4_compress(ByteView bytes, std::int8_t magic);
RecordResult<Buffer> lz4_decompress(ByteView packed, const DecompressRules& rules);

Buffer zstd_compress(ByteView bytes);
RecordResult<Buffer> zstd_decompress(ByteView packed, std::size_t limit);

}  // namespace cohort::records
