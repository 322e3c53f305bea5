#include "wire.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/crc32c.hpp>
#include <cohort/protocol/message_set.hpp>

#include <functional>
#include <utility>

namespace cohort {

namespace {

using records::number_at;

// Of an entry: offset 8, size 4, crc 4, magic 1, attributes 1, and for magic 1 the timestamp 8.
constexpr std::size_t message_crc_offset = 12;
constexpr std::size_t message_magic_offset = 16;
constexpr std::size_t message_timestamp_offset = 18;
constexpr std::int32_t smallest_size = 14;

/// A sized field that starts at `offset`, which moves behind it; null below 0.
RecordResult<std::optional<Buffer>> read_sized(const Buffer& entry, std::size_t& offset) {
  if (entry.size() - offset < 4) return RecordFault::malformed_message;
  const auto size = number_at<std::int32_t>(entry.bytes(), offset);
  offset += 4;
  if (size < 0) return std::optional<Buffer>();
  if (static_cast<std::size_t>(size) > entry.size() - offset) return RecordFault::malformed_message;
  const std::size_t start = std::exchange(offset, offset + static_cast<std::size_t>(size));
  return std::optional<Buffer>(entry.slice(start, static_cast<std::size_t>(size)));
}

/// The next message inside a wrapper; nothing where the bytes end, even in the middle of one
/// (AbstractLegacyRecordBatch.DataLogInputStream).
RecordResult<std::optional<RecordsEntry>> next_inner(Buffer& rest) {
  const std::optional<RecordsEntry> none;
  if (rest.size() < message_crc_offset) return none;
  const auto size = number_at<std::int32_t>(rest.bytes(), 8);
  if (size < smallest_size) return RecordFault::size_below_minimum;
  const std::size_t whole = message_crc_offset + static_cast<std::size_t>(size);
  if (rest.size() < whole) return none;
  std::optional<RecordsEntry> entry(
      RecordsEntry{.magic = number_at<std::int8_t>(rest.bytes(), message_magic_offset),
                   .bytes = rest.slice(0, whole)});
  rest = rest.slice(whole);
  return entry;
}

RecordResult<Message> read_inner(const RecordsEntry& entry, const Message& wrapper) {
  // A record error of LogValidator.validateRecord, as is an inner checksum that does not fit.
  if (entry.magic != wrapper.magic) return RecordFault::mixed_magic;
  if (!crc_matches(entry)) return RecordFault::bad_crc;
  RecordResult<Message> message = read_message(entry);
  if (!message) return message.error();
  if ((message->attributes & 7) != 0) return RecordFault::nested_compression;
  // Under log append time the wrapper's time holds for all of them (KIP-32).
  if (wrapper.has_append_time()) message->timestamp = wrapper.timestamp;
  return message;
}

}  // namespace

bool crc_matches(const RecordsEntry& entry) {
  if (entry.bytes.size() <= message_magic_offset) return false;
  return crc32(entry.bytes.bytes().subspan(message_magic_offset)) ==
         number_at<std::uint32_t>(entry.bytes.bytes(), message_crc_offset);
}

RecordResult<Message> read_message(const RecordsEntry& entry) {
  const Buffer& bytes = entry.bytes;
  std::size_t offset = message_timestamp_offset + (entry.magic > 0 ? 8 : 0);
  if (bytes.size() < offset) return RecordFault::malformed_message;
  Message message{.offset = number_at<std::int64_t>(bytes.bytes(), 0),
                  .magic = entry.magic,
                  .attributes = number_at<std::int8_t>(bytes.bytes(), message_magic_offset + 1)};
  if (entry.magic > 0)
    message.timestamp = number_at<std::int64_t>(bytes.bytes(), message_timestamp_offset);
  RecordResult<std::optional<Buffer>> key = read_sized(bytes, offset);
  if (!key) return key.error();
  RecordResult<std::optional<Buffer>> value = read_sized(bytes, offset);
  if (!value) return value.error();
  message.key = std::move(*key);
  message.value = std::move(*value);
  return message;
}

RecordResult<std::vector<Message>> unwrap(const Message& wrapper, std::size_t limit) {
  const std::optional<Compression> compression = wrapper.compression();
  if (!compression) return RecordFault::unknown_compression;
  if (*compression == Compression::zstd) return RecordFault::zstd_wrapper;
  if (!wrapper.value) return RecordFault::null_wrapper;
  RecordResult<Buffer> unpacked =
      decompress(*compression, *wrapper.value, {.magic = wrapper.magic, .limit = limit});
  if (!unpacked) return unpacked.error();

  std::vector<Message> messages;
  for (Buffer rest = std::move(*unpacked);;) {
    RecordResult<std::optional<RecordsEntry>> entry = next_inner(rest);
    if (!entry) return entry.error();
    if (!*entry) break;
    RecordResult<Message> message = read_inner(**entry, wrapper);
    if (!message) return message.error();
    messages.push_back(std::move(*message));
  }
  if (messages.empty()) return RecordFault::empty_wrapper;
  if (wrapper.magic == 0) return messages;

  // Certain versions of librdkafka leave the wrapper's offset at 0, which then is the base.
  const std::int64_t last = messages.back().offset;
  if (wrapper.offset != 0 && wrapper.offset < last) return RecordFault::invalid_wrapper_offset;
  const std::int64_t base =
      wrapper.offset == 0 ? 0 : records::wrapping_subtract(wrapper.offset, last);
  for (Message& message : messages) message.offset = records::wrapping_add(base, message.offset);
  return messages;
}

void write_message(std::vector<std::uint8_t>& out, const Message& message) {
  COHORT_ASSERT(message.magic == 0 || message.magic == 1);
  const std::size_t start = out.size();
  records::put(out, message.offset);
  records::put(out, std::int32_t{0});
  records::put(out, std::uint32_t{0});
  records::put(out, message.magic);
  records::put(out, message.attributes);
  if (message.magic > 0) records::put(out, message.timestamp);
  for (const std::optional<Buffer>& part : {std::cref(message.key), std::cref(message.value)}) {
    records::put(out, part ? static_cast<std::int32_t>(part->size()) : -1);
    if (part) records::put_bytes(out, part->bytes());
  }
  records::put_at(out, start + 8,
                  static_cast<std::int32_t>(out.size() - start - message_crc_offset));
  records::put_at(out, start + message_crc_offset,
                  crc32(ByteView(out).subspan(start + message_magic_offset)));
}

}  // namespace cohort
