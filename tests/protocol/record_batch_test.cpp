#include "record_samples.hpp"
#include "record_vectors.hpp"
#include <cohort/protocol/record_batch.hpp>

#include <gtest/gtest.h>

namespace cohort {
namespace {

TEST(BatchView, ReadsBatchesOfAnotherEncoder) {
  for (const RecordsVector& vector : batch_vectors) {
    const RecordResult<BatchView> batch = BatchView::of(from_hex(vector.hex));

    ASSERT_TRUE(batch.has_value()) << vector.name;
    EXPECT_EQ(batch->header(),
              (BatchHeader{.batch_length = static_cast<std::int32_t>(batch->size() - 12),
                           .partition_leader_epoch = 0,
                           .crc = batch->header().crc,
                           .attributes = static_cast<std::int16_t>(vector.codec),
                           .last_offset_delta = 2,
                           .base_timestamp = 1000,
                           .max_timestamp = 1010,
                           .record_count = 3}))
        << vector.name;
    EXPECT_TRUE(batch->crc_matches()) << vector.name;
    EXPECT_EQ(records_of(*batch), sample_records()) << vector.name;
    EXPECT_EQ(fault_of(validate(*batch)), std::nullopt) << vector.name;
  }
}

TEST(BatchView, ReadsProducerAndFlags) {
  const BatchView batch = BatchView::of(from_hex(transactional_batch_vector[0].hex)).value();

  EXPECT_TRUE(batch.header().is_transactional());
  EXPECT_FALSE(batch.header().is_control());
  EXPECT_EQ(batch.header().producer_id, 4'000'000'000);
  EXPECT_EQ(batch.header().producer_epoch, 7);
  EXPECT_EQ(batch.header().base_sequence, 2'147'483'646);
  EXPECT_EQ(batch.header().last_sequence(), 0);  // 2^31 - 2, 2^31 - 1, and round.
}

TEST(BatchBuilder, WritesTheBytesOfAnotherEncoder) {
  EXPECT_EQ(batch_of(sample_records(), {.partition_leader_epoch = 0}).bytes(),
            from_hex(batch_vectors[0].hex));
  EXPECT_EQ(batch_of(sample_records(), {.partition_leader_epoch = 0,
                                        .producer_id = 4'000'000'000,
                                        .producer_epoch = 7,
                                        .base_sequence = 2'147'483'646,
                                        .is_transactional = true})
                .bytes(),
            from_hex(transactional_batch_vector[0].hex));
}

TEST(BatchView, StandsInPiecesAroundRecordsThatArePackedAlready) {
  const BatchView whole = batch_of(sample_records(), {.compression = Compression::lz4,
                                                      .producer_id = 4'000'000'000,
                                                      .producer_epoch = 7,
                                                      .base_sequence = 2'147'483'646});

  const Buffers pieces = batch_around(whole.header(), whole.packed_records());

  EXPECT_EQ(pieces, Buffers(whole.bytes()));
  ASSERT_EQ(pieces.pieces().size(), 2U);
  EXPECT_EQ(pieces.pieces()[1].data(), whole.packed_records().data());
}

TEST(BatchBuilder, GivesBackItsRecordsWithEveryCodec) {
  for (const Compression codec : {Compression::none, Compression::gzip, Compression::snappy,
                                  Compression::lz4, Compression::zstd}) {
    const BatchView batch = batch_of(sample_records(), {.compression = codec});

    EXPECT_EQ(fault_of(validate(batch)), std::nullopt) << name(codec);
    EXPECT_EQ(records_of(batch), sample_records()) << name(codec);
  }
}

TEST(BatchBuilder, TimestampsAtBothEndsOfTimeComeBack) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  const std::vector<Record> records = {{.timestamp = std::numeric_limits<std::int64_t>::max()},
                                       {.timestamp = lowest},
                                       {.timestamp = 0}};

  EXPECT_EQ(records_of(batch_of(records)), records);
}

TEST(BatchView, SummaryTellsWhatTheLogAsksFor) {
  const RecordsSummary summary = validate(batch_of(sample_records())).value();

  EXPECT_EQ(summary.max_timestamp, 1010);
  EXPECT_EQ(summary.smallest_timestamp, 990);
  EXPECT_FALSE(summary.has_record_without_timestamp);
  EXPECT_EQ(summary.first_without_key, 1);
  EXPECT_TRUE(summary.offsets_count_up);
}

TEST(BatchView, IsPlacedByAFreshPrefixAndASharedRest) {
  const BatchView batch = batch_of(sample_records());

  const Buffers placed = batch.placed_at(77, 3);

  ASSERT_EQ(placed.pieces().size(), 2U);
  EXPECT_EQ(placed.pieces()[1].data(), batch.bytes().data() + 16);
  const BatchView moved = BatchView::of(placed.joined()).value();
  BatchHeader expected = batch.header();
  expected.base_offset = 77;
  expected.partition_leader_epoch = 3;
  EXPECT_EQ(moved.header(), expected);
  EXPECT_TRUE(moved.crc_matches());
}

TEST(BatchView, AnotherMaxTimestampGetsAChecksumThatFits) {
  const BatchView batch = batch_of(sample_records());

  const BatchView appended = batch.with_max_timestamp(TimestampType::log_append_time, 5000);

  EXPECT_TRUE(appended.crc_matches());
  EXPECT_EQ(appended.header().timestamp_type(), TimestampType::log_append_time);
  EXPECT_EQ(appended.header().max_timestamp, 5000);
  EXPECT_EQ(appended.header().base_timestamp, 1000);
  const std::vector<Record> seen = records_of(appended).value();
  for (const Record& record : seen) EXPECT_EQ(record.timestamp, 5000);
  EXPECT_EQ(appended.with_max_timestamp(TimestampType::create_time, 1010), batch);
}

TEST(BatchView, ThatKeepsItsMaxTimestampIsTheSameBytes) {
  const BatchView batch = batch_of(sample_records());

  EXPECT_EQ(batch.with_max_timestamp(TimestampType::create_time, 1010).bytes().data(),
            batch.bytes().data());
}

TEST(BatchView, AnyOtherSizeIsNotTheBatch) {
  const BatchView batch = batch_of(sample_records());
  for (std::size_t size = 0; size < batch.size(); ++size)
    EXPECT_EQ(fault_of(BatchView::of(batch.bytes().slice(0, size))),
              size < 61 ? RecordFault::too_short : RecordFault::length_mismatch);
  std::vector<std::uint8_t> longer = bytes_of(batch.bytes());
  longer.push_back(0);
  EXPECT_EQ(fault_of(BatchView::of(Buffer::adopt(std::move(longer)))),
            RecordFault::length_mismatch);
}

TEST(BatchView, EveryFlippedBitIsNoticed) {
  for (const RecordsVector& vector : batch_vectors) {
    const std::vector<std::uint8_t> bytes = bytes_of(from_hex(vector.hex));
    // Base offset and leader epoch are outside the checksum: any value of theirs is right.
    for (std::size_t bit = std::size_t{8} * 8; bit < bytes.size() * 8; ++bit) {
      if (bit / 8 >= 12 && bit / 8 < 16) continue;
      std::vector<std::uint8_t> flipped = bytes;
      flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1U << (bit % 8)));
      const RecordResult<BatchView> batch = BatchView::of(Buffer::adopt(std::move(flipped)));
      EXPECT_TRUE(!batch.has_value() || validate(*batch).has_error())
          << vector.name << " bit " << bit;
    }
  }
}

TEST(RecordCursor, EveryFlippedBitUnderAFittingChecksumEndsInAFaultOrInRecords) {
  const BatchView batch = batch_of(sample_records());
  for (std::size_t offset = 21; offset < batch.size(); ++offset)
    for (const std::string_view value : {"00", "01", "7f", "80", "fe", "ff"}) {
      const RecordResult<BatchView> changed = BatchView::of(with_bytes(batch, offset, value));
      ASSERT_TRUE(changed.has_value());
      EXPECT_EQ(validate(*changed).has_value(),
                changed->header().last_offset_delta >= 0 && records_of(*changed).has_value());
    }
}

// What stands at 61: size, attributes, timestamp delta, offset delta, key size, key, value size,
// value, header count, first header's key size.
TEST(RecordCursor, NamesWhatIsWrongWithARecord) {
  const BatchView batch = batch_of({sample_records()[0]});
  const std::size_t start = 61;
  const auto fault = [&](std::size_t offset, std::string_view hex) {
    return fault_of(validate(BatchView::of(with_bytes(batch, start + offset, hex)).value()));
  };

  EXPECT_EQ(fault(0, "01"), RecordFault::record_size_mismatch);  // Size -1.
  EXPECT_EQ(fault(0, "7e"), RecordFault::record_too_short);      // Size 63.
  EXPECT_EQ(fault(0, "1c"), RecordFault::record_too_short);  // One byte less than its fields take.
  EXPECT_EQ(fault(4, "7e"), RecordFault::record_too_short);  // A key of 63 bytes.
  EXPECT_EQ(fault(4, "ffffffffff"), RecordFault::invalid_varint);
  EXPECT_EQ(fault(8, "01"), RecordFault::invalid_header_count);  // -1 headers.
  EXPECT_EQ(fault(8, "7e"), RecordFault::invalid_header_count);  // 63 headers.
  EXPECT_EQ(fault(8, "02"), RecordFault::record_size_mismatch);  // One header of two.
  EXPECT_EQ(fault(9, "01"), RecordFault::null_header_key);
  EXPECT_EQ(fault_of(validate(BatchView::of(with_bytes(batch, 57, "00000002")).value())),
            RecordFault::record_too_short);
  EXPECT_EQ(fault_of(validate(
                BatchView::of(with_bytes(batch_of(sample_records()), 57, "00000002")).value())),
            RecordFault::trailing_bytes);
}

TEST(RecordCursor, TenThousandHeadersAreReadInPlace) {
  Record record{.timestamp = 1};
  for (int i = 0; i < 10'000; ++i)
    record.headers.push_back({.key = std::to_string(i), .value = text("v")});

  EXPECT_EQ(records_of(batch_of({record})), std::vector<Record>{record});
}

}  // namespace
}  // namespace cohort
