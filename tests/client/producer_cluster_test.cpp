// Brokers that stop and leaders that move while records are on their way.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

ProducerConfig patient(const ProducerWorld& world) {
  ProducerConfig config = world.config();
  config.batch_size = 100;
  config.client.request_timeout = 5s;
  return config;
}

TEST(ProducerCluster, RecordsFollowALeaderThatMoves) {
  twice({.brokers = 3}, [](ProducerWorld& world) {
    Producer producer(patient(world), world.runtime);

    for (int i = 0; i < 60; ++i) {
      producer.send(order(std::to_string(i), 0));
      if (i % 10 == 5) {
        world.broker.control().move_leader("orders", 0);
        world.broker.advance(1ms);
      }
    }
    producer.flush(30s);

    EXPECT_EQ(world.values(), numbers(60));
  });
}

TEST(ProducerCluster, TheAnswerOfTheOldLeaderNamesTheNewOne) {
  ProducerWorld world({.brokers = 3});
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("a"));
  world.broker.control().move_leader("orders", 0);
  const Instant start = world.broker.now();

  producer.deliver(order("b"));

  EXPECT_LT(world.broker.now() - start, 100ms) << "no retry.backoff.ms, no Metadata in between";
}

TEST(ProducerCluster, RecordsGoOnWhenABrokerStops) {
  twice({.brokers = 3, .partitions = 3}, [](ProducerWorld& world) {
    Producer producer(patient(world), world.runtime);

    for (int i = 0; i < 90; ++i) {
      producer.send(order(std::to_string(i / 3), i % 3));
      if (i == 30) world.broker.control().stop_broker(1);
      if (i == 60) world.broker.control().start_broker(1);
      if (i % 5 == 0) world.broker.advance(10ms);
    }
    producer.flush(60s);

    for (int i = 0; i < 3; ++i) EXPECT_EQ(world.values(i), numbers(30)) << "partition " << i;
  });
}

TEST(ProducerCluster, RecordsWaitForTheOnlyBroker) {
  twice([](ProducerWorld& world) {
    Producer producer(patient(world), world.runtime);
    producer.deliver(order("0", 0));
    for (int i = 1; i < 30; ++i) producer.send(order(std::to_string(i), 0));
    world.broker.advance(1ms);
    world.broker.control().stop_broker(1);
    world.broker.advance(20s);

    world.broker.control().start_broker(1);
    producer.flush(30s);

    EXPECT_EQ(world.values(), numbers(30));
  });
}

TEST(ProducerCluster, AProducerFindsAClusterOfWhichABootstrapServerIsGone) {
  for (const std::int32_t gone : {1, 2, 3}) {
    ProducerWorld world({.brokers = 3});
    world.broker.control().stop_broker(gone);
    Producer producer(world.config(), world.runtime);

    EXPECT_EQ(producer.deliver(order("a")).offset, 0) << "without broker " << gone;
  }
}

TEST(ProducerCluster, AnOlderBrokerIsSpokenToInItsVersions) {
  ProducerWorld world({.release = broker::Release::kafka_2_4});
  ProducerConfig config = world.config();
  config.compression_type = Compression::zstd;
  Producer producer(config, world.runtime);

  send_numbers(producer, 20);
  producer.flush(10s);

  EXPECT_EQ(world.values(), numbers(20));
}

}  // namespace
}  // namespace cohort::client
