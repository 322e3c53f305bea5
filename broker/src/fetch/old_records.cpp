#include "fetch/old_records.hpp"

#include <cohort/protocol/message_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace cohort::broker {

namespace {

/// Offset -1, and the length of an empty record batch, of which nothing follows
/// (LazyDownConversionRecordsSend.buildOverflowBatch).
constexpr std::array<std::uint8_t, 12> unreadable_message{0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                          0xff, 0xff, 0,    0,    0,    61};

/// Kafka cuts where the room ends; who reads passes over a message that is cut.
Buffer whole_messages(const Buffer& messages, std::size_t room) {
  if (messages.size() <= room) return messages;
  RecordsReader reader(messages);
  std::size_t whole = 0;
  while (true) {
    const auto entry = reader.next();
    const std::size_t next = messages.size() - reader.left();
    if (!entry || !*entry || next > room) return messages.slice(0, whole);
    whole = next;
  }
}

}  // namespace

OldRecords as_message_set(std::span<const StoredBatch> batches, const OldReading& reading) {
  const auto magic = static_cast<std::int8_t>(reading.version < 2 ? 0 : 1);
  auto limit = static_cast<std::size_t>(std::max<std::int64_t>(reading.bytes, 0));
  OldRecords told;
  for (const StoredBatch& stored : batches) {
    const RecordResult<Buffer> converted = convert_down(
        stored.batch,
        {.magic = magic, .base_offset = stored.base_offset, .first_offset = reading.fetch_offset});
    if (!converted) {
      if (told.records.empty()) told.error = error_code(converted.error());
      return told;
    }
    if (converted->empty()) continue;
    if (told.records.empty()) limit = std::max(limit, converted->size());
    const Buffer fitting = whole_messages(*converted, limit - told.records.size());
    if (!fitting.empty()) told.records.append(fitting);
    if (fitting.size() < converted->size()) return told;
  }
  if (told.records.empty() && !batches.empty()) {
    told.records.append(Buffer::copy_of(unreadable_message));
  }
  return told;
}

}  // namespace cohort::broker
