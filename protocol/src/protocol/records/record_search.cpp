#include <cohort/protocol/record_search.hpp>

namespace cohort {

std::optional<TimestampedOffset> first_at_or_after(const BatchView& batch, std::int64_t target,
                                                   SearchFrom from) {
  if (batch.header().max_timestamp < target) return std::nullopt;
  const RecordResult<BatchRecords> records = batch.records();
  if (!records) return std::nullopt;
  RecordCursor cursor(*records);
  RecordView record;
  while (cursor.next(record)) {
    const std::int64_t offset = from.base_offset + record.offset_delta;
    if (record.timestamp >= target && offset >= from.start_offset)
      return TimestampedOffset{.offset = offset, .timestamp = record.timestamp};
  }
  return std::nullopt;
}

std::optional<TimestampedOffset> latest_record(const BatchView& batch, std::int64_t base_offset) {
  const RecordResult<BatchRecords> records = batch.records();
  if (!records) return std::nullopt;
  RecordCursor cursor(*records);
  RecordView record;
  while (cursor.next(record)) {
    if (record.timestamp != batch.header().max_timestamp) continue;
    return TimestampedOffset{.offset = base_offset + record.offset_delta,
                             .timestamp = record.timestamp};
  }
  return std::nullopt;
}

}  // namespace cohort
