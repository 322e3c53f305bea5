// Fetcher: records as old brokers keep them, records that can't be read, and transactions.
#include "client/reader_world.hpp"
#include "client/stub_world.hpp"
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FetcherFormatsTest : public StubTest {
 protected:
  /// A message set as an old broker keeps it: what a batch of magic 2 is converted down to.
  void append_old(std::int64_t count, std::int8_t magic, BatchOptions options = {}) {
    const std::int64_t from = stub().partitions.at(0).end_offset;
    const BatchView batch = batch_of(from, from + count, options);
    stub().append(0, convert_down(batch, {.magic = magic, .base_offset = from}).value(),
                  from + count - 1);
  }
  static Buffer damaged(const Buffer& bytes, std::size_t at) {
    std::vector<std::uint8_t> copy(bytes.bytes().begin(), bytes.bytes().end());
    copy.at(at) ^= 0x20;
    return Buffer::adopt(std::move(copy));
  }
};

TEST_F(FetcherFormatsTest, MessageSetsAreReadPackedAndUnpacked) {
  for (const std::int8_t magic : {std::int8_t{0}, std::int8_t{1}}) {
    for (const Compression codec :
         {Compression::none, Compression::gzip, Compression::snappy, Compression::lz4}) {
      append_old(10, magic, {.compression = codec});
    }
  }
  append(10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(lines_of(reader.read(90, seconds(60), 7)), numbered_lines(orders(0), 0, 90));
}

TEST_F(FetcherFormatsTest, ThePositionMayBeInTheMiddleOfAWrapper) {
  append_old(10, 1, {.compression = Compression::gzip});
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  reader.seek(orders(0), 7);
  EXPECT_EQ(lines_of(reader.read(3)), numbered_lines(orders(0), 7, 10));
}

TEST_F(FetcherFormatsTest, MessagesHaveTheTimestampsOfTheirFormat) {
  append_old(1, 0);
  append_old(1, 1);
  append_old(1, 1, {.timestamp_type = TimestampType::log_append_time, .append_time = 77});
  append_old(1, 1,
             {.compression = Compression::gzip,
              .timestamp_type = TimestampType::log_append_time,
              .append_time = 78});
  append(1, {.timestamp_type = TimestampType::log_append_time, .append_time = 79});
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  std::vector<std::pair<std::int64_t, TimestampType>> seen;
  for (const ConsumerRecord& record : reader.read(5)) {
    seen.emplace_back(record.timestamp, record.timestamp_type);
  }
  EXPECT_THAT(seen, ElementsAre(std::pair(std::int64_t{-1}, TimestampType::create_time),
                                std::pair(numbered_records(1, 2).front().timestamp,
                                          TimestampType::create_time),
                                std::pair(std::int64_t{77}, TimestampType::log_append_time),
                                std::pair(std::int64_t{78}, TimestampType::log_append_time),
                                std::pair(std::int64_t{79}, TimestampType::log_append_time)));
}

TEST_F(FetcherFormatsTest, BrokersOfEveryVersionOfFetchAreRead) {
  for (std::int16_t version = 0; version <= 17; ++version) {
    broker::VirtualBroker brokers(reader_options(1));
    brokers.control().append("orders", 0, numbered_records(0, 10));
    StubTest::world = sim::Simulation();
    world.add("brokers", std::make_unique<StubBroker>());
    world.listen("brokers", "broker", 9092);
    stub().fetch_versions = {0, version};
    version < 2 ? append_old(10, 0) : version < 4 ? append_old(10, 1) : append(10);
    const Reader reader = this->reader();
    reader.assign({orders(0)});
    EXPECT_EQ(lines_of(reader.read(10)), numbered_lines(orders(0), 0, 10)) << version;
  }
}

TEST_F(FetcherFormatsTest, TopicIdsAreUsedOnlyIfTheyAreKnown) {
  stub().topic_id = {};
  append(5);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(reader.read(5).size(), 5U);
  EXPECT_EQ(stub().fetches.at(0).topics.at(0).topic, "orders");
}

TEST_F(FetcherFormatsTest, WhatIsCutOffAtTheEndOfAnAnswerIsFetchedAgain) {
  append(5);
  append(5);
  stub().on_fetch = [](std::size_t nth, const FetchRequest&, const StubRequest&,
                       FetchResponse& response) {
    if (nth > 1) return;
    Buffers& records = *first_partition(response).records;
    records = records.joined().slice(0, records.size() - 1);
  };
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(lines_of(reader.read(10)), numbered_lines(orders(0), 0, 10));
}

TEST_F(FetcherFormatsTest, ADamagedBatchIsToldUntilTheUserSeeksPastIt) {
  append(5);
  stub().append(0, damaged(batch_of(5, 10).bytes(), 70), 9);
  append(5);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 0, 5));

  const std::optional<Failure> failure = reader.read_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, FailureKind::bad_record);
  EXPECT_EQ(failure->partition, orders(0));
  EXPECT_EQ(failure->offset, 5);
  EXPECT_THAT(failure->message, HasSubstr("ends at offset 9"));
  EXPECT_EQ(reader.read_failure(), failure);
  EXPECT_EQ(reader.positions().position(orders(0))->offset, 5);

  reader.seek(orders(0), 10);
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 10, 15));
}

