#include "log_samples.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

const std::int64_t noon_ms = noon.unix_ms();

/// One record of a producer's transaction, of now.
Buffer record_of(std::int64_t producer_id, std::int32_t sequence, std::int16_t epoch = 0) {
  return batch_of({{.timestamp = noon_ms}}, {.producer_id = producer_id,
                                             .producer_epoch = epoch,
                                             .base_sequence = sequence,
                                             .is_transactional = true});
}

AppendResult write(PartitionLog& log, const Buffer& records, bool is_verified = true) {
  return log.append({.records = records, .now = noon, .topic = "t", .is_verified = is_verified},
                    settings_of());
}

void write_plain(PartitionLog& log) {
  EXPECT_EQ(append(log, batch_of({{.timestamp = noon_ms}})).error, ErrorCode::none);
}

AppendResult mark(PartitionLog& log, MarkerType type, std::int64_t producer_id,
                  std::int16_t epoch = 0) {
  return log.append_marker(
      {.type = type, .producer_id = producer_id, .producer_epoch = epoch, .timestamp = noon_ms},
      settings_of());
}

ReadResult read_committed(const PartitionLog& log, std::int64_t offset,
                          std::int64_t max_bytes = 100'000) {
  return log.read(
      {.offset = offset, .max_bytes = max_bytes, .isolation = Isolation::read_committed});
}

/// (producer id, first offset) of each, as Fetch lists them.
using Listed = std::vector<std::pair<std::int64_t, std::int64_t>>;

Listed listed(const ReadResult& read) {
  Listed result;
  for (const AbortedTransaction& each : read.aborted) {
    result.emplace_back(each.producer_id, each.first_offset);
  }
  return result;
}

