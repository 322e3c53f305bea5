#include "stored_batch.hpp"

#include <utility>
#include <vector>

namespace cohort::broker {
namespace {

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

}  // namespace

Buffers placed(std::span<const StoredBatch> batches) {
  std::vector<std::uint8_t> prefixes;
  prefixes.reserve(batches.size() * batch_prefix_size);
  for (const StoredBatch& stored : batches) {
    put(prefixes, static_cast<std::uint64_t>(stored.base_offset), 8);
    put(prefixes, static_cast<std::uint32_t>(stored.batch.header().batch_length), 4);
    put(prefixes, static_cast<std::uint32_t>(stored.leader_epoch), 4);
  }
  const Buffer all = Buffer::adopt(std::move(prefixes));
  Buffers result;
  std::size_t at = 0;
  for (const StoredBatch& stored : batches) {
    result.append(all.slice(at, batch_prefix_size));
    result.append(stored.batch.bytes().slice(batch_prefix_size));
    at += batch_prefix_size;
  }
  return result;
}

}  // namespace cohort::broker