TEST_F(FetcherFormatsTest, WithoutCheckingADamagedValueIsRead) {
  stub().append(0, damaged(batch_of(0, 1).bytes(), batch_header_size + 6), 0);
  ConsumerConfig config = Reader::config();
  config.check_crcs = false;
  const Reader reader = this->reader(config);
  reader.assign({orders(0)});
  EXPECT_THAT(lines_of(reader.read(1)), ElementsAre("orders-0@0 \x10"));
}

TEST_F(FetcherFormatsTest, WhereverABatchIsDamagedTheReaderIsToldOrReadsOn) {
  for (const bool is_checking : {true, false}) {
    const Buffer good = batch_of(0, 3, {.compression = Compression::gzip}).bytes();
    for (std::size_t at = 8; at < good.size(); ++at) {
      StubTest::world = sim::Simulation();
      world.add("brokers", std::make_unique<StubBroker>());
      world.listen("brokers", "broker", 9092);
      stub().append(0, damaged(good, at), 2);
      ConsumerConfig config = Reader::config();
      config.check_crcs = is_checking;
      const Reader reader = this->reader(config);
      reader.assign({orders(0)});
      const auto records = reader.read(3, seconds(2));
      if (records.size() < 3) reader.read_failure(seconds(2));
      world.advance(seconds(1));
      EXPECT_LT(stub().fetches.size(), 50U) << at;
    }
  }
}

TEST_F(FetcherFormatsTest, AMessageThatIsLargerThanThePartitionsLimitIsTold) {
  stub().fetch_versions = {0, 2};
  append_old(1, 1);
  stub().on_fetch = [](std::size_t, const FetchRequest&, const StubRequest&,
                       FetchResponse& response) {
    Buffers& records = *first_partition(response).records;
    records = records.joined().slice(0, 20);
  };
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  const std::optional<Failure> failure = reader.read_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_THAT(failure->message, HasSubstr("max.partition.fetch.bytes"));
}

class FetcherTransactionsTest : public ReaderTest {
 protected:
  FetcherTransactionsTest() : ReaderTest(reader_options(1)) {}

  void write(std::int64_t producer_id, std::int64_t count) {
    std::int32_t& sequence = sequences_[producer_id];
    BatchBuilder batch({.producer_id = producer_id,
                        .producer_epoch = 0,
                        .base_sequence = sequence,
                        .is_transactional = true});
    const std::int64_t from = end(0);
    for (const Record& record : numbered_records(from, from + count)) batch.add(record);
    sequence += static_cast<std::int32_t>(count);
    broker.control().append_batch("orders", 0, batch.build().bytes());
  }
  void finish(std::int64_t producer_id, MarkerType type) {
    broker.control().append_batch(
        "orders", 0,
        marker_batch({.type = type, .producer_id = producer_id, .producer_epoch = 0}).bytes());
  }
  Reader committed_reader() {
    ConsumerConfig config = Reader::config();
    config.isolation_level = IsolationLevel::read_committed;
    return reader(config);
  }
  static std::vector<std::int64_t> offsets_of(const std::vector<ConsumerRecord>& records) {
    std::vector<std::int64_t> offsets;
    for (const ConsumerRecord& record : records) offsets.push_back(record.offset);
    return offsets;
  }

 private:
  std::map<std::int64_t, std::int32_t> sequences_;
};

TEST_F(FetcherTransactionsTest, OnlyWhatIsCommittedIsReadWhenThatIsWanted) {
  write(1, 2);                    // 0, 1
  write(2, 1);                    // 2
  append(0, 1);                   // 3
  finish(1, MarkerType::abort);   // 4
  write(1, 2);                    // 5, 6
  finish(2, MarkerType::commit);  // 7
  finish(1, MarkerType::commit);  // 8
  write(2, 1);                    // 9
  finish(2, MarkerType::abort);   // 10
  const Reader reader = committed_reader();
  reader.assign({orders(0)});
  EXPECT_THAT(offsets_of(reader.read(4)), ElementsAre(2, 3, 5, 6));
  EXPECT_THAT(reader.read(1, seconds(1)), IsEmpty());
  EXPECT_EQ(reader.positions().position(orders(0))->offset, 11);
}

TEST_F(FetcherTransactionsTest, OtherwiseEverythingIsReadButTheMarkers) {
  write(1, 2);
  finish(1, MarkerType::abort);
  write(1, 1);
  finish(1, MarkerType::commit);
  append(0, 1);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_THAT(offsets_of(reader.read(4)), ElementsAre(0, 1, 3, 5));
}

TEST_F(FetcherTransactionsTest, AnOpenTransactionIsWaitedFor) {
  append(0, 1);
  write(1, 1);
  append(0, 1);
  const Reader reader = committed_reader();
  reader.assign({orders(0)});
  EXPECT_THAT(offsets_of(reader.read(3, seconds(5))), ElementsAre(0));
  finish(1, MarkerType::commit);
  const Instant before = broker.now();
  EXPECT_THAT(offsets_of(reader.read(2)), ElementsAre(1, 2));
  EXPECT_EQ(broker.now(), before);
}

TEST_F(FetcherTransactionsTest, ATransactionThatBeganBeforeThePositionIsFilteredToo) {
  write(1, 5);
  write(1, 5);
  finish(1, MarkerType::abort);
  append(0, 2);
  const Reader reader = committed_reader();
  reader.assign({orders(0)});
  reader.seek(orders(0), 7);
  EXPECT_THAT(offsets_of(reader.read(2)), ElementsAre(11, 12));
}

}  // namespace

}  // namespace cohort::client
