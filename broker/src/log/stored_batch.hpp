// StoredBatch: a record batch at its place in a log.
#pragma once

#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <cstdint>
#include <span>

namespace cohort::broker {

/// The offset and epoch count; those in the batch's own first 16 bytes are its producer's.
struct StoredBatch {
  std::int64_t base_offset = 0;
  std::int32_t leader_epoch = 0;
  BatchView batch;

  std::int64_t last_offset() const { return base_offset + batch.header().last_offset_delta; }
  std::int64_t size() const { return static_cast<std::int64_t>(batch.size()); }
  bool operator==(const StoredBatch&) const = default;
};

/// The batches as they go out: a fresh 16-byte prefix each (one allocation for all), the rest
/// shared.
Buffers placed(std::span<const StoredBatch> batches);

}  // namespace cohort::broker
