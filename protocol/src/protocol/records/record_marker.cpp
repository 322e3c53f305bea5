#include "wire.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <utility>

namespace cohort {

namespace {

std::optional<Record> control_record_of(const BatchView& batch) {
  if (!batch.header().is_control()) return std::nullopt;
  const RecordResult<BatchRecords> records = batch.records();
  if (!records) return std::nullopt;
  RecordCursor cursor(*records);
  RecordView record;
  if (!cursor.next(record)) return std::nullopt;
  return record.owned();
}

std::optional<MarkerType> type_of(const Record& control_record) {
  if (!control_record.key || control_record.key->size() < 4) return std::nullopt;
  switch (records::number_at<std::int16_t>(control_record.key->bytes(), 2)) {
    case static_cast<std::int16_t>(MarkerType::abort):
      return MarkerType::abort;
    case static_cast<std::int16_t>(MarkerType::commit):
      return MarkerType::commit;
    default:
      return std::nullopt;
  }
}

}  // namespace

BatchView marker_batch(const Marker& marker) {
  std::vector<std::uint8_t> key;
  records::put(key, std::int16_t{0});
  records::put(key, static_cast<std::int16_t>(marker.type));
  std::vector<std::uint8_t> value;
  records::put(value, std::int16_t{0});
  records::put(value, marker.coordinator_epoch);

  // A marker carries no sequence (MemoryRecords.withEndTransactionMarker).
  BatchBuilder builder({.producer_id = marker.producer_id,
                        .producer_epoch = marker.producer_epoch,
                        .is_transactional = true,
                        .is_control = true});
  builder.add(Record{.timestamp = marker.timestamp,
                     .key = Buffer::adopt(std::move(key)),
                     .value = Buffer::adopt(std::move(value))});
  return builder.build();
}

std::optional<MarkerType> marker_type_of(const BatchView& batch) {
  const std::optional<Record> record = control_record_of(batch);
  return record ? type_of(*record) : std::nullopt;
}

std::optional<Marker> marker_of(const BatchView& batch) {
  const std::optional<Record> record = control_record_of(batch);
  const std::optional<MarkerType> type = record ? type_of(*record) : std::nullopt;
  if (!type || !record->value || record->value->size() < 6) return std::nullopt;
  return Marker{.type = *type,
                .producer_id = batch.header().producer_id,
                .producer_epoch = batch.header().producer_epoch,
                .coordinator_epoch = records::number_at<std::int32_t>(record->value->bytes(), 2),
                .timestamp = record->timestamp};
}

}  // namespace cohort
