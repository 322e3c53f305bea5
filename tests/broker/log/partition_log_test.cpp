#include "log_samples.hpp"
#include <cohort/protocol/records.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

AppendResult appended(std::int64_t base_offset, const Buffer& batch) {
  return {.base_offset = base_offset,
          .log_start_offset = 0,
          .appended_bytes = static_cast<std::int64_t>(batch.size())};
}

TEST(PartitionLog, OffsetsCountUpFromZero) {
  PartitionLog log;
  const Buffer two = batch_of({{}, {}});
  const Buffer one = batch_of({{}});
  EXPECT_EQ(append(log, two), appended(0, two));
  EXPECT_EQ(append(log, one), appended(2, one));
  EXPECT_EQ(log.log_end_offset(), 3);
  EXPECT_EQ(log.size_bytes(), static_cast<std::int64_t>(two.size() + one.size()));
}

TEST(PartitionLog, WhatIsReadIsWhatWasProducedWithItsOffsetAndTheLeadersEpoch) {
  PartitionLog log(5);
  append(log, batch_of({{}}));
  append(log, batch_of({{}, {}}, {.partition_leader_epoch = 9}));
  const ReadResult result = log.read({.offset = 1, .max_bytes = 1000});
  EXPECT_EQ(placed(result.batches),
            Buffers(batch_of({{}, {}}, {.base_offset = 1, .partition_leader_epoch = 5})));
}

TEST(PartitionLog, RecordsShareTheirBytesWithTheFrameTheyCameIn) {
  PartitionLog log;
  const Buffer records = batch_of({{}});
  append(log, records);
  EXPECT_EQ(log.batches().front().batch.bytes().data(), records.data());
  const Buffers out = placed(log.read({.max_bytes = 1000}).batches);
  ASSERT_EQ(out.pieces().size(), 2u);
  EXPECT_EQ(out.pieces()[1].data(), records.data() + batch_prefix_size);
}

