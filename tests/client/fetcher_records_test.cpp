// Fetcher over real brokers: what is read, in which order, and when the next Fetch goes out.
#include "client/reader_world.hpp"
#include <cohort/protocol/record_marker.hpp>

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class FetcherRecordsTest : public ReaderTest {};

TEST_F(FetcherRecordsTest, EveryPartitionIsReadWholeAndInOrderFromTwoBrokers) {
  for (const std::int32_t partition : {0, 1, 2}) {
    for (int batch = 0; batch < 10; ++batch) append(partition, 30);
  }
  const Reader reader = this->reader();
  reader.assign(all_orders());

  const std::vector<ConsumerRecord> records = reader.read(900);

  ASSERT_EQ(records.size(), 900U);
  for (const TopicPartition& partition : all_orders()) {
    EXPECT_EQ(lines_of(records, partition), numbered_lines(partition, 0, 300));
  }
}

TEST_F(FetcherRecordsTest, ATakeGivesAsManyRecordsAsItMayAndTheRestLater) {
  append(0, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  broker.advance(seconds(1));

  EXPECT_EQ(lines_of(reader.take(4).value()), numbered_lines(orders(0), 0, 4));
  EXPECT_EQ(reader.positions().position(orders(0))->offset, 4);
  EXPECT_TRUE(reader.node().can_take());
  EXPECT_EQ(lines_of(reader.take(100).value()), numbered_lines(orders(0), 4, 10));
  EXPECT_FALSE(reader.node().can_take());
}

TEST_F(FetcherRecordsTest, ARecordHasAllThatWasWritten) {
  const Record written{.timestamp = 1'704'067'201'234,
                       .key = Buffer::copy_of("key"),
                       .value = std::nullopt,
                       .headers = {{.key = "trace", .value = Buffer::copy_of("1")},
                                   {.key = "empty", .value = Buffer()},
                                   {.key = "null"}}};
  broker.control().append("orders", 1, {written});
  const Reader reader = this->reader();
  reader.assign({orders(1)});

  const std::vector<ConsumerRecord> records = reader.read(1);

  EXPECT_THAT(records, ElementsAre(ConsumerRecord{.topic = "orders",
                                                  .partition = 1,
                                                  .offset = 0,
                                                  .timestamp = written.timestamp,
                                                  .leader_epoch = 0,
                                                  .key = written.key,
                                                  .value = written.value,
                                                  .headers = written.headers}));
}

TEST_F(FetcherRecordsTest, ARecordIsASliceOfWhatCame) {
  broker.control().append("orders", 0, numbered_records(0, 2));
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  const std::vector<ConsumerRecord> records = reader.read(2);
  ASSERT_EQ(records.size(), 2U);
  // Length, attributes, two deltas, null key and the value's length lie between the two.
  EXPECT_EQ(records[1].value->data() - records[0].value->data(), 1 + 7 + 1);
}

TEST_F(FetcherRecordsTest, WhatIsWrittenWhileAFetchWaitsComesAtOnce) {
  const Reader reader = this->reader();
  reader.assign(all_orders());
  broker.advance(seconds(3));
  const Instant before = broker.now();
  append(1, 3);

  EXPECT_EQ(lines_of(reader.read(3)), numbered_lines(orders(1), 0, 3));
  EXPECT_EQ(broker.now(), before);
}

TEST_F(FetcherRecordsTest, TheNextFetchGoesOutWhenTheLastRecordIsTaken) {
  append(0, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  broker.settle();
  requests(ApiKey::fetch);
  broker.advance(seconds(5));
  EXPECT_EQ(requests(ApiKey::fetch), 0U);  // What is here is here.

  (void)reader.take(10);
  broker.settle();

  EXPECT_EQ(requests(ApiKey::fetch), 1U);
}

TEST_F(FetcherRecordsTest, AFetchIsUnderWayWhileMoreIsHandedOut) {
  ConsumerConfig config = Reader::config();
  config.max_partition_fetch_bytes = 1;  // One batch an answer.
  for (int batch = 0; batch < 4; ++batch) {
    append(0, 5);
    append(2, 5);  // Of the same broker.
  }
  const Reader reader = this->reader(config);
  reader.assign({orders(0), orders(2)});
  broker.settle();
  requests(ApiKey::fetch);

  (void)reader.take(5);  // All of the one; of the other everything is here still.
  broker.settle();

  EXPECT_EQ(requests(ApiKey::fetch), 1U);
  EXPECT_EQ(reader.read(35, seconds(60), 5).size(), 35U);
}

TEST_F(FetcherRecordsTest, APartitionAtItsEndDoesNotKeepAnotherWaiting) {
  ConsumerConfig config = Reader::config();
  config.max_partition_fetch_bytes = 1;
  for (int batch = 0; batch < 50; ++batch) append(0, 2);
  append(2, 1);
  const Reader reader = this->reader(config);
  reader.assign({orders(0), orders(2)});
  const Instant before = broker.now();

  // A Fetch of nothing but the end of the other would wait for half a second each time.
  EXPECT_EQ(reader.read(101, seconds(60), 1).size(), 101U);
  EXPECT_LT(broker.now() - before, milliseconds(500));
}

TEST_F(FetcherRecordsTest, APartitionWithFewRecordsIsNotForgottenBesideABusyOne) {
  ConsumerConfig config = Reader::config();
  config.max_partition_fetch_bytes = 1;
  for (int batch = 0; batch < 100; ++batch) append(0, 10);
  const Reader reader = this->reader(config);
  reader.assign({orders(0), orders(2)});
  ASSERT_EQ(reader.read(50, seconds(60), 5).size(), 50U);
  append(2, 1);

  const std::vector<ConsumerRecord> next = reader.read(40, seconds(60), 5);

  EXPECT_EQ(lines_of(next, orders(2)), numbered_lines(orders(2), 0, 1));
}

TEST_F(FetcherRecordsTest, SeekDropsWhatIsHereAndWhatIsUnderWay) {
  append(0, 20);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  broker.settle();
  ASSERT_EQ(reader.take(5).value().size(), 5U);
  reader.seek(orders(0), 15);
  EXPECT_FALSE(reader.node().can_take());
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 15, 20));

  const auto held = broker.control().add_rule(
      {.match = {.api = ApiKey::fetch}, .times = 1, .action = broker::Hold{broker::Moment::after}});
  reader.seek(orders(0), 3);
  broker.advance(seconds(2));
  reader.seek(orders(0), 8);
  broker.control().release_all(held);
  EXPECT_EQ(lines_of(reader.read(12)), numbered_lines(orders(0), 8, 20));
}

