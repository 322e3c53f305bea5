// What is sent arrives as it was sent, and its sender hears of it.
#include "client/producer_world.hpp"
#include <cohort/client/typed_producer.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

TEST(ProducerSend, RecordsOfAPartitionStandInTheOrderInWhichTheyWereSent) {
  twice([](ProducerWorld& world) {
    Producer producer(world.config(), world.runtime);

    send_numbers(producer, 1000);
    producer.flush(10s);

    EXPECT_EQ(world.values(), numbers(1000));
    EXPECT_EQ(producer.unfinished(), 0U);
  });
}

TEST(ProducerSend, DeliveriesTellWhereEachRecordIs) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  ProducerRecord first = order("a");
  first.timestamp = Instant::from_unix_ms(1'000);
  first.tag = 17;

  const DeliveryId a = producer.send(first);
  const DeliveryId b = producer.send(order("b"));
  const Instant sent_at = world.broker.now();
  producer.flush(10s);

  const Delivery of_a{.id = a,
                      .partition = {"orders", 0},
                      .offset = 0,
                      .timestamp = Instant::from_unix_ms(1'000),
                      .tag = 17};
  const Delivery of_b{.id = b, .partition = {"orders", 0}, .offset = 1, .timestamp = sent_at};
  EXPECT_EQ(producer.take_deliveries(), (std::vector{of_a, of_b}));
  EXPECT_EQ(producer.take_deliveries(), std::vector<Delivery>{});
}

TEST(ProducerSend, NullEmptyAndHeadersStayWhatTheyAre) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  const std::vector<Record> sent = {
      {.timestamp = 1, .key = std::nullopt, .value = std::nullopt},
      {.timestamp = 2, .key = Buffer::copy_of(""), .value = Buffer::copy_of("")},
      {.timestamp = 3,
       .key = Buffer::copy_of("k"),
       .value = Buffer::copy_of("v"),
       .headers = {{.key = "none", .value = std::nullopt},
                   {.key = "", .value = Buffer::copy_of("")},
                   {.key = "some", .value = Buffer::copy_of("x")}}}};

  for (const Record& record : sent) {
    producer.send({.topic = ProducerWorld::topic,
                   .key = record.key,
                   .value = record.value,
                   .headers = record.headers,
                   .timestamp = Instant::from_unix_ms(record.timestamp)});
  }
  producer.flush(10s);

  EXPECT_EQ(world.records(), sent);
}

TEST(ProducerSend, EveryCodecIsReadBack) {
  for (const Compression codec : {Compression::none, Compression::gzip, Compression::snappy,
                                  Compression::lz4, Compression::zstd}) {
    ProducerWorld world;
    ProducerConfig config = world.config();
    config.compression_type = codec;
    config.linger = 5ms;
    Producer producer(config, world.runtime);

    send_numbers(producer, 500);
    producer.flush(10s);

    EXPECT_EQ(world.values(), numbers(500)) << name(codec);
    EXPECT_EQ(world.batches().front().header().compression(), codec);
    EXPECT_TRUE(world.batches().front().crc_matches()) << name(codec);
  }
}

TEST(ProducerSend, ALeaderAloneMayAcknowledge) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.acks = Acks::one;
  config.enable_idempotence = false;
  Producer producer(config, world.runtime);

  send_numbers(producer, 10);
  producer.flush(10s);

  EXPECT_EQ(world.values(), numbers(10));
  EXPECT_EQ(producer.take_deliveries().back().offset, 9);
  EXPECT_FALSE(world.batches().front().header().has_producer_id());
}

TEST(ProducerSend, WithoutAcknowledgementsNobodyTellsTheOffset) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.acks = Acks::none;
  config.enable_idempotence = false;
  Producer producer(config, world.runtime);

  send_numbers(producer, 10);
  producer.flush(10s);
  world.broker.advance(1s);

  EXPECT_EQ(world.values(), numbers(10));
  const std::vector<Delivery> deliveries = producer.take_deliveries();
  ASSERT_EQ(deliveries.size(), 10U);
  EXPECT_EQ(deliveries.back().offset, -1);
  EXPECT_TRUE(deliveries.back().is_delivered());
}

