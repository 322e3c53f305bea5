#include "record_samples.hpp"
#include "record_vectors.hpp"
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/record_check.hpp>

#include <gtest/gtest.h>

namespace cohort {
namespace {

std::optional<RecordFault> fault(const Buffer& records, const ProduceRules& rules = {}) {
  return fault_of(check_produced(records, rules));
}

ProducedBatch accepted(const Buffer& records, const ProduceRules& rules = {}) {
  return check_produced(records, rules).value().value();
}

Buffer joined(std::initializer_list<Buffer> parts) {
  Buffers all;
  for (const Buffer& part : parts) all.append(part);
  return all.joined();
}

Buffer sample_batch(const BatchOptions& options = {}) {
  return batch_of(sample_records(), options).bytes();
}

/// Two records of equal bytes but for one changed field under a fitting checksum.
std::optional<RecordFault> fault_with(std::size_t offset, std::string_view hex,
                                      const BatchOptions& options = {}) {
  return fault(with_bytes(batch_of(sample_records(), options), offset, hex));
}

TEST(CheckProduced, TakesABatchOfEveryCodecAndStoresItAsItIs) {
  for (const RecordsVector& vector : batch_vectors) {
    const Buffer bytes = from_hex(vector.hex);

    const ProducedBatch produced = accepted(bytes);

    EXPECT_EQ(records_of(produced.records), sample_records()) << vector.name;
    EXPECT_EQ(produced.stored({}).value().bytes().data(), bytes.data()) << vector.name;
  }
}

TEST(CheckProduced, AsksForOneBatchOfMagic2FromVersion3On) {
  const Buffer batch = sample_batch();
  for (const auto version : std::array<std::int16_t, 3>{3, 7, 11}) {
    EXPECT_EQ(fault({}, {.produce_version = version}), RecordFault::no_batch);
    EXPECT_EQ(fault(batch.slice(0, batch.size() - 1), {.produce_version = version}),
              RecordFault::no_batch);
    EXPECT_EQ(fault(joined({batch, batch}), {.produce_version = version}),
              RecordFault::more_than_one_batch);
    EXPECT_EQ(fault(from_hex(message_set1_vectors[0].hex), {.produce_version = version}),
              RecordFault::magic_needs_older_produce);
    EXPECT_EQ(fault(joined({batch, batch.slice(0, 20)}), {.produce_version = version}),
              std::nullopt);
    EXPECT_EQ(fault(joined({batch, from_hex("00000000000000000000000000")}),
                    {.produce_version = version}),
              RecordFault::size_below_minimum);
  }
}

TEST(CheckProduced, TakesNothingOfNothingBeforeVersion3) {
  EXPECT_FALSE(check_produced({}, {.produce_version = 2}).value().has_value());
  EXPECT_FALSE(
      check_produced(sample_batch().slice(0, 30), {.produce_version = 0}).value().has_value());
}

TEST(CheckProduced, TakesZstdFromVersion7On) {
  const Buffer batch = sample_batch({.compression = Compression::zstd});

  EXPECT_EQ(fault(batch, {.produce_version = 6}), RecordFault::zstd_needs_newer_produce);
  EXPECT_EQ(fault(batch, {.produce_version = 7}), std::nullopt);
}

TEST(CheckProduced, LooksAtBaseOffsetThenSizeThenChecksum) {
  const Buffer batch = sample_batch({.base_offset = 5});
  std::vector<std::uint8_t> broken = bytes_of(batch);
  broken.back() = static_cast<std::uint8_t>(broken.back() ^ 1);
  EXPECT_EQ(fault(Buffer::adopt(std::vector(broken)), {.max_batch_bytes = 10}),
            RecordFault::base_offset_not_zero);
  broken[7] = 0;
  EXPECT_EQ(fault(Buffer::adopt(std::vector(broken)), {.max_batch_bytes = 10}),
            RecordFault::batch_too_large);
  EXPECT_EQ(fault(Buffer::adopt(std::vector(broken))), RecordFault::bad_crc);
  EXPECT_EQ(fault(sample_batch(), {.max_batch_bytes = sample_batch().size()}), std::nullopt);
}

TEST(CheckProduced, ABatchShorterThanItsHeaderIsCorrupt) {
  EXPECT_EQ(fault(from_hex("00000000000000000000000e0000000002000000000000000000")),
            RecordFault::too_short);
}

TEST(CheckProduced, LooksThroughTheHeader) {
  EXPECT_EQ(fault_with(22, "05"), RecordFault::unknown_compression);
  EXPECT_EQ(fault_with(23, "ffffffff"), RecordFault::invalid_offset_range);
  EXPECT_EQ(fault_with(57, "00000000"), RecordFault::invalid_count);
  EXPECT_EQ(fault_with(57, "ffffffff"), RecordFault::invalid_count);
  EXPECT_EQ(fault_with(57, "00000004"), RecordFault::count_mismatch);
  EXPECT_EQ(fault_with(23, "00000005"), RecordFault::count_mismatch);
  EXPECT_EQ(fault_with(22, "20"), RecordFault::control_batch);
  EXPECT_EQ(fault_with(53, "ffffffff", {.producer_id = 1, .producer_epoch = 0}),
            RecordFault::missing_sequence);
}

// Source: the recorded case produce/count_too_high.
TEST(CheckProduced, CountsTheRecords) {
  EXPECT_EQ(fault(with_bytes(
                BatchView::of(with_bytes(batch_of(sample_records()), 57, "00000004")).value(), 23,
                "00000003")),
            RecordFault::record_too_short);
  EXPECT_EQ(fault(with_bytes(
                BatchView::of(with_bytes(batch_of(sample_records()), 57, "00000002")).value(), 23,
                "00000001")),
            RecordFault::trailing_bytes);
}

TEST(CheckProduced, BoundsWhatABatchUnpacksTo) {
  const Buffer batch =
      batch_of({{.value = text(std::string(1'000'000, 'x'))}}, {.compression = Compression::zstd})
          .bytes();

  EXPECT_EQ(fault(batch, {.decompressed_limit = 100'000}), RecordFault::decompressed_too_large);
}

TEST(CheckProduced, MakesRecordsOfMessages) {
  std::vector<Record> expected = sample_records();
  expected[0].headers.clear();
  for (const RecordsVector& vector : message_set1_vectors)
    EXPECT_EQ(records_of(accepted(from_hex(vector.hex), {.produce_version = 2}).records), expected)
        << vector.name;
  for (Record& record : expected) record.timestamp = no_timestamp;
  for (const RecordsVector& vector : message_set0_vectors)
    EXPECT_EQ(records_of(accepted(from_hex(vector.hex), {.produce_version = 0}).records), expected)
        << vector.name;
}

// Source: the recorded cases produce/message_set_v0 and message_set_v2.
TEST(CheckProduced, StoresMessagesAsOneBatchOfTheirCodec) {
  const BatchView stored =
      accepted(from_hex(message_set1_vectors[1].hex), {.produce_version = 2}).stored({}).value();

  EXPECT_EQ(fault_of(validate(stored)), std::nullopt);
  EXPECT_EQ(stored.header().compression(), Compression::gzip);
  EXPECT_EQ(stored.header().record_count, 3);
  EXPECT_EQ(stored.header().last_offset_delta, 2);
  EXPECT_EQ(stored.header().max_timestamp, 1010);
  EXPECT_EQ(stored.header().producer_id, -1);
  EXPECT_EQ(accepted(from_hex(message_set0_vectors[0].hex), {.produce_version = 0})
                .stored({})
                .value()
                .header()
                .max_timestamp,
            -1);
}

TEST(CheckProduced, ChecksMessages) {
  const Buffer plain = from_hex(message_set1_vectors[0].hex);
  const Buffer wrapped = from_hex(message_set1_vectors[1].hex);
  const Buffer magic_0 = from_hex(message_set0_vectors[0].hex);
  std::vector<std::uint8_t> broken = bytes_of(plain);
  broken.back() = static_cast<std::uint8_t>(broken.back() ^ 1);
  const ProduceRules v2{.produce_version = 2};

  EXPECT_EQ(fault(Buffer::adopt(std::move(broken)), v2), RecordFault::bad_crc);
  EXPECT_EQ(fault(joined({plain, magic_0}), v2), RecordFault::mixed_magic);
  EXPECT_EQ(fault(joined({plain, wrapped}), v2), RecordFault::more_than_one_batch);
  EXPECT_EQ(fault(joined({sample_batch(), sample_batch()}), v2), RecordFault::more_than_one_batch);
  EXPECT_EQ(fault(sample_batch(), v2), std::nullopt);
  EXPECT_EQ(fault(plain, {.produce_version = 2, .max_batch_bytes = 50}),
            RecordFault::batch_too_large);
}

TEST(CheckProduced, SizesBeyondAMessageAreTheirOwnFault) {
  std::vector<std::uint8_t> bytes;
  write_message(bytes, {.magic = 0, .value = text("abc")});
  bytes[25] = 4;  // The value's size.
  const std::uint32_t crc = crc32(std::span(bytes).subspan(16));
  for (std::size_t i = 0; i < 4; ++i)
    bytes[12 + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));

  EXPECT_EQ(fault(Buffer::adopt(std::move(bytes)), {.produce_version = 0}),
            RecordFault::malformed_message);
}

TEST(Stored, AppendTimeIsWrittenIntoTheHeaderAlone) {
  const BatchView batch = batch_of(sample_records(), {.compression = Compression::lz4});
  const StoreRules appended{.timestamp_type = TimestampType::log_append_time, .now_ms = 7777};

  EXPECT_EQ(accepted(batch.bytes()).stored(appended).value(),
            batch.with_max_timestamp(TimestampType::log_append_time, 7777));
}

// Source: the recorded case produce/wrong_max_timestamp.
TEST(Stored, AWrongMaxTimestampIsPutRight) {
  const Buffer wrong = with_bytes(batch_of(sample_records()), 35, "0000000000000063");

  EXPECT_EQ(accepted(wrong).stored({}).value(), batch_of(sample_records()));
}

// Source: the recorded case produce/topic_gzip.
TEST(Stored, IsPackedAsTheTopicWantsIt) {
  const Buffer batch = sample_batch({.compression = Compression::snappy,
                                     .producer_id = 3,
                                     .producer_epoch = 1,
                                     .base_sequence = 8,
                                     .is_transactional = true});

  const BatchView stored = accepted(batch).stored({.compression = Compression::gzip}).value();

  EXPECT_EQ(stored, batch_of(sample_records(), {.compression = Compression::gzip,
                                                .producer_id = 3,
                                                .producer_epoch = 1,
                                                .base_sequence = 8,
                                                .is_transactional = true}));
  EXPECT_EQ(
      accepted(batch).stored({.compression = Compression::none}).value().header().compression(),
      Compression::none);
}

TEST(Stored, OffsetDeltasThatDoNotCountUpStayOnlyUncompressed) {
  // The second record's offset delta (behind its size, attributes and a timestamp delta of one
  // byte) becomes 5.
  const BatchView plain =
      batch_of({{.timestamp = 1, .value = text("a")}, {.timestamp = 1, .value = text("b")}});
  const Buffer gaps = with_bytes(plain, 61 + 8 + 3, "0a");
  const ProducedBatch produced = accepted(gaps);
  EXPECT_FALSE(produced.summary.offsets_count_up);
  EXPECT_EQ(produced.stored({}).value().bytes(), gaps);

  ProducedBatch packed = produced;
  packed.header.attributes = 1;
  EXPECT_EQ(packed.stored({}).value(),
            batch_of({{.timestamp = 1, .value = text("a")}, {.timestamp = 1, .value = text("b")}},
                     {.compression = Compression::gzip}));
}

// Source: the recorded case produce/negative_timestamp; MemoryRecordsBuilder.appendWithOffset.
TEST(Stored, NegativeTimestampsPassUnlessWrittenAnew) {
  const Buffer batch = batch_of({{.timestamp = -5}}).bytes();

  EXPECT_EQ(accepted(batch).stored({}).value().header().max_timestamp, -1);
  EXPECT_EQ(fault_of(accepted(batch).stored({.compression = Compression::gzip})),
            RecordFault::negative_timestamp);
}

TEST(RecordFault, AnswersKafkasCodes) {
  EXPECT_EQ(error_code(RecordFault::no_batch), ErrorCode::invalid_record);
  EXPECT_EQ(error_code(RecordFault::bad_crc), ErrorCode::corrupt_message);
  EXPECT_EQ(error_code(RecordFault::batch_too_large), ErrorCode::message_too_large);
  EXPECT_EQ(error_code(RecordFault::zstd_needs_newer_produce),
            ErrorCode::unsupported_compression_type);
  EXPECT_EQ(error_code(RecordFault::corrupt_compression), ErrorCode::unknown_server_error);
  EXPECT_FALSE(answers_log_start_offset(RecordFault::no_batch));
  EXPECT_FALSE(answers_log_start_offset(RecordFault::bad_crc));
  EXPECT_TRUE(answers_log_start_offset(RecordFault::count_mismatch));
  EXPECT_TRUE(answers_log_start_offset(RecordFault::unknown_compression));
}

}  // namespace
}  // namespace cohort