TEST_F(FetcherRecordsTest, SeekIntoTheMiddleOfABatchSkipsWhatIsBefore) {
  append(0, 20);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  reader.seek(orders(0), 17);
  EXPECT_EQ(lines_of(reader.read(3)), numbered_lines(orders(0), 17, 20));
}

TEST_F(FetcherRecordsTest, SeekThereAndBackLosesAndDoublesNothing) {
  append(0, 20);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  broker.settle();
  ASSERT_EQ(reader.take(5).value().size(), 5U);
  reader.seek(orders(0), 15);
  reader.seek(orders(0), 5);
  EXPECT_EQ(lines_of(reader.read(15)), numbered_lines(orders(0), 5, 20));
}

TEST_F(FetcherRecordsTest, APausedPartitionGivesNothingAndKeepsWhatIsHere) {
  append(0, 10);
  append(2, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0), orders(2)});
  broker.settle();
  ASSERT_EQ(reader.take(5).value().size(), 5U);
  reader.turn([](ReaderNode& node) { return node.positions.pause({orders(0)}), true; });

  EXPECT_EQ(lines_of(reader.read(100, seconds(5))), numbered_lines(orders(2), 0, 10));
  append(2, 2);
  EXPECT_EQ(reader.read(2).size(), 2U);  // The one that is paused holds nobody up.

  requests(ApiKey::fetch);
  reader.turn([](ReaderNode& node) { return node.positions.resume({orders(0)}), true; });
  EXPECT_EQ(lines_of(reader.take().value()), numbered_lines(orders(0), 5, 10));
}

TEST_F(FetcherRecordsTest, APausedPartitionIsNotFetched) {
  append(0, 10);
  const Reader reader = this->reader();
  requests(ApiKey::fetch);
  reader.turn([](ReaderNode& node) {
    node.positions.assign({orders(0)}, {.kind = SoughtKind::beginning});
    node.positions.pause({orders(0)});
    return true;
  });
  broker.advance(seconds(10));
  EXPECT_EQ(requests(ApiKey::fetch), 0U);
  EXPECT_EQ(reader.positions().position(orders(0))->offset, 0);
}

