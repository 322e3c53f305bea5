// How records are put together, and what is too large.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

/// Number of records in each batch of the log.
std::vector<std::int32_t> batch_counts(const ProducerWorld& world) {
  std::vector<std::int32_t> counts;
  for (const BatchView& batch : world.batches()) counts.push_back(batch.header().record_count);
  return counts;
}

std::string letters(std::size_t count) { return std::string(count, 'x'); }

TEST(ProducerBatches, ABatchGathersRecordsForAsLongAsItLingers) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.linger = 100ms;
  Producer producer(config, world.runtime);

  for (int i = 0; i < 5; ++i) {
    producer.send(order("x"));
    world.broker.advance(20ms);
  }
  EXPECT_EQ(batch_counts(world), std::vector<std::int32_t>{});
  world.broker.advance(10ms);

  EXPECT_EQ(batch_counts(world), std::vector<std::int32_t>{5});
}

TEST(ProducerBatches, WithoutLingeringARecordLeavesAtOnce) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("a"));

  producer.send(order("b"));
  world.broker.advance(2ms);

  EXPECT_EQ(batch_counts(world), (std::vector<std::int32_t>{1, 1}));
}

TEST(ProducerBatches, AFullBatchDoesNotLinger) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.linger = 1h;
  config.delivery_timeout = 2h;
  config.batch_size = 1000;
  Producer producer(config, world.runtime);

  for (int i = 0; i < 9; ++i) producer.send(order(letters(200)));
  world.broker.advance(1s);

  EXPECT_EQ(batch_counts(world), (std::vector<std::int32_t>{4, 4}));
  for (const BatchView& batch : world.batches()) EXPECT_LE(batch.size(), 1000U);
  EXPECT_EQ(producer.unfinished(), 1U);
}

TEST(ProducerBatches, OfNoSizeHoldARecordEach) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.batch_size = 0;
  config.linger = 1s;
  Producer producer(config, world.runtime);

  send_numbers(producer, 7);
  producer.flush(10s);

  EXPECT_EQ(batch_counts(world), (std::vector<std::int32_t>(7, 1)));
  EXPECT_EQ(world.values(), numbers(7));
}

TEST(ProducerBatches, NothingLingersAtAFlush) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.linger = 1h;
  config.delivery_timeout = 2h;
  Producer producer(config, world.runtime);
  send_numbers(producer, 3);

  producer.flush(1s);

  EXPECT_EQ(batch_counts(world), std::vector<std::int32_t>{3});
}

TEST(ProducerBatches, BatchesOfSeveralPartitionsGoInOneRequest) {
  ProducerWorld world({.partitions = 20});
  ProducerConfig config = world.config();
  config.linger = 10ms;
  Producer producer(config, world.runtime);
  const broker::RuleId watch = world.at_every_produce(broker::Observe{});

  for (int i = 0; i < 20; ++i) producer.send(order("x", i));
  producer.flush(1s);

  EXPECT_EQ(world.seen(watch), 1U);
}

TEST(ProducerBatches, ARequestIsNoLargerThanItMayBeAndPartitionsTakeTurns) {
  ProducerWorld world({.partitions = 4});
  ProducerConfig config = world.config();
  config.linger = 10ms;
  config.batch_size = 1000;
  config.max_request_size = 2200;
  config.max_in_flight_requests_per_connection = 1;
  Producer producer(config, world.runtime);
  const broker::RuleId watch = world.at_every_produce(broker::Observe{});

  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) producer.send(order(letters(900), i));
  }
  world.broker.run_until([&] { return world.seen(watch) == 2; }, 10s);
  world.broker.settle();

  for (int i = 0; i < 4; ++i) EXPECT_EQ(world.batches(i).size(), 1U) << "partition " << i;
  producer.flush(10s);
  EXPECT_EQ(world.seen(watch), 6U);
}

TEST(ProducerBatches, ARecordThatIsTooLargeForARequestIsNotTaken) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.max_request_size = 1000;
  Producer producer(config, world.runtime);

  try {
    producer.send(order(letters(1000)));
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::message_too_large);
    EXPECT_STREQ(error.what(),
                 "MESSAGE_TOO_LARGE: a record of topic orders takes 1092 bytes, max.request.size "
                 "is 1000");
  }
  EXPECT_EQ(producer.unfinished(), 0U);
}

TEST(ProducerBatches, ABatchThatTheBrokerFindsTooLargeGoesInParts) {
  for (const Compression codec : {Compression::none, Compression::lz4}) {
    SCOPED_TRACE(name(codec));
    twice({.properties = {{"message.max.bytes", "600"}}}, [codec](ProducerWorld& world) {
      ProducerConfig config = world.config();
      config.linger = 10ms;
      config.compression_type = codec;
      Producer producer(config, world.runtime);

      send_numbers(producer, 300);
      producer.flush(10s);

      EXPECT_EQ(world.values(), numbers(300));
      const std::vector<Delivery> deliveries = producer.take_deliveries();
      ASSERT_EQ(deliveries.size(), 300U);
      for (std::size_t i = 0; i < deliveries.size(); ++i) {
        EXPECT_EQ(deliveries[i].offset, static_cast<std::int64_t>(i));
      }
      EXPECT_EQ(producer.unfinished(), 0U);
    });
  }
}

}  // namespace
}  // namespace cohort::client