TEST(PartitionTransactions, ReadCommittedEndsWhereTheFirstOpenTransactionBegins) {
  PartitionLog log;
  write_plain(log);
  write(log, record_of(7, 0));
  write(log, record_of(8, 0));
  write_plain(log);
  EXPECT_EQ(log.last_stable_offset(), 1);
  EXPECT_EQ(offsets_of(read_committed(log, 0)), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(offsets_of(read_committed(log, 1)), (std::vector<std::int64_t>{}));
  EXPECT_EQ(read_committed(log, 1).error, ErrorCode::none);
  EXPECT_EQ(offsets_of(log.read({.max_bytes = 100'000})), (std::vector<std::int64_t>{0, 1, 2, 3}));

  mark(log, MarkerType::commit, 7);
  EXPECT_EQ(log.last_stable_offset(), 2);
  mark(log, MarkerType::commit, 8);
  EXPECT_EQ(log.last_stable_offset(), 6);
}

TEST(PartitionTransactions, ListOffsetsEndsThereToo) {
  PartitionLog log;
  write_plain(log);
  write(log, record_of(7, 0));
  EXPECT_EQ(log.find_offset(latest_timestamp, Isolation::read_committed),
            (FoundOffset{.offset = 1, .leader_epoch = 0}));
  EXPECT_EQ(log.find_offset(latest_timestamp, Isolation::read_uncommitted),
            (FoundOffset{.offset = 2, .leader_epoch = 0}));
}

TEST(PartitionTransactions, AMarkerIsAControlBatchWithKafkasBytes) {
  PartitionLog log;
  const AppendResult result = mark(log, MarkerType::commit, 7, 3);
  EXPECT_EQ(result, (AppendResult{.base_offset = 0, .log_start_offset = 0, .appended_bytes = 78}));
  EXPECT_EQ(marker_of(log.batches().front().batch), (Marker{.type = MarkerType::commit,
                                                            .producer_id = 7,
                                                            .producer_epoch = 3,
                                                            .timestamp = noon_ms}));
}

TEST(PartitionTransactions, AnAbortedTransactionIsListedForEveryReadThatMeetsIt) {
  // See the public report platformatic/kafka 391.
  PartitionLog log;
  write(log, record_of(7, 0));
  write(log, record_of(7, 1));
  mark(log, MarkerType::abort, 7);
  write(log, record_of(7, 2));
  mark(log, MarkerType::commit, 7);
  EXPECT_EQ(listed(read_committed(log, 0)), (Listed{{7, 0}}));
  EXPECT_EQ(listed(read_committed(log, 1)), (Listed{{7, 0}}));
  EXPECT_EQ(listed(read_committed(log, 2)), (Listed{{7, 0}}));
  EXPECT_EQ(listed(read_committed(log, 3)), Listed{});
  EXPECT_EQ(log.read({.max_bytes = 1000}).aborted, std::vector<AbortedTransaction>{});
}

TEST(PartitionTransactions, AnAbortWithoutRecordsIsNotListed) {
  PartitionLog log;
  mark(log, MarkerType::abort, 7);
  EXPECT_EQ(offsets_of(read_committed(log, 0)), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(listed(read_committed(log, 0)), Listed{});
}

TEST(PartitionTransactions, AbortedTransactionsAreListedInTheOrderOfTheirMarkers) {
  PartitionLog log;
  write(log, record_of(7, 0));
  write(log, record_of(8, 0));
  mark(log, MarkerType::abort, 8);
  EXPECT_EQ(listed(read_committed(log, 0)), Listed{});
  mark(log, MarkerType::abort, 7);
  EXPECT_EQ(listed(read_committed(log, 0)), (Listed{{8, 1}, {7, 0}}));
}

TEST(PartitionTransactions, AShortReadListsNoneThatBeginFarBehindIt) {
  PartitionLog log;
  write_plain(log);
  for (int i = 0; i < 100; ++i) {
    write(log, record_of(100 + i, 0));
    mark(log, MarkerType::abort, 100 + i);
  }
  EXPECT_LT(read_committed(log, 0, 1).aborted.size(), 40u);
  EXPECT_EQ(read_committed(log, 0).aborted.size(), 100u);
}

TEST(PartitionTransactions, AReadEndsWithItsSegmentAndListsWhatMeetsIt) {
  // A marker of now behind records of 1970: Kafka begins a new file.
  PartitionLog log;
  write(log,
        batch_of(
            {{.timestamp = 1000}},
            {.producer_id = 7, .producer_epoch = 0, .base_sequence = 0, .is_transactional = true}));
  mark(log, MarkerType::abort, 7);
  EXPECT_EQ(offsets_of(read_committed(log, 0)), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(listed(read_committed(log, 0)), (Listed{{7, 0}}));
  EXPECT_TRUE(read_committed(log, 0).ends_with_segment);
  EXPECT_EQ(offsets_of(read_committed(log, 1)), (std::vector<std::int64_t>{1}));
  EXPECT_FALSE(read_committed(log, 1).ends_with_segment);
}

TEST(PartitionTransactions, ABatchThatStartsATransactionMustBeVerified) {
  PartitionLog log;
  EXPECT_EQ(write(log, record_of(7, 0), false).error, ErrorCode::invalid_txn_state);
  EXPECT_EQ(write(log, record_of(7, 0)).error, ErrorCode::none);
  // Only the first one of a transaction.
  EXPECT_EQ(write(log, record_of(7, 1), false).error, ErrorCode::none);
  mark(log, MarkerType::commit, 7);
  EXPECT_EQ(write(log, record_of(7, 2), false).error, ErrorCode::invalid_txn_state);
  EXPECT_EQ(write(log, record_of(7, 2)).base_offset, 3);
}

TEST(PartitionTransactions, APlainBatchOfAProducerInATransactionIsRefused) {
  PartitionLog log;
  write(log, record_of(7, 0));
  EXPECT_EQ(append(log, batch_of({{}}, {.producer_id = 7, .producer_epoch = 0, .base_sequence = 1}))
                .error,
            ErrorCode::invalid_txn_state);
}

TEST(PartitionTransactions, AMarkerOfASuccessorFencesTheProducer) {
  PartitionLog log;
  write(log, record_of(7, 0));
  mark(log, MarkerType::abort, 7, 1);
  EXPECT_EQ(write(log, record_of(7, 1)).error, ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(mark(log, MarkerType::abort, 7, 0).error, ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(write(log, record_of(7, 1, 2)).error, ErrorCode::out_of_order_sequence_number);
  EXPECT_EQ(write(log, record_of(7, 0, 2)).error, ErrorCode::none);
}

TEST(PartitionTransactions, ABatchIsNotLetInBeforeALowerOneThatIsStillToBeVerified) {
  PartitionLog log;
  const auto verify = [&](std::int32_t sequence, std::int16_t epoch) {
    log.begin_verification({.producer_id = 7, .producer_epoch = epoch, .first_sequence = sequence},
                           noon);
  };
  verify(1, 0);
  verify(0, 0);
  EXPECT_EQ(write(log, record_of(7, 1)).error, ErrorCode::out_of_order_sequence_number);
  verify(5, 1);
  EXPECT_EQ(write(log, record_of(7, 5, 1)).error, ErrorCode::none);
}

TEST(PartitionTransactions, AnOpenTransactionKeepsItsProducerFromExpiring) {
  PartitionLog log;
  write(log, record_of(7, 0));
  log.expire_producers(noon + std::chrono::hours(48), std::chrono::hours(24));
  EXPECT_EQ(log.producers().producers().size(), 1u);
  mark(log, MarkerType::commit, 7);
  log.expire_producers(noon + std::chrono::hours(48), std::chrono::hours(24));
  EXPECT_EQ(log.producers().producers().size(), 0u);
}

TEST(PartitionTransactions, RecordsThatWereDeletedHoldNobodyBack) {
  PartitionLog log;
  write(log,
        batch_of(
            {{.timestamp = noon_ms}, {.timestamp = noon_ms}},
            {.producer_id = 7, .producer_epoch = 0, .base_sequence = 0, .is_transactional = true}));
  log.delete_records(1, settings_of());
  EXPECT_EQ(log.last_stable_offset(), 1);
  EXPECT_EQ(offsets_of(read_committed(log, 1)), (std::vector<std::int64_t>{}));
  mark(log, MarkerType::abort, 7);
  EXPECT_EQ(log.last_stable_offset(), 3);
  EXPECT_EQ(listed(read_committed(log, 1)), (Listed{{7, 0}}));
}

}  // namespace
}  // namespace cohort::broker
