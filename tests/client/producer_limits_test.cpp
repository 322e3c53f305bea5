// What a producer does not wait for longer than it may, and what it says then.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

TEST(ProducerLimits, ABufferThatIsFullIsWaitedForAndThenRefuses) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.buffer_memory = 10'000;
  config.batch_size = 1000;
  config.max_block = 3s;
  Producer producer(config, world.runtime);
  producer.deliver(order("first"));
  const broker::RuleId held = world.at_every_produce(broker::Hold{});

  int taken = 0;
  const Instant start = world.broker.now();
  try {
    for (; taken < 100; ++taken) producer.send(order(std::string(900, 'x')));
    FAIL() << "all were taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::buffer_full);
    EXPECT_STREQ(error.what(),
                 "no room in buffer.memory within 3000 ms: waited for 10 records of orders-0 for "
                 "an answer of broker 1; connected to broker 1 at broker:9092");
  }
  EXPECT_EQ(taken, 10);
  EXPECT_EQ(world.broker.now(), start + 3s);

  world.broker.control().remove_rule(held);
  for (; taken < 100; ++taken) producer.send(order(std::string(900, 'x')));
  producer.flush(10s);
  EXPECT_EQ(world.values().size(), 101U);
}

TEST(ProducerLimits, WhoWaitsForRoomLetsNothingLinger) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.buffer_memory = 5000;
  config.linger = 1h;
  config.delivery_timeout = 2h;
  Producer producer(config, world.runtime);
  const Instant start = world.broker.now();

  for (int i = 0; i < 20; ++i) producer.send(order(std::string(900, 'x')));

  EXPECT_LT(world.broker.now() - start, 1s);
}

TEST(ProducerLimits, ADeliveryFailsWhenItsTimeIsOver) {
  twice([](ProducerWorld& world) {
    ProducerConfig config = world.config();
    config.delivery_timeout = 40s;
    Producer producer(config, world.runtime);
    producer.deliver(order("before"));
    world.broker.control().stop_broker(1);
    const Instant start = world.broker.now();

    try {
      producer.deliver(order("late"));
      FAIL() << "it was delivered";
    } catch (const TimedOut& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find("not delivered within delivery.timeout.ms: waited for a connection to "
                          "broker 1; "),
                0U)
          << text;
      EXPECT_NE(text.find("broker 1 at broker:9092: Connection refused ("), std::string::npos)
          << text;
    }
    EXPECT_EQ(world.broker.now(), start + 40s);

    world.broker.control().start_broker(1);
    EXPECT_EQ(producer.deliver(order("behind")).offset, 1);
    EXPECT_EQ(world.values(), (std::vector<std::string>{"before", "behind"}));
  });
}

// Of what was sent and never answered nobody knows whether it is written: the next epoch begins
// with what comes then.
TEST(ProducerLimits, BehindADeliveryThatFailedUnderWayTheOrderHolds) {
  twice([](ProducerWorld& world) {
    ProducerConfig config = world.config();
    config.delivery_timeout = 4s;
    config.client.request_timeout = 3s;
    Producer producer(config, world.runtime);
    producer.deliver(order("before"));
    const broker::RuleId lost = world.at_every_produce(broker::DropAnswer{});

    EXPECT_THROW(producer.deliver(order("nobody knows")), TimedOut);
    world.broker.control().remove_rule(lost);
    producer.deliver(order("behind"));

    EXPECT_EQ(world.values(), (std::vector<std::string>{"before", "nobody knows", "behind"}));
  });
}

TEST(ProducerLimits, AFlushReturnsByItsTimeAndTellsWhatItWaitedFor) {
  ProducerWorld world({.partitions = 6});
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("x", 0));
  world.at_every_produce(broker::Hold{});
  for (int i = 0; i < 6; ++i) producer.send(order("x", i));
  producer.send(order("x", 0));
  const Instant start = world.broker.now();

  try {
    producer.flush(2s);
    FAIL() << "all were delivered";
  } catch (const TimedOut& error) {
    EXPECT_STREQ(error.what(),
                 "flush timed out after 2000 ms: waited for 2 records of orders-0 for an answer of "
                 "broker 1, 1 record of orders-1 for an answer of broker 1, 1 record of orders-2 "
                 "for an answer of broker 1, 3 records of other partitions; connected to broker 1 "
                 "at broker:9092");
  }
  EXPECT_EQ(world.broker.now(), start + 2s);
}

TEST(ProducerLimits, AFlushWithoutABrokerTellsOfItsConnections) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("x"));
  world.broker.control().stop_broker(1);
  producer.send(order("y"));

  try {
    producer.flush(5s);
    FAIL() << "all were delivered";
  } catch (const TimedOut& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("flush timed out after 5000 ms: waited for 1 record of orders-0 for "), 0U)
        << text;
    EXPECT_NE(text.find("broker:9092: Connection refused ("), std::string::npos) << text;
  }
}

TEST(ProducerLimits, ANewProducerWithoutABrokerWaitsForMetadataInVain) {
  ProducerWorld world;
  world.broker.control().stop_broker(1);
  ProducerConfig config = world.config();
  config.max_block = 3s;
  Producer producer(config, world.runtime);
  const Instant start = world.broker.now();

  EXPECT_THROW(producer.send(order("x")), TimedOut);
  EXPECT_EQ(world.broker.now(), start + 3s);
}

TEST(ProducerLimits, WhatClosingHasNoTimeForFails) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("x"));
  world.at_every_produce(broker::Hold{});
  std::optional<Failure> failure;
  producer.send(order("y"), [&](const Delivery& delivery) { failure = delivery.failure; });

  producer.close(1s);

  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->kind, FailureKind::closed);
  EXPECT_EQ(producer.unfinished(), 0U);
}

TEST(ProducerLimits, AProducerThatGoesDropsWhatIsLeft) {
  ProducerWorld world;
  int called = 0;
  {
    ProducerConfig config = world.config();
    config.linger = 1h;
    config.delivery_timeout = 2h;
    Producer producer(config, world.runtime);
    producer.send(order("x"), [&](const Delivery&) { ++called; });
  }
  world.broker.advance(3h);

  EXPECT_EQ(called, 0);
  EXPECT_EQ(world.values(), std::vector<std::string>{});
}

TEST(ProducerLimits, NothingIsWaitedForWhenAllIsDelivered) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("x"));

  world.broker.run_until_idle(1s);
}

}  // namespace
}  // namespace cohort::client