TEST_F(FetcherRecordsTest, APartitionThatIsBeingRevokedGivesNothing) {
  append(0, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  broker.settle();
  reader.turn([](ReaderNode& node) { return node.positions.set_revoking({orders(0)}), true; });
  EXPECT_FALSE(reader.node().can_take());
  EXPECT_THAT(reader.take().value(), IsEmpty());
  EXPECT_EQ(reader.positions().consumed().at(orders(0)).offset, 0);

  reader.assign({orders(0)});  // It was not taken away after all.
  EXPECT_EQ(lines_of(reader.read(10)), numbered_lines(orders(0), 0, 10));
}

TEST_F(FetcherRecordsTest, WhatArrivesForAPartitionThatIsGoneIsDropped) {
  append(0, 10);
  const Reader reader = this->reader();
  const auto held = broker.control().add_rule(
      {.match = {.api = ApiKey::fetch}, .times = 1, .action = broker::Hold{broker::Moment::after}});
  reader.assign({orders(0)});
  broker.advance(seconds(1));
  reader.assign({orders(1)});
  broker.control().release_all(held);
  broker.advance(seconds(1));
  EXPECT_FALSE(reader.node().can_take());

  reader.assign({orders(0)}, SoughtKind::end);
  ASSERT_EQ(reader.position(orders(0)), 10);
  append(0, 1);
  EXPECT_EQ(lines_of(reader.read(1)), numbered_lines(orders(0), 10, 11));
}

TEST_F(FetcherRecordsTest, EveryCodecIsRead) {
  std::int64_t next = 0;
  for (const Compression codec : {Compression::none, Compression::gzip, Compression::snappy,
                                  Compression::lz4, Compression::zstd}) {
    BatchBuilder batch({.compression = codec});
    for (const Record& record : numbered_records(next, next + 20)) batch.add(record);
    broker.control().append_batch("orders", 0, batch.build().bytes());
    next += 20;
  }
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(lines_of(reader.read(100, seconds(60), 7)), numbered_lines(orders(0), 0, 100));
}

TEST_F(FetcherRecordsTest, GapsOfCompactionArePassed) {
  BatchBuilder first({.last_offset_delta = 9});
  first.add(numbered_records(0, 1).front());
  broker.control().append_batch("orders", 0, first.build().bytes());
  BatchBuilder empty({.last_offset_delta = 4});
  broker.control().append_batch("orders", 0, empty.build().bytes(), 20);
  const Reader reader = this->reader();
  reader.assign({orders(0)});

  EXPECT_EQ(lines_of(reader.read(1)), numbered_lines(orders(0), 0, 1));
  EXPECT_THAT(reader.read(1, seconds(1)), IsEmpty());
  EXPECT_EQ(reader.positions().position(orders(0))->offset, 25);
  append(0, 1);
  EXPECT_EQ(lines_of(reader.read(1)), numbered_lines(orders(0), 25, 26));
}

TEST_F(FetcherRecordsTest, ATopicThatIsMadeAnewIsReadFromWhereThePolicySays) {
  append(0, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  ASSERT_EQ(reader.read(10).size(), 10U);
  broker.advance(seconds(1));
  broker.control().delete_topic("orders");
  broker.control().create_topic("orders", 3);
  append(0, 5);
  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 0, 5));
}

TEST_F(FetcherRecordsTest, PositionsAtTheEndHaveNoLag) {
  append(0, 10);
  const Reader reader = this->reader();
  reader.assign({orders(0)});
  EXPECT_EQ(reader.positions().lag(orders(0), IsolationLevel::read_uncommitted), std::nullopt);
  broker.settle();
  (void)reader.take(4);
  EXPECT_EQ(reader.positions().lag(orders(0), IsolationLevel::read_uncommitted), 6);
  (void)reader.take(6);
  EXPECT_EQ(reader.positions().lag(orders(0), IsolationLevel::read_uncommitted), 0);
}

TEST_F(FetcherRecordsTest, TheReplicaInTheReadersRackIsReadFrom) {
  broker::VirtualOptions options = reader_options(2);
  options.config.racks = {"a", "b"};
  options.config.set("replica.selector.class",
                     "org.apache.kafka.common.replica.RackAwareReplicaSelector");
  broker::VirtualBroker racks(options);
  racks.control().append("orders", 0, numbered_records(0, 5));
  const std::int32_t leader = racks.control().topic("orders")->partitions.at(0).leader;
  ConsumerConfig config = Reader::config();
  config.client.client_rack = leader == 1 ? "b" : "a";
  const Reader reader(racks.world(), config);
  reader.assign({orders(0)});

  EXPECT_EQ(lines_of(reader.read(5)), numbered_lines(orders(0), 0, 5));
  EXPECT_EQ(reader.positions().find(orders(0))->preferred_replica, 3 - leader);

  racks.control().stop_broker(3 - leader);
  racks.control().append("orders", 0, numbered_records(5, 6));
  EXPECT_EQ(lines_of(reader.read(1)), numbered_lines(orders(0), 5, 6));
}

}  // namespace

}  // namespace cohort::client
