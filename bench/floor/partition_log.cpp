#include "partition_log.hpp"

#include "wire.hpp"
#include <cohort/protocol/crc32c.hpp>

#include <algorithm>
#include <span>

namespace floor_server {

namespace {

constexpr std::size_t block_size = std::size_t{1024} * 1024;
// The batch header: 0 base offset, 8 length, 12 leader epoch, 17 CRC of all from 21 on, 23 last
// offset delta, 61 records.
constexpr std::size_t header_size = 61;

std::int32_t int32_at(char* bytes) { return Reader(bytes, 4).int32(); }

bool crc_matches(char* batch, std::size_t size) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(batch) + 21, size - 21);
  return cohort::crc32c(bytes) == static_cast<std::uint32_t>(int32_at(batch + 17));
}

}  // namespace

char* PartitionLog::copy(const char* bytes, std::size_t size) {
  if (size > free_size_) {
    free_size_ = std::max(size, block_size);
    kept_.push_back(Memory(new char[free_size_]));
    free_ = kept_.back().get();
  }
  char* const place = free_;
  std::copy_n(bytes, size, place);
  free_ += size;
  free_size_ -= size;
  return place;
}

bool PartitionLog::append(char* bytes, std::size_t size, bool checks_crc) {
  while (size >= header_size) {
    const auto length = static_cast<std::size_t>(int32_at(bytes + 8)) + 12;
    if (length < header_size || length > size) return false;
    if (checks_crc && !crc_matches(bytes, length)) return false;
    put(bytes, static_cast<std::uint64_t>(end_), 8);
    put(bytes + 12, 0, 4);
    end_ += int32_at(bytes + 23) + 1;
    batches_.push_back({.end = end_, .piece = {bytes, length}});
    bytes += length;
    size -= length;
  }
  return size == 0;
}

std::vector<Piece> PartitionLog::read(std::int64_t offset, std::size_t most) const {
  std::vector<Piece> pieces;
  std::size_t total = 0;
  for (auto batch = std::upper_bound(
           batches_.begin(), batches_.end(), offset,
           [](std::int64_t wanted, const Batch&each) { return wanted < each.end; });
       batch != batches_.end() && (total == 0 || total + batch->piece.size <= most); ++batch) {
    const Piece piece = batch->piece;
    total += piece.size;
    if (!pieces.empty() && pieces.back().bytes + pieces.back().size == piece.bytes) {
      pieces.back().size += piece.size;
    } else {
      pieces.push_back(piece);
    }
  }
  return pieces;
}

}  // namespace floor_server
