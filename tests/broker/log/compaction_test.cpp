#include "log_samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using std::chrono::hours;

const std::int64_t arrival_ms = noon.unix_ms();
const TopicOverrides compacting = {{"cleanup.policy", "compact"}};

LogSettings compacting_with(TopicOverrides overrides) {
  overrides.insert(compacting.begin(), compacting.end());
  return settings_of(overrides);
}

struct Pair {
  std::string_view key;
  std::optional<std::string_view> value = "v";
};

Buffer keyed(std::initializer_list<Pair> pairs, const BatchOptions& options = {}) {
  BatchBuilder builder(options);
  std::int64_t timestamp = 1000;
  for (const Pair& pair : pairs) {
    Record record{.timestamp = timestamp++, .key = Buffer::copy_of(pair.key)};
    if (pair.value) record.value = Buffer::copy_of(*pair.value);
    builder.add(record);
  }
  return builder.build().bytes();
}

BatchOptions in_transaction(std::int64_t producer_id, std::int32_t sequence) {
  return {.producer_id = producer_id,
          .producer_epoch = 0,
          .base_sequence = sequence,
          .is_transactional = true};
}

void store(PartitionLog& log, const Buffer& batch,
           const LogSettings& settings = compacting_with({})) {
  const AppendResult result =
      log.append({.records = batch, .now = noon, .topic = "t", .is_verified = true}, settings);
  ASSERT_EQ(result.error, ErrorCode::none);
}

void end_transaction(PartitionLog& log, MarkerType type, std::int64_t producer_id) {
  const Marker marker{
      .type = type, .producer_id = producer_id, .producer_epoch = 0, .timestamp = arrival_ms};
  ASSERT_EQ(log.append_marker(marker, compacting_with({})).error, ErrorCode::none);
}

