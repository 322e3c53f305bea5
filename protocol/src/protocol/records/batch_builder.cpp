#include "wire.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/batch_builder.hpp>

#include <algorithm>
#include <utility>

namespace cohort {

/// A record with its headers already encoded.
struct BatchBuilder::Fields {
  std::int32_t offset_delta;
  std::int64_t timestamp;
  std::optional<ByteView> key;
  std::optional<ByteView> value;
  std::uint32_t header_count;
  ByteView headers;
};

namespace {

std::optional<ByteView> view_of(const std::optional<Buffer>& bytes) {
  if (!bytes) return std::nullopt;
  return bytes->bytes();
}

std::size_t sized_size(const std::optional<ByteView>& bytes) {
  if (!bytes) return 1;
  return records::varint_size(static_cast<std::int64_t>(bytes->size())) + bytes->size();
}

}  // namespace

void BatchBuilder::add(const Record& record) {
  std::vector<std::uint8_t> headers;
  for (const RecordHeader& header : record.headers) {
    records::put_sized(headers, ByteView(reinterpret_cast<const std::uint8_t*>(header.key.data()),
                                         header.key.size()));
    records::put_sized(headers, view_of(header.value));
  }
  append({.offset_delta = last_offset_delta_ + 1,
          .timestamp = record.timestamp,
          .key = view_of(record.key),
          .value = view_of(record.value),
          .header_count = static_cast<std::uint32_t>(record.headers.size()),
          .headers = headers});
}

void BatchBuilder::add(const RecordView& record) {
  RecordView next = record;
  next.offset_delta = last_offset_delta_ + 1;
  keep(next);
}

void BatchBuilder::keep(const RecordView& record) {
  append({.offset_delta = record.offset_delta,
          .timestamp = record.timestamp,
          .key = record.key,
          .value = record.value,
          .header_count = record.headers.size(),
          .headers = record.headers.encoded()});
}

void BatchBuilder::append(const Fields& fields) {
  COHORT_ASSERT(fields.offset_delta > last_offset_delta_);
  if (count_ == 0) base_timestamp_ = options_.delete_horizon.value_or(fields.timestamp);
  max_timestamp_ = std::max(max_timestamp_, fields.timestamp);
  const std::int64_t timestamp_delta =
      records::wrapping_subtract(fields.timestamp, base_timestamp_);
  const std::size_t size = 1 + records::varint_size(timestamp_delta) +
                           records::varint_size(fields.offset_delta) + sized_size(fields.key) +
                           sized_size(fields.value) + records::varint_size(fields.header_count) +
                           fields.headers.size();
  // At once, and by doubling: the fields behind it are put byte by byte.
  const std::size_t needed =
      body_.size() + records::varint_size(static_cast<std::int64_t>(size)) + size;
  if (needed > body_.capacity()) body_.reserve(std::max(needed, 2 * body_.capacity()));
  records::put_varint(body_, static_cast<std::int64_t>(size));
  body_.push_back(0);  // A record's own attributes are not used yet (KIP-98).
  records::put_varint(body_, timestamp_delta);
  records::put_varint(body_, fields.offset_delta);
  records::put_sized(body_, fields.key);
  records::put_sized(body_, fields.value);
  records::put_varint(body_, fields.header_count);
  records::put_bytes(body_, fields.headers);
  ++count_;
  last_offset_delta_ = fields.offset_delta;
}

BatchRecords BatchBuilder::take_records() {
  BatchRecords taken{.count = count_, .base_timestamp = base_timestamp_};
  if (options_.timestamp_type == TimestampType::log_append_time)
    taken.append_time = options_.append_time;
  taken.bytes = Buffer::adopt(std::exchange(body_, {}));
  return taken;
}

BatchView BatchBuilder::build() const {
  const bool appended = options_.timestamp_type == TimestampType::log_append_time;
  const int attributes = static_cast<int>(options_.compression) | (appended ? 8 : 0) |
                         (options_.is_transactional ? 16 : 0) | (options_.is_control ? 32 : 0) |
                         (options_.delete_horizon ? 64 : 0);
  const Buffers pieces =
      batch_around({.base_offset = options_.base_offset,
                    .partition_leader_epoch = options_.partition_leader_epoch,
                    .attributes = static_cast<std::int16_t>(attributes),
                    .last_offset_delta = options_.last_offset_delta.value_or(last_offset_delta_),
                    .base_timestamp = base_timestamp_,
                    .max_timestamp = appended ? options_.append_time : max_timestamp_,
                    .producer_id = options_.producer_id,
                    .producer_epoch = options_.producer_epoch,
                    .base_sequence = options_.base_sequence,
                    .record_count = count_},
                   compress(options_.compression, body_));
  const RecordResult<BatchView> batch = BatchView::of(pieces.joined());
  COHORT_ASSERT(batch.has_value());
  return *batch;
}

}  // namespace cohort