TEST(ProducerSend, ADeliveryHasTheTimeOfAppendWhereTheLogHasIt) {
  ProducerWorld world({.properties = {{"log.message.timestamp.type", "LogAppendTime"}}});
  Producer producer(world.config(), world.runtime);
  const Instant sent_at = world.broker.now();

  const Delivery delivery = producer.deliver(order("a"));

  EXPECT_GT(delivery.timestamp, sent_at);
  EXPECT_EQ(delivery.timestamp.unix_ms(), world.batches().front().header().max_timestamp);
}

TEST(ProducerSend, CallbacksAreCalledFromWithinPollInOrder) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  std::vector<std::int64_t> offsets;
  const auto note = [&](const Delivery& delivery) { offsets.push_back(delivery.offset); };

  producer.send(order("a"), note);
  producer.send(order("b"), note);
  world.broker.advance(1s);
  EXPECT_EQ(offsets, std::vector<std::int64_t>{});

  EXPECT_EQ(producer.poll(), 2U);
  EXPECT_EQ(offsets, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(producer.poll(1s), 0U);
  EXPECT_EQ(producer.take_deliveries(), std::vector<Delivery>{});
}

TEST(ProducerSend, ACallbackMaySend) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);

  producer.send(order("a"), [&](const Delivery&) { producer.send(order("b")); });
  producer.flush(1s);
  producer.flush(1s);

  EXPECT_EQ(world.values(), (std::vector<std::string>{"a", "b"}));
}

TEST(ProducerSend, WhatACallbackThrowsComesOutAndTheOthersAreCalledNextTime) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  int called = 0;
  producer.send(order("a"), [](const Delivery&) { throw std::runtime_error("no"); });
  producer.send(order("b"), [&](const Delivery&) { ++called; });

  EXPECT_THROW(producer.flush(1s), std::runtime_error);
  EXPECT_EQ(called, 0);
  producer.poll();
  EXPECT_EQ(called, 1);
}

TEST(ProducerSend, WhoNeverTakesDeliveriesKeepsNone) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime, {.keeps_deliveries = false});
  int called = 0;

  send_numbers(producer, 10);
  producer.send(order("10"), [&](const Delivery& delivery) {
    ++called;
    EXPECT_EQ(delivery.offset, 10);
  });
  producer.flush(1s);

  EXPECT_EQ(called, 1);
  EXPECT_EQ(producer.take_deliveries(), std::vector<Delivery>{});
}

TEST(ProducerSend, PartitionsAreToldOf) {
  ProducerWorld world({.partitions = 2});
  Producer producer(world.config(), world.runtime);

  const std::vector<PartitionDescription> partitions = producer.partitions_for("orders");

  ASSERT_EQ(partitions.size(), 2U);
  EXPECT_EQ(partitions[1], (PartitionDescription{.partition = 1,
                                                 .leader = 1,
                                                 .leader_epoch = 0,
                                                 .replicas = {1},
                                                 .in_sync_replicas = {1}}));
}

TEST(ProducerSend, ATopicIsMadeWhenItIsSentTo) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);

  const Delivery delivery = producer.deliver({.topic = "new", .value = Buffer::copy_of("a")});

  EXPECT_EQ(delivery.partition, (TopicPartition{"new", 0}));
  EXPECT_EQ(world.broker.control().topic("new").value().partitions.at(0).end_offset, 1);
}

TEST(ProducerSend, TypesGoThroughTheirSerializers) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  TypedProducer<std::string, std::int64_t> typed(producer, string_serde().serializer,
                                                 int64_serde().serializer);

  typed.send({.topic = "orders", .key = "a", .value = 1});
  typed.deliver({.topic = "orders"});

  const std::vector<Record> records = world.records();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].key, Buffer::copy_of("a"));
  EXPECT_EQ(records[0].value, Buffer::copy_of(std::string_view("\0\0\0\0\0\0\0\1", 8)));
  EXPECT_EQ(records[1].key, std::nullopt);
  EXPECT_EQ(records[1].value, std::nullopt);
}

TEST(ProducerSend, WhatCantBeIsTold) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  ProducerRecord before_1970 = order("a");
  before_1970.timestamp = Instant::from_unix_ms(-1);
  ProducerConfig transactional = world.config();
  transactional.transactional_id = "t";

  EXPECT_THROW(producer.send(order("a", -1)), std::invalid_argument);
  EXPECT_THROW(producer.send(before_1970), std::invalid_argument);
  EXPECT_THROW(Producer(transactional, world.runtime), ConfigError);
}

}  // namespace
}  // namespace cohort::client
