// Topics and partitions that are not there when a record is sent.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

TEST(ProducerPartitions, OneThatIsNotThereIsWaitedFor) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.max_block = 2s;
  Producer producer(config, world.runtime);
  producer.deliver(order("a", 0));
  const Instant start = world.broker.now();

  try {
    producer.send(order("b", 1));
    FAIL() << "it was taken";
  } catch (const TimedOut& error) {
    EXPECT_STREQ(error.what(),
                 "partition orders-1 was not found within 2000 ms: waited for metadata of topic "
                 "orders (it has 1 partition); connected to broker 1 at broker:9092");
  }
  EXPECT_EQ(world.broker.now(), start + 2s);

  world.broker.control().grow_topic("orders", 2);
  producer.deliver(order("b", 1));
  EXPECT_EQ(world.values(1), std::vector<std::string>{"b"});
}

TEST(ProducerPartitions, ATopicThatIsNotThereIsWaitedFor) {
  ProducerWorld world({.properties = {{"auto.create.topics.enable", "false"}}});
  ProducerConfig config = world.config();
  config.max_block = 2s;
  Producer producer(config, world.runtime);

  try {
    producer.send({.topic = "none"});
    FAIL() << "it was taken";
  } catch (const TimedOut& error) {
    EXPECT_STREQ(error.what(),
                 "topic none was not found within 2000 ms: waited for metadata of topic none "
                 "(UNKNOWN_TOPIC_OR_PARTITION); connected to broker 1 at broker:9092");
  }
}

TEST(ProducerPartitions, ATopicThatCantBeIsNotWaitedFor) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  const Instant start = world.broker.now();

  try {
    producer.send({.topic = "no such / name"});
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_topic_exception);
  }
  EXPECT_LT(world.broker.now(), start + 1s);
}

}  // namespace
}  // namespace cohort::client
