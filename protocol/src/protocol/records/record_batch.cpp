#include "batch_layout.hpp"
#include "wire.hpp"
#include <cohort/protocol/crc32c.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <utility>

namespace cohort {

namespace {

using records::number_at;
namespace batch_layout = records::batch_layout;

/// The attributes that mean something: codec, timestamp type, transactional, control, delete
/// horizon.
constexpr int known_attributes = 0x7f;

BatchHeader read_header(ByteView bytes) {
  return {
      .base_offset = number_at<std::int64_t>(bytes, 0),
      .batch_length = number_at<std::int32_t>(bytes, 8),
      .partition_leader_epoch = number_at<std::int32_t>(bytes, 12),
      .magic = number_at<std::int8_t>(bytes, 16),
      .crc = number_at<std::uint32_t>(bytes, batch_layout::crc),
      .attributes = number_at<std::int16_t>(bytes, batch_layout::attributes),
      .last_offset_delta = number_at<std::int32_t>(bytes, 23),
      .base_timestamp = number_at<std::int64_t>(bytes, 27),
      .max_timestamp = number_at<std::int64_t>(bytes, batch_layout::max_timestamp),
      .producer_id = number_at<std::int64_t>(bytes, 43),
      .producer_epoch = number_at<std::int16_t>(bytes, 51),
      .base_sequence = number_at<std::int32_t>(bytes, 53),
      .record_count = number_at<std::int32_t>(bytes, 57),
  };
}

}  // namespace

std::int32_t sequence_after(std::int32_t sequence, std::int32_t increment) {
  const std::int64_t sum = std::int64_t{sequence} + increment;
  constexpr std::int64_t round = std::int64_t{1} << 31;
  return static_cast<std::int32_t>(sum >= round ? sum - round : sum);
}

std::int32_t BatchHeader::last_sequence() const {
  return base_sequence == -1 ? -1 : sequence_after(base_sequence, last_offset_delta);
}

BatchView::BatchView(Buffer bytes, const BatchHeader& header)
    : bytes_(std::move(bytes)), header_(header) {}

RecordResult<BatchView> BatchView::of(Buffer bytes) {
  if (bytes.size() < batch_header_size) return RecordFault::too_short;
  const BatchHeader header = read_header(bytes.bytes());
  if (header.magic != 2) return RecordFault::unknown_magic;
  if (header.batch_length < 0 || static_cast<std::size_t>(header.batch_length) + 12 != bytes.size())
    return RecordFault::length_mismatch;
  return BatchView(std::move(bytes), header);
}

bool BatchView::crc_matches() const {
  return crc32c(bytes_.bytes().subspan(batch_layout::attributes)) == header_.crc;
}

RecordResult<BatchRecords> BatchView::records(std::size_t limit) const {
  BatchRecords unpacked{.count = header_.record_count, .base_timestamp = header_.base_timestamp};
  if (header_.timestamp_type() == TimestampType::log_append_time)
    unpacked.append_time = header_.max_timestamp;
  const std::optional<Compression> compression = header_.compression();
  if (!compression) return RecordFault::unknown_compression;
  if (*compression == Compression::none) {
    unpacked.bytes = packed_records();
    return unpacked;
  }
  RecordResult<Buffer> bytes = decompress(*compression, packed_records(), {.limit = limit});
  if (!bytes) return bytes.error();
  unpacked.bytes = std::move(*bytes);
  return unpacked;
}

Buffers BatchView::placed_at(std::int64_t base_offset, std::int32_t leader_epoch) const {
  std::vector<std::uint8_t> prefix;
  prefix.reserve(batch_prefix_size);
  records::put(prefix, base_offset);
  records::put(prefix, header_.batch_length);
  records::put(prefix, leader_epoch);
  Buffers placed(Buffer::adopt(std::move(prefix)));
  placed.append(bytes_.slice(batch_prefix_size));
  return placed;
}

BatchView BatchView::with_max_timestamp(TimestampType type, std::int64_t max_timestamp) const {
  if (type == header_.timestamp_type() && max_timestamp == header_.max_timestamp) return *this;
  std::vector<std::uint8_t> bytes(bytes_.bytes().begin(), bytes_.bytes().end());
  // Attribute bits without a meaning are lost on the way (DefaultRecordBatch.computeAttributes).
  const int attributes = (header_.attributes & known_attributes & ~8) |
                         (type == TimestampType::log_append_time ? 8 : 0);
  records::put_at(bytes, batch_layout::attributes, static_cast<std::int16_t>(attributes));
  records::put_at(bytes, batch_layout::max_timestamp, max_timestamp);
  records::put_at(bytes, batch_layout::crc,
                  crc32c(ByteView(bytes).subspan(batch_layout::attributes)));
  const BatchHeader header = read_header(bytes);
  return BatchView(Buffer::adopt(std::move(bytes)), header);
}

BatchView BatchView::without_records() const {
  const ByteView header_bytes = bytes_.bytes().first(batch_header_size);
  std::vector<std::uint8_t> bytes(header_bytes.begin(), header_bytes.end());
  constexpr int compression_and_horizon = 7 | 64;
  const int attributes = header_.attributes & known_attributes & ~compression_and_horizon;
  records::put_at(bytes, batch_layout::length, static_cast<std::int32_t>(batch_header_size - 12));
  records::put_at(bytes, batch_layout::attributes, static_cast<std::int16_t>(attributes));
  records::put_at(bytes, batch_layout::base_timestamp, no_timestamp);
  records::put_at(bytes, batch_layout::record_count, std::int32_t{0});
  records::put_at(bytes, batch_layout::crc,
                  crc32c(ByteView(bytes).subspan(batch_layout::attributes)));
  const BatchHeader header = read_header(bytes);
  return BatchView(Buffer::adopt(std::move(bytes)), header);
}

Buffers batch_around(const BatchHeader& header, Buffer packed_records) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(batch_header_size);
  records::put(bytes, header.base_offset);
  records::put(bytes, static_cast<std::int32_t>(batch_header_size - 12 + packed_records.size()));
  records::put(bytes, header.partition_leader_epoch);
  records::put(bytes, std::int8_t{2});
  records::put(bytes, std::uint32_t{0});
  records::put(bytes, header.attributes);
  records::put(bytes, header.last_offset_delta);
  records::put(bytes, header.base_timestamp);
  records::put(bytes, header.max_timestamp);
  records::put(bytes, header.producer_id);
  records::put(bytes, header.producer_epoch);
  records::put(bytes, header.base_sequence);
  records::put(bytes, header.record_count);
  const std::uint32_t of_header = crc32c(ByteView(bytes).subspan(batch_layout::attributes));
  records::put_at(bytes, batch_layout::crc, crc32c(packed_records.bytes(), of_header));
  Buffers batch(Buffer::adopt(std::move(bytes)));
  batch.append(std::move(packed_records));
  return batch;
}

RecordResult<RecordsSummary> summarize(const BatchRecords& records) {
  RecordsSummary summary;
  RecordCursor cursor(records);
  RecordView record;
  for (std::int32_t index = 0; cursor.next(record); ++index) {
    if (record.timestamp > summary.max_timestamp) summary.max_timestamp = record.timestamp;
    if (record.timestamp == no_timestamp)
      summary.has_record_without_timestamp = true;
    else if (!summary.smallest_timestamp || record.timestamp < *summary.smallest_timestamp)
      summary.smallest_timestamp = record.timestamp;
    if (!record.key && !summary.first_without_key) summary.first_without_key = index;
    if (record.offset_delta != index) summary.offsets_count_up = false;
  }
  if (cursor.fault()) return *cursor.fault();
  return summary;
}

RecordResult<RecordsSummary> validate(const BatchView& batch, std::size_t limit) {
  if (!batch.crc_matches()) return RecordFault::bad_crc;
  if (batch.header().last_offset_delta < 0) return RecordFault::invalid_offset_range;
  const RecordResult<BatchRecords> records = batch.records(limit);
  if (!records) return records.error();
  return summarize(*records);
}

}  // namespace cohort
