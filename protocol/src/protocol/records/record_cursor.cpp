#include "wire.hpp"
#include <cohort/protocol/record_cursor.hpp>

#include <utility>

namespace cohort {

namespace {

/// Passes over the headers and gives their bytes.
/// Source: DefaultRecord.readHeaders.
HeadersView read_headers(records::FieldReader& reader) {
  const std::int32_t count = reader.varint();
  if (count == 0 || reader.fault()) return {};
  if (count < 0 || static_cast<std::size_t>(count) > reader.rest().size()) {
    reader.fail(RecordFault::invalid_header_count);
    return {};
  }
  const ByteView start = reader.rest();
  for (std::int32_t i = 0; i < count && !reader.fault(); ++i) {
    if (!reader.sized()) reader.fail(RecordFault::null_header_key);
    reader.sized();
  }
  if (reader.fault()) return {};
  return {start.first(start.size() - reader.rest().size()), static_cast<std::uint32_t>(count)};
}

}  // namespace

RecordCursor::RecordCursor(BatchRecords records)
    : records_(std::move(records)), rest_(records_.bytes.bytes()), left_(records_.count) {
  if (left_ < 0) fault_ = RecordFault::invalid_count;
  if (left_ == 0 && !rest_.empty()) fault_ = RecordFault::trailing_bytes;
}

bool RecordCursor::next(RecordView& record) {
  if (fault_ || left_ == 0) return false;
  fault_ = read(record);
  --left_;
  // More bytes than records (DefaultRecordBatch.RecordIterator.next).
  if (!fault_ && left_ == 0 && !rest_.empty()) fault_ = RecordFault::trailing_bytes;
  return !fault_;
}

std::optional<RecordFault> RecordCursor::read(RecordView& record) {
  records::FieldReader outer(rest_);
  const std::int32_t size = outer.varint();
  if (outer.fault()) return outer.fault();
  if (size < 0) return RecordFault::record_size_mismatch;
  if (static_cast<std::size_t>(size) > outer.rest().size()) return RecordFault::record_too_short;

  records::FieldReader body(outer.take(static_cast<std::size_t>(size)));
  record.attributes = body.byte();
  record.timestamp_delta = body.varlong();
  record.timestamp = records_.append_time.value_or(
      records::wrapping_add(records_.base_timestamp, record.timestamp_delta));
  record.offset_delta = body.varint();
  record.key = body.sized();
  record.value = body.sized();
  record.headers = read_headers(body);
  if (body.fault()) return body.fault();
  if (!body.rest().empty()) return RecordFault::record_size_mismatch;
  rest_ = outer.rest();
  return std::nullopt;
}

}  // namespace cohort
