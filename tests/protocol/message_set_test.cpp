#include "record_samples.hpp"
#include "record_vectors.hpp"
#include <cohort/protocol/message_set.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace cohort {
namespace {

/// The sample records as messages at the offsets 0, 1, 2.
std::vector<Message> sample_messages(std::int8_t magic) {
  std::vector<Message> messages;
  for (const Record& record : sample_records())
    messages.push_back({.offset = static_cast<std::int64_t>(messages.size()),
                        .magic = magic,
                        .timestamp = magic == 0 ? no_timestamp : record.timestamp,
                        .key = record.key,
                        .value = record.value});
  return messages;
}

/// Every message of a set, wrapped or not, checksums checked.
std::vector<Message> messages_of(const Buffer& set) {
  std::vector<Message> all;
  for (const RecordsEntry& entry : split_records(set).value()) {
    EXPECT_TRUE(crc_matches(entry));
    const Message message = read_message(entry).value();
    if (message.compression() == Compression::none) {
      all.push_back(message);
      continue;
    }
    for (const Message& inner : unwrap(message).value()) all.push_back(inner);
  }
  return all;
}

Buffer set_of(const std::vector<Message>& messages) {
  std::vector<std::uint8_t> bytes;
  for (const Message& message : messages) write_message(bytes, message);
  return Buffer::adopt(std::move(bytes));
}

TEST(MessageSet, OfAnotherEncoderIsReadWithEveryCodec) {
  for (const RecordsVector& vector : message_set0_vectors)
    EXPECT_EQ(messages_of(from_hex(vector.hex)), sample_messages(0)) << vector.name;
  for (const RecordsVector& vector : message_set1_vectors)
    EXPECT_EQ(messages_of(from_hex(vector.hex)), sample_messages(1)) << vector.name;
}

TEST(MessageSet, IsWrittenAsAnotherEncoderDoes) {
  EXPECT_EQ(set_of(sample_messages(0)), from_hex(message_set0_vectors[0].hex));
  EXPECT_EQ(set_of(sample_messages(1)), from_hex(message_set1_vectors[0].hex));
}

TEST(MessageSet, WrapperOfMagic1CountsFromItsLastMessage) {
  Message wrapper{.offset = 42,
                  .attributes = 1,
                  .value = compress(Compression::gzip, set_of(sample_messages(1)).bytes(), 1)};

  const std::vector<Message> inner = unwrap(wrapper).value();
  EXPECT_EQ(inner.front().offset, 40);
  EXPECT_EQ(inner.back().offset, 42);

  wrapper.offset = 0;  // Some librdkafka.
  EXPECT_EQ(unwrap(wrapper).value().back().offset, 2);
  wrapper.offset = 1;
  EXPECT_EQ(fault_of(unwrap(wrapper)), RecordFault::invalid_wrapper_offset);
}

TEST(MessageSet, WrapperWithAppendTimeGivesItToAll) {
  const Message wrapper{
      .offset = 2,
      .attributes = 1 | 8,
      .timestamp = 5000,
      .value = compress(Compression::gzip, set_of(sample_messages(1)).bytes(), 1)};

  for (const Message& message : unwrap(wrapper).value()) EXPECT_EQ(message.timestamp, 5000);
}

TEST(MessageSet, NamesWhatIsWrongInsideAWrapper) {
  const auto fault = [](std::int8_t attributes, const std::optional<Buffer>& value) {
    return fault_of(unwrap({.attributes = attributes, .value = value}));
  };
  const auto packed = [](const Buffer& set) { return compress(Compression::gzip, set.bytes(), 1); };
  std::vector<std::uint8_t> bad_crc = bytes_of(set_of(sample_messages(1)));
  bad_crc.back() = static_cast<std::uint8_t>(bad_crc.back() ^ 1);

  EXPECT_EQ(fault(1, std::nullopt), RecordFault::null_wrapper);
  EXPECT_EQ(fault(1, packed({})), RecordFault::empty_wrapper);
  EXPECT_EQ(fault(1, text("no gzip")), RecordFault::corrupt_compression);
  EXPECT_EQ(fault(4, text("")), RecordFault::zstd_wrapper);
  EXPECT_EQ(fault(5, text("")), RecordFault::unknown_compression);
  EXPECT_EQ(fault(1, packed(set_of(sample_messages(0)))), RecordFault::mixed_magic);
  EXPECT_EQ(fault(1, packed(Buffer::adopt(std::move(bad_crc)))), RecordFault::bad_crc);
  EXPECT_EQ(fault(1, packed(set_of({{.attributes = 1, .value = text("")}}))),
            RecordFault::nested_compression);
  EXPECT_EQ(fault(1, packed(from_hex("00000000000000000000000d"))),
            RecordFault::size_below_minimum);
}

TEST(RecordsReader, StopsQuietlyWhereAnEntryIsNotWhole) {
  const Buffer set = from_hex(message_set1_vectors[0].hex);
  for (std::size_t size = 0; size <= set.size(); ++size) {
    const std::size_t whole = size == set.size() ? 3 : size >= 36 + 74 ? 2 : size >= 36 ? 1 : 0;
    EXPECT_EQ(split_records(set.slice(0, size)).value().size(), whole) << size;
  }
}

TEST(RecordsReader, RefusesImpossibleLengthsAndMagics) {
  EXPECT_EQ(fault_of(split_records(from_hex("00000000000000000000000d"))),
            RecordFault::size_below_minimum);
  EXPECT_EQ(fault_of(split_records(from_hex("0000000000000000ffffffff"))),
            RecordFault::size_below_minimum);
  EXPECT_EQ(fault_of(split_records(from_hex("00000000000000000000000e0000000003"))),
            RecordFault::unknown_magic);
  EXPECT_EQ(fault_of(split_records(from_hex("00000000000000000000000e00000000ff"))),
            RecordFault::unknown_magic);
  EXPECT_EQ(split_records(from_hex("00000000000000007fffffff0000000002")).value().size(), 0U);
}

TEST(ConvertDown, GivesTheMessagesOfAnotherEncoder) {
  const BatchView batch = batch_of(sample_records());

  EXPECT_EQ(convert_down(batch, {.magic = 0}).value(), from_hex(message_set0_vectors[0].hex));
  EXPECT_EQ(convert_down(batch, {.magic = 1}).value(), from_hex(message_set1_vectors[0].hex));
}

TEST(ConvertDown, WrapsWhatWasCompressed) {
  for (const Compression codec : {Compression::gzip, Compression::snappy, Compression::lz4})
    for (const auto magic : std::array<std::int8_t, 2>{0, 1}) {
      const BatchView batch = batch_of(sample_records(), {.compression = codec});

      const Buffer set =
          convert_down(batch, {.magic = magic, .base_offset = 100, .first_offset = 102}).value();

      const std::vector<RecordsEntry> entries = split_records(set).value();
      ASSERT_EQ(entries.size(), 1U);
      const Message wrapper = read_message(entries[0]).value();
      EXPECT_EQ(wrapper, (Message{.offset = 102,
                                  .magic = magic,
                                  .attributes = static_cast<std::int8_t>(codec),
                                  .timestamp = magic == 0 ? no_timestamp : 1010,
                                  .value = wrapper.value}));
      std::vector<Message> expected = sample_messages(magic);
      for (Message& message : expected) message.offset += 100;
      EXPECT_EQ(messages_of(set), expected) << name(codec);
    }
}

TEST(ConvertDown, LeavesOutUncompressedRecordsBeforeTheFetchOffset) {
  const Buffer set = convert_down(batch_of(sample_records()),
                                  {.magic = 1, .base_offset = 100, .first_offset = 102})
                         .value();

  std::vector<Message> expected = {sample_messages(1)[2]};
  expected[0].offset = 102;
  EXPECT_EQ(messages_of(set), expected);
  EXPECT_EQ(convert_down(batch_of(sample_records()), {.magic = 1, .first_offset = 3}).value(),
            Buffer());
}

TEST(ConvertDown, KeepsAppendTimeInMagic1) {
  const BatchView batch = batch_of(
      sample_records(), {.timestamp_type = TimestampType::log_append_time, .append_time = 9000});

  for (const Message& message : messages_of(convert_down(batch, {.magic = 1}).value())) {
    EXPECT_EQ(message.attributes, 8);
    EXPECT_EQ(message.timestamp, 9000);
  }
  for (const Message& message : messages_of(convert_down(batch, {.magic = 0}).value()))
    EXPECT_EQ(message.attributes, 0);
}

TEST(ConvertDown, LeavesOutControlBatchesAndCannotDoZstd) {
  EXPECT_EQ(convert_down(batch_of(sample_records(), {.is_control = true}), {}).value(), Buffer());
  EXPECT_EQ(
      fault_of(convert_down(batch_of(sample_records(), {.compression = Compression::zstd}), {})),
      RecordFault::zstd_needs_newer_produce);
}

}  // namespace
}  // namespace cohort
