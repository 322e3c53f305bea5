#include "producer/producer_batch.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// A varint of 32 bits takes no more.
constexpr std::size_t longest_length = 5;
/// Length, attributes, both deltas and the number of headers (DefaultRecord.MAX_RECORD_OVERHEAD).
constexpr std::size_t record_overhead = 21;

std::size_t sized(const std::optional<Buffer>& bytes) {
  return longest_length + (bytes ? bytes->size() : 0);
}

}  // namespace

std::size_t size_bound(const std::optional<Buffer>& key, const std::optional<Buffer>& value,
                       const std::vector<RecordHeader>& headers) {
  std::size_t size = batch_header_size + record_overhead + sized(key) + sized(value);
  for (const RecordHeader& header : headers) {
    size += longest_length + header.key.size() + sized(header.value);
  }
  return size;
}

ProducerBatch::ProducerBatch(Compression compression, Instant created)
    : compression_(compression), created_(created), builder_(BatchOptions{}) {}

void ProducerBatch::add(const Record& record) {
  COHORT_ASSERT(is_open_);
  builder_.add(record);
  if (record_count_ == 0) base_timestamp_ = record.timestamp;
  max_timestamp_ = std::max(max_timestamp_, record.timestamp);
  ++record_count_;
  size_ = builder_.uncompressed_size();
}

void ProducerBatch::report_last(DeliveryId id, std::uint64_t tag, std::int64_t timestamp) {
  reported_.push_back({.id = id, .tag = tag, .timestamp = timestamp, .index = record_count_ - 1});
}

void ProducerBatch::pack() {
  close();
  if (std::exchange(is_packed_, true)) return;
  const Buffer records = builder_.take_records().bytes;
  packed_ = compression_ == Compression::none ? records : compress(compression_, records.bytes());
}

Buffers ProducerBatch::bytes() const {
  COHORT_ASSERT(is_packed_);
  const int attributes =
      static_cast<int>(compression_) | (is_transactional ? BatchHeader::transactional : 0);
  return batch_around({.attributes = static_cast<std::int16_t>(attributes),
                       .last_offset_delta = record_count_ - 1,
                       .base_timestamp = base_timestamp_,
                       .max_timestamp = max_timestamp_,
                       .producer_id = producer.id,
                       .producer_epoch = producer.epoch,
                       .base_sequence = first_sequence,
                       .record_count = record_count_},
                      packed_);
}

std::vector<ProducerBatch> ProducerBatch::split(std::size_t limit) const {
  COHORT_ASSERT(is_packed_);
  const RecordResult<Buffer> unpacked = decompress(compression_, packed_, {.limit = size_});
  COHORT_ASSERT(unpacked.has_value());
  // A batch within `batch.size` would come out as it is; half of it may be small enough, and if not
  // is split again (KAFKA-8350).
  const std::size_t most = std::min(limit, size_ / 2);
  std::vector<ProducerBatch> parts;
  auto reported = reported_.begin();
  RecordCursor cursor(
      {.bytes = *unpacked, .count = record_count_, .base_timestamp = base_timestamp_});
  RecordView view;
  for (std::int32_t index = 0; cursor.next(view); ++index) {
    const Record record = view.owned();
    const std::size_t size = size_bound(record.key, record.value, record.headers);
    const bool is_full = !parts.empty() && parts.back().size() + size - batch_header_size > most;
    if (parts.empty() || is_full) parts.emplace_back(compression_, created_);
    parts.back().add(record);
    if (reported == reported_.end() || reported->index != index) continue;
    parts.back().report_last(reported->id, reported->tag, reported->timestamp);
    ++reported;
  }
  COHORT_ASSERT(!cursor.fault());
  for (ProducerBatch& part : parts) part.pack();
  return parts;
}

}  // namespace cohort::client