TEST(PartitionLog, ASmallPartOfALargeFrameIsKeptByItself) {
  PartitionLog log;
  const Buffer records = batch_of({{}});
  std::vector<std::uint8_t> frame(records.bytes().begin(), records.bytes().end());
  frame.resize(10'000);
  const Buffer slice = Buffer::adopt(std::move(frame)).slice(0, records.size());
  append(log, slice);
  EXPECT_NE(log.batches().front().batch.bytes().data(), slice.data());
  EXPECT_EQ(log.batches().front().batch.bytes(), records);
}

TEST(PartitionLog, ACopySharesTheRecordsAndGoesItsOwnWay) {
  PartitionLog log = log_of({1, 1});
  PartitionLog copy = log;
  EXPECT_EQ(copy, log);
  EXPECT_EQ(copy.batches().front().batch.bytes().data(),
            log.batches().front().batch.bytes().data());
  append(copy, batch_of({{}}));
  EXPECT_EQ(copy.log_end_offset(), 3);
  EXPECT_EQ(log.log_end_offset(), 2);
}

TEST(PartitionLog, ABatchThatIsNotWellFormedIsRefused) {
  PartitionLog log = log_of({3});
  log.delete_records(2, settings_of());
  const Buffer good = batch_of({{}});
  std::vector<std::uint8_t> bytes(good.bytes().begin(), good.bytes().end());
  bytes.back() ^= 1;
  EXPECT_EQ(append(log, Buffer::adopt(std::move(bytes))),
            (AppendResult{.error = ErrorCode::corrupt_message}));
  EXPECT_EQ(append(log, Buffer{}), (AppendResult{.error = ErrorCode::invalid_record}));
  // Found only after the request was taken apart: the answer has the log start.
  EXPECT_EQ(append(log, batch_of({{}}, {.base_offset = 7})),
            (AppendResult{.error = ErrorCode::invalid_record, .log_start_offset = 2}));
  EXPECT_EQ(log.log_end_offset(), 3);
}

TEST(PartitionLog, OldRequestsWithoutAWholeMessageAreNoError) {
  PartitionLog log;
  EXPECT_EQ(log.append({.records = {}, .produce_version = 2, .now = noon}, settings_of()),
            (AppendResult{.log_start_offset = 0}));
  EXPECT_EQ(log, PartitionLog{});
}

TEST(PartitionLog, ABatchLargerThanTheTopicAllowsIsTooLarge) {
  const LogSettings settings = settings_of({{"max.message.bytes", "200"}});
  PartitionLog log;
  const std::string large(300, 'x');
  EXPECT_EQ(append(log, batch_of({{.value = large}}), settings),
            (AppendResult{.error = ErrorCode::message_too_large}));
  EXPECT_EQ(append(log, batch_of({{}}), settings).error, ErrorCode::none);
}

TEST(PartitionLog, ABatchThatGrowsBeyondTheLimitByUnpackingIsTooLarge) {
  const LogSettings settings =
      settings_of({{"max.message.bytes", "200"}, {"compression.type", "uncompressed"}});
  PartitionLog log;
  const std::string large(3000, 'x');
  EXPECT_EQ(append(log, batch_of({{.value = large}}, {.compression = Compression::zstd}), settings),
            (AppendResult{.error = ErrorCode::message_too_large}));
}

TEST(PartitionLog, ABatchLargerThanASegmentIsTooLargeAList) {
  PartitionLog log;
  EXPECT_EQ(append(log, batch_of({{}}), settings_of({{"segment.bytes", "50"}})),
            (AppendResult{.error = ErrorCode::record_list_too_large}));
}

TEST(PartitionLog, LogAppendTimeIsAnsweredAndWrittenIntoTheBatch) {
  PartitionLog log;
  const LogSettings settings = settings_of({{"message.timestamp.type", "LogAppendTime"}});
  EXPECT_EQ(
      append(log, batch_of({{.timestamp = 1}, {.timestamp = 2}}), settings).log_append_time_ms,
      noon.unix_ms());
  const BatchView& batch = log.batches().front().batch;
  EXPECT_EQ(batch.header().timestamp_type(), TimestampType::log_append_time);
  EXPECT_EQ(batch.header().max_timestamp, noon.unix_ms());
  EXPECT_TRUE(batch.crc_matches());
}

TEST(PartitionLog, TheTopicsCompressionReplacesTheProducers) {
  struct Case {
    std::string type;
    Compression stored;
  };
  for (const Case& c : {Case{"producer", Compression::gzip}, Case{"lz4", Compression::lz4},
                        Case{"uncompressed", Compression::none}}) {
    PartitionLog log;
    append(log, batch_of({{}, {}}, {.compression = Compression::gzip}),
           settings_of({{"compression.type", c.type}}));
    EXPECT_EQ(log.batches().front().batch.header().compression(), c.stored) << c.type;
  }
}

TEST(PartitionLog, ReadsAreWholeBatchesFromTheOneThatHasTheOffset) {
  const PartitionLog log = log_of({3, 1, 2});
  struct Case {
    std::int64_t offset;
    std::vector<std::int64_t> batches;
  };
  for (const Case& c :
       {Case{0, {0, 3, 4}}, Case{2, {0, 3, 4}}, Case{3, {3, 4}}, Case{5, {4}}, Case{6, {}}}) {
    const ReadResult result = log.read({.offset = c.offset, .max_bytes = 1'000'000});
    EXPECT_EQ(offsets_of(result), c.batches) << c.offset;
    EXPECT_EQ(result.high_watermark, 6);
    EXPECT_EQ(result.last_stable_offset, 6);
    EXPECT_EQ(result.log_start_offset, 0);
  }
}

TEST(PartitionLog, MaxBytesBoundsAReadButForTheFirstBatch) {
  const PartitionLog log = log_of({1, 1, 1});
  const std::int64_t size = log.batches().front().size();
  EXPECT_EQ(offsets_of(log.read({.max_bytes = 1})), std::vector<std::int64_t>{0});
  EXPECT_EQ(offsets_of(log.read({.max_bytes = 2 * size - 1})), std::vector<std::int64_t>{0});
  EXPECT_EQ(offsets_of(log.read({.max_bytes = 2 * size})), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(offsets_of(log.read({.max_bytes = size - 1, .first_batch_whole = false})),
            std::vector<std::int64_t>{});
}

TEST(PartitionLog, OffsetsOutsideTheLogAreOutOfRange) {
  PartitionLog log = log_of({5});
  log.delete_records(2, settings_of());
  const ReadResult out_of_range{.error = ErrorCode::offset_out_of_range};
  EXPECT_EQ(log.read({.offset = 1, .max_bytes = 1000}), out_of_range);
  EXPECT_EQ(log.read({.offset = 6, .max_bytes = 1000}), out_of_range);
  EXPECT_EQ(log.read({.offset = -1, .max_bytes = 1000}), out_of_range);
  EXPECT_EQ(log.read({.offset = 5, .max_bytes = 1000}),
            (ReadResult{.high_watermark = 5, .last_stable_offset = 5, .log_start_offset = 2}));
}

TEST(PartitionLog, DeletingRecordsMovesTheStartAndDropsWholeBatches) {
  PartitionLog log = log_of({2, 2});
  const std::int64_t size = log.size_bytes() / 2;
  EXPECT_EQ(log.delete_records(3, settings_of()), (DeleteRecordsResult{ErrorCode::none, 3, size}));
  EXPECT_EQ(log.log_start_offset(), 3);
  EXPECT_EQ(log.size_bytes(), size);
  EXPECT_EQ(offsets_of(log.read({.offset = 3, .max_bytes = 1000})), std::vector<std::int64_t>{2});
  // It never goes back.
  EXPECT_EQ(log.delete_records(1, settings_of()), (DeleteRecordsResult{ErrorCode::none, 3, 0}));
}

TEST(PartitionLog, DeletingEverythingKeepsTheEnd) {
  PartitionLog log = log_of({2, 2});
  EXPECT_EQ(log.delete_records(-1, settings_of()).low_watermark, 4);
  EXPECT_EQ(log.log_end_offset(), 4);
  EXPECT_EQ(log.size_bytes(), 0);
  EXPECT_EQ(append(log, batch_of({{}})).base_offset, 4);
}

TEST(PartitionLog, RecordsAreNotDeletedBeyondTheEndOrByPolicy) {
  PartitionLog log = log_of({2});
  EXPECT_EQ(log.delete_records(3, settings_of()),
            (DeleteRecordsResult{.error = ErrorCode::offset_out_of_range}));
  EXPECT_EQ(log.delete_records(-2, settings_of()),
            (DeleteRecordsResult{.error = ErrorCode::offset_out_of_range}));
  EXPECT_EQ(log.delete_records(0, settings_of({{"cleanup.policy", "compact"}})),
            (DeleteRecordsResult{.error = ErrorCode::policy_violation}));
}

TEST(PartitionLog, ARepeatedBatchIsAnsweredWithItsFirstOffsetAndItsTime) {
  PartitionLog log;
  const auto batch = [](std::int32_t sequence, std::string_view value) {
    return batch_of({{.value = value}, {.value = value}},
                    {.producer_id = 9, .producer_epoch = 0, .base_sequence = sequence});
  };
  EXPECT_EQ(append(log, batch(0, "a")), appended(0, batch(0, "a")));
  EXPECT_EQ(append(log, batch(2, "b")), appended(2, batch(2, "b")));
  // By its sequences alone: other content is not noticed.
  EXPECT_EQ(append(log, batch(0, "z")),
            (AppendResult{.base_offset = 0, .log_append_time_ms = 1000, .log_start_offset = 0}));
  EXPECT_EQ(
      append(log, batch(5, "c")),
      (AppendResult{.error = ErrorCode::out_of_order_sequence_number, .log_start_offset = 0}));
  EXPECT_EQ(log.log_end_offset(), 4);
}

TEST(PartitionLog, SequencesOutliveTheirRecords) {
  PartitionLog log;
  const auto batch = [](std::int32_t sequence) {
    return batch_of({{}}, {.producer_id = 9, .producer_epoch = 0, .base_sequence = sequence});
  };
  append(log, batch(0));
  log.delete_records(-1, settings_of());
  EXPECT_EQ(append(log, batch(5)), (AppendResult{.error = ErrorCode::out_of_order_sequence_number,
                                                 .log_start_offset = 1}));
  EXPECT_EQ(append(log, batch(1)).base_offset, 1);
}

TEST(PartitionLog, ABatchOfATransactionThatIsNotOpenIsRefused) {
  PartitionLog log;
  EXPECT_EQ(append(log, batch_of({{}}, {.producer_id = 9,
                                        .producer_epoch = 0,
                                        .base_sequence = 0,
                                        .is_transactional = true})),
            (AppendResult{.error = ErrorCode::invalid_txn_state, .log_start_offset = 0}));
}

TEST(PartitionLog, RecordsOfANewLeaderBelongToItsEpoch) {
  PartitionLog log = log_of({2});
  log.begin_epoch(1);
  append(log, batch_of({{}}));
  EXPECT_EQ(log.batches()[1].leader_epoch, 1);
  EXPECT_EQ(log.epochs().end_of(0, log.log_end_offset()), (EpochEnd{0, 2}));
  EXPECT_EQ(log.epochs().end_of(1, log.log_end_offset()), (EpochEnd{1, 3}));
}

}  // namespace
}  // namespace cohort::broker
