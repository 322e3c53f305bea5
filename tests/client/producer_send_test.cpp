// What is sent arrives in order, and makes its topic (the rest of it:
// anywhere/producer_calls_test).
#include "client/producer_world.hpp"

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

TEST(ProducerSend, ATopicIsMadeWhenItIsSentTo) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);

  const Delivery delivery = producer.deliver({.topic = "new", .value = Buffer::copy_of("a")});

  EXPECT_EQ(delivery.partition, (TopicPartition{"new", 0}));
  EXPECT_EQ(world.broker.control().topic("new").value().partitions.at(0).end_offset, 1);
}

}  // namespace
}  // namespace cohort::client