/// What is in the log: "0-2: 1=a 2=b(null)"; C: control batch; H: delete horizon.
std::vector<std::string> shown(const PartitionLog& log) {
  std::vector<std::string> lines;
  for (const StoredBatch& stored : log.batches()) {
    const BatchHeader& header = stored.batch.header();
    std::string line =
        fmt::format("{}-{}{}{}:", stored.base_offset, stored.last_offset(),
                    header.is_control() ? "C" : "", header.has_delete_horizon() ? "H" : "");
    EXPECT_TRUE(validate(stored.batch).has_value());
    RecordCursor cursor(stored.batch.records().value());
    RecordView record;
    while (cursor.next(record)) {
      line += fmt::format(" {}", stored.base_offset + record.offset_delta);
      if (header.is_control()) continue;
      line += fmt::format("={}", record.key ? std::string(record.key->begin(), record.key->end())
                                            : std::string("null"));
      if (!record.value) line += "(null)";
    }
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Compaction, TheLastRecordOfEachKeyStaysAtItsOffset) {
  PartitionLog log;
  store(log, keyed({{"a"}, {"b"}, {"c"}}));
  store(log, keyed({{"a"}}));
  store(log, keyed({{"b"}, {"a"}}));
  const std::int64_t before = log.size_bytes();
  const std::int64_t freed = log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(shown(log), (Lines{"0-2: 2=c", "4-5: 4=b 5=a"}));
  EXPECT_EQ(freed, before - log.size_bytes());
  EXPECT_EQ(log.log_start_offset(), 0);
  EXPECT_EQ(log.log_end_offset(), 6);
}

TEST(Compaction, ABatchThatLosesRecordsKeepsItsCodecItsTimesAndItsSequence) {
  for (const Compression codec : {Compression::none, Compression::gzip, Compression::snappy,
                                  Compression::lz4, Compression::zstd}) {
    PartitionLog log;
    store(log,
          keyed({{"a"}, {"b"}, {"a"}},
                {.compression = codec, .producer_id = 7, .producer_epoch = 3, .base_sequence = 5}));
    store(log, keyed({{"x"}}));
    log.compact_all(compacting_with({}), noon);
    EXPECT_EQ(shown(log), (Lines{"0-2: 1=b 2=a", "3-3: 3=x"}));
    const BatchHeader& header = log.batches()[0].batch.header();
    EXPECT_EQ(header.compression(), codec);
    EXPECT_EQ(header.base_timestamp, 1001);  // Of the first that is left.
    EXPECT_EQ(header.max_timestamp, 1002);
    EXPECT_EQ(header.last_sequence(), 7);
    EXPECT_EQ(header.record_count, 2);
  }
}

TEST(Compaction, TheTimeOfArrivalStaysThatOfAllRecords) {
  const LogSettings settings = compacting_with({{"message.timestamp.type", "LogAppendTime"}});
  PartitionLog log;
  store(log, keyed({{"a"}, {"b"}, {"a"}}), settings);
  store(log, keyed({{"c"}}), settings);
  log.compact_all(settings, noon + hours(1));
  EXPECT_EQ(shown(log), (Lines{"0-2: 1=b 2=a", "3-3: 3=c"}));
  const BatchHeader& header = log.batches()[0].batch.header();
  EXPECT_EQ(header.timestamp_type(), TimestampType::log_append_time);
  EXPECT_EQ(header.base_timestamp, arrival_ms);
  EXPECT_EQ(header.max_timestamp, arrival_ms);
  EXPECT_EQ(log.find_offset(arrival_ms, Isolation::read_uncommitted).offset, 1);
  EXPECT_EQ(log.find_offset(max_timestamp, Isolation::read_uncommitted),
            (FoundOffset{.timestamp = arrival_ms, .offset = 1, .leader_epoch = 0}));
}

TEST(Compaction, ATombstoneGetsItsHorizonAtTheFirstRunAndGoesBehindIt) {
  const LogSettings settings = compacting_with({{"delete.retention.ms", "1000"}});
  PartitionLog log;
  store(log, keyed({{"a"}, {"b"}}));
  store(log, keyed({{"a", std::nullopt}}));
  log.compact_all(settings, noon);
  EXPECT_EQ(shown(log), (Lines{"0-1: 1=b", "2-2H: 2=a(null)"}));
  const BatchHeader& header = log.batches()[1].batch.header();
  EXPECT_EQ(header.delete_horizon(), arrival_ms + 1000);
  EXPECT_EQ(header.max_timestamp, 1000);
  EXPECT_EQ(log.find_offset(1000, Isolation::read_uncommitted),
            (FoundOffset{.timestamp = 1001, .offset = 1, .leader_epoch = 0}));
  log.compact_all(settings, noon + milliseconds(999));
  EXPECT_EQ(shown(log), (Lines{"0-1: 1=b", "2-2H: 2=a(null)"}));
  log.compact_all(settings, noon + milliseconds(1000));
  EXPECT_EQ(shown(log), (Lines{"0-1: 1=b"}));
}

TEST(Compaction, RecordsWithoutAKeyGo) {
  PartitionLog log;
  append(log, batch_of({{.key = "a"}, {}, {.key = "b"}}));
  log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(shown(log), (Lines{"0-2: 0=a 2=b"}));
}

TEST(Compaction, AProducersLastBatchLeavesItsHeader) {
  PartitionLog log;
  store(log, keyed({{"a"}}, {.producer_id = 7, .producer_epoch = 0, .base_sequence = 0}));
  store(log, keyed({{"a"}}, {.producer_id = 7, .producer_epoch = 0, .base_sequence = 1}));
  store(log, keyed({{"a"}}));
  log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(shown(log), (Lines{"1-1:", "2-2: 2=a"}));
  const BatchHeader& header = log.batches()[0].batch.header();
  EXPECT_EQ(header.record_count, 0);
  EXPECT_EQ(header.base_timestamp, -1);
  EXPECT_EQ(header.max_timestamp, 1000);
  EXPECT_EQ(header.last_sequence(), 1);
  // A duplicate is still one.
  store(log, keyed({{"a"}}, {.producer_id = 7, .producer_epoch = 0, .base_sequence = 1}));
  EXPECT_EQ(log.log_end_offset(), 3);
  // Once it has written again its old header goes.
  store(log, keyed({{"b"}}, {.producer_id = 7, .producer_epoch = 0, .base_sequence = 2}));
  log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(shown(log), (Lines{"2-2: 2=a", "3-3: 3=b"}));
}

TEST(Compaction, AnAbortedTransactionGoesFirstThenItsMarkerBehindTheHorizon) {
  const LogSettings settings = compacting_with({{"delete.retention.ms", "1000"}});
  PartitionLog log;
  store(log, keyed({{"a"}}));
  store(log, keyed({{"a"}}, in_transaction(7, 0)));
  end_transaction(log, MarkerType::abort, 7);
  store(log, keyed({{"b"}}, in_transaction(7, 1)));
  end_transaction(log, MarkerType::commit, 7);
  log.compact_all(settings, noon);
  EXPECT_EQ(shown(log), (Lines{"0-0: 0=a", "2-2C: 2", "3-3: 3=b", "4-4C: 4"}));
  log.compact_all(settings, noon);
  EXPECT_EQ(shown(log), (Lines{"0-0: 0=a", "2-2CH: 2", "3-3: 3=b", "4-4C: 4"}));
  log.compact_all(settings, noon + milliseconds(1000));
  EXPECT_EQ(shown(log), (Lines{"0-0: 0=a", "3-3: 3=b", "4-4C: 4"}));
}

TEST(Compaction, ReadersAreToldOfAbortedTransactionsWhileTheirBatchesMayBeThere) {
  PartitionLog log;
  store(log, keyed({{"a"}}, in_transaction(7, 0)));
  end_transaction(log, MarkerType::abort, 7);
  const auto aborted = [&] {
    return log.read({.offset = 0, .max_bytes = 1000, .isolation = Isolation::read_committed})
        .aborted.size();
  };
  log.compact_all(compacting_with({}), noon);
  // The producer's last batch: only its header is left.
  EXPECT_EQ(shown(log), (Lines{"0-0:", "1-1C: 1"}));
  EXPECT_EQ(aborted(), 1U);
  store(log, keyed({{"b"}}, in_transaction(7, 1)));
  end_transaction(log, MarkerType::commit, 7);
  log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(shown(log), (Lines{"1-1C: 1", "2-2: 2=b", "3-3C: 3"}));
  log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(shown(log), (Lines{"1-1CH: 1", "2-2: 2=b", "3-3C: 3"}));
  EXPECT_EQ(aborted(), 0U);
}

TEST(Compaction, WhatIsUndecidedOrInTheActiveSegmentStays) {
  const LogSettings settings =
      compacting_with({{"segment.bytes", "80"}, {"min.cleanable.dirty.ratio", "0"}});
  PartitionLog log;
  store(log, keyed({{"a"}}), settings);
  store(log, keyed({{"a"}}), settings);
  store(log, keyed({{"b"}}, in_transaction(7, 0)), settings);
  store(log, keyed({{"a"}}), settings);
  log.compact(settings, noon);
  EXPECT_EQ(shown(log), (Lines{"1-1: 1=a", "2-2: 2=b", "3-3: 3=a"}));
  end_transaction(log, MarkerType::commit, 7);
  store(log, keyed({{"a"}}), settings);
  log.compact(settings, noon);
  EXPECT_EQ(shown(log), (Lines{"2-2: 2=b", "3-3: 3=a", "4-4C: 4", "5-5: 5=a"}));
}

TEST(Compaction, BeginsWhenEnoughIsDirtyAndOldEnough) {
  struct Case {
    std::string name;
    TopicOverrides overrides;
    std::size_t left;
  };
  // Four segments of one batch each: two are clean, one is dirty, the last one active.
  const Case cases[] = {
      {"a third is dirty", {}, 4},
      {"more than that is enough", {{"min.cleanable.dirty.ratio", "0.3"}}, 3},
      {"too young", {{"min.cleanable.dirty.ratio", "0"}, {"min.compaction.lag.ms", "9000"}}, 4},
      {"old enough", {{"min.cleanable.dirty.ratio", "0"}, {"min.compaction.lag.ms", "8000"}}, 3},
      {"overdue", {{"max.compaction.lag.ms", "8000"}}, 3},
      {"not overdue", {{"max.compaction.lag.ms", "9000"}}, 4},
  };
  for (const Case& each : cases) {
    const LogSettings small =
        compacting_with({{"segment.bytes", "80"}, {"min.cleanable.dirty.ratio", "0"}});
    PartitionLog log;
    for (const std::string_view key : {"a", "b", "a"}) store(log, keyed({{key}}), small);
    log.compact(small, noon);
    store(log, keyed({{"x"}}), small);
    log.compact(compacting_with(each.overrides), Instant::from_unix_ms(9500));
    EXPECT_EQ(log.batches().size(), each.left) << each.name;
  }
}

TEST(Compaction, SmallSegmentsBecomeOneAndReadsGoOverGaps) {
  const LogSettings small = compacting_with({{"segment.bytes", "80"}});
  PartitionLog log;
  for (const std::string_view key : {"a", "b", "a", "a", "c"}) store(log, keyed({{key}}), small);
  EXPECT_EQ(log.segments().all().size(), 5U);
  log.compact_all(compacting_with({}), noon);
  EXPECT_EQ(log.segments().all().size(), 2U);
  EXPECT_EQ(shown(log), (Lines{"1-1: 1=b", "3-3: 3=a", "4-4: 4=c"}));
  struct Case {
    std::int64_t offset;
    std::vector<std::int64_t> read;
  };
  const Case cases[] = {{0, {1, 3, 4}}, {1, {1, 3, 4}}, {2, {3, 4}}, {4, {4}}, {5, {}}};
  for (const Case& each : cases) {
    const ReadResult read = log.read({.offset = each.offset, .max_bytes = 1000});
    EXPECT_EQ(read.error, ErrorCode::none);
    EXPECT_EQ(offsets_of(read), each.read) << each.offset;
  }
  EXPECT_EQ(log.find_offset(earliest_timestamp, Isolation::read_uncommitted).offset, 0);
  EXPECT_EQ(log.find_offset(latest_timestamp, Isolation::read_uncommitted).offset, 5);
  EXPECT_EQ(log.find_offset(0, Isolation::read_uncommitted).offset, 1);
  EXPECT_EQ(log.find_offset(max_timestamp, Isolation::read_uncommitted).offset, 1);
  EXPECT_EQ(log.epochs().end_of(0, log.log_end_offset()), (EpochEnd{0, 5}));
}

TEST(Compaction, ALogWithARecordFromBefore1970ThatHadToBeWrittenAnewIsLeftAlone) {
  PartitionLog log;
  append(log, batch_of({{.timestamp = -5, .key = "a"}, {.timestamp = -5, .key = "b"}}));
  store(log, keyed({{"b"}}));
  log.compact_all(compacting_with({}), noon);
  EXPECT_TRUE(log.is_uncleanable());
  EXPECT_EQ(shown(log), (Lines{"0-1: 0=a 1=b", "2-2: 2=b"}));
}

}  // namespace
}  // namespace cohort::broker
