#include "wire.hpp"
#include <cohort/protocol/message_set.hpp>

#include <algorithm>
#include <utility>

namespace cohort {

namespace {

std::optional<Buffer> copy_of(const std::optional<ByteView>& bytes) {
  if (!bytes) return std::nullopt;
  return Buffer::copy_of(*bytes);
}

/// The messages of one batch while they are written.
struct Messages {
  std::vector<std::uint8_t> bytes;
  std::int64_t first_offset = 0;
  std::int64_t last_offset = 0;
  std::int64_t max_timestamp = no_timestamp;
};

std::int8_t timestamp_attribute(const BatchHeader& header, std::int8_t magic) {
  const bool appended = magic > 0 && header.timestamp_type() == TimestampType::log_append_time;
  return appended ? std::int8_t{8} : std::int8_t{0};
}

RecordResult<Messages> write_messages(const BatchView& batch, const DownConversion& conversion,
                                      const BatchRecords& records) {
  const bool wrapped = batch.header().compression() != Compression::none;
  Messages messages;
  RecordCursor cursor(records);
  RecordView record;
  while (cursor.next(record)) {
    const std::int64_t offset = records::wrapping_add(conversion.base_offset, record.offset_delta);
    // Some librdkafka versions take every message of an answer for one at or after the offset that
    // they asked for; a wrapper stays whole, since a consumer always looks into it
    // (RecordsUtil.downConvert).
    if (!wrapped && offset < conversion.first_offset) continue;
    if (messages.bytes.empty()) messages.first_offset = offset;
    messages.last_offset = offset;
    messages.max_timestamp = std::max(messages.max_timestamp, record.timestamp);
    // Inside a wrapper magic 1 counts from the wrapper's first message, magic 0 is absolute
    // (KIP-31).
    const bool relative = wrapped && conversion.magic > 0;
    write_message(
        messages.bytes,
        {.offset = relative ? records::wrapping_subtract(offset, messages.first_offset) : offset,
         .magic = conversion.magic,
         .attributes = timestamp_attribute(batch.header(), conversion.magic),
         .timestamp = record.timestamp,
         .key = copy_of(record.key),
         .value = copy_of(record.value)});
  }
  if (cursor.fault()) return *cursor.fault();
  return messages;
}

}  // namespace

RecordResult<Buffer> convert_down(const BatchView& batch, const DownConversion& conversion) {
  // Old consumers know no markers (RecordsUtil.downConvert).
  if (batch.header().is_control()) return Buffer();
  const std::optional<Compression> compression = batch.header().compression();
  if (!compression) return RecordFault::unknown_compression;
  if (*compression == Compression::zstd) return RecordFault::zstd_needs_newer_produce;
  const RecordResult<BatchRecords> records = batch.records(conversion.decompressed_limit);
  if (!records) return records.error();
  RecordResult<Messages> messages = write_messages(batch, conversion, *records);
  if (!messages) return messages.error();
  if (*compression == Compression::none || messages->bytes.empty())
    return Buffer::adopt(std::move(messages->bytes));

  // The wrapper has no key, the offset of its last message and the greatest timestamp
  // (MemoryRecordsBuilder.writeLegacyCompressedWrapperHeader).
  const int attributes =
      static_cast<int>(*compression) | timestamp_attribute(batch.header(), conversion.magic);
  std::vector<std::uint8_t> out;
  write_message(out, {.offset = messages->last_offset,
                      .magic = conversion.magic,
                      .attributes = static_cast<std::int8_t>(attributes),
                      .timestamp = messages->max_timestamp,
                      .value = compress(*compression, messages->bytes, conversion.magic)});
  return Buffer::adopt(std::move(out));
}

}  // namespace cohort
