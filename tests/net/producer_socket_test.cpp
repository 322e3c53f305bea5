// A producer over sockets: a thread for its node, and calls from this one.
#include <cohort/broker/embedded_broker.hpp>
#include <cohort/client/producer.hpp>

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

struct SocketWorld {
  broker::EmbeddedBroker broker{{.topics = {{.name = "orders", .partitions = 3}}}};

  ProducerConfig config() const {
    return {.client = {.bootstrap_servers = parse_bootstrap(broker.bootstrap_servers())}};
  }
  std::int64_t end_offsets() {
    std::int64_t sum = 0;
    const broker::TopicView topic = broker.control().topic("orders").value();
    for (const broker::PartitionView& partition : topic.partitions) sum += partition.end_offset;
    return sum;
  }
};

ProducerRecord record_of(int number) {
  return {.topic = "orders", .value = Buffer::copy_of(std::to_string(number))};
}

TEST(ProducerOverSockets, ManyRecordsAreDeliveredInOrder) {
  SocketWorld world;
  Producer producer(world.config());

  for (int i = 0; i < 20'000; ++i) producer.send(record_of(i));
  producer.flush(60s);

  const std::vector<Delivery> deliveries = producer.take_deliveries();
  ASSERT_EQ(deliveries.size(), 20'000U);
  std::map<std::int32_t, std::map<std::int64_t, DeliveryId>> by_place;
  for (const Delivery& delivery : deliveries) {
    ASSERT_TRUE(delivery.is_delivered());
    by_place[delivery.partition.partition].emplace(delivery.offset, delivery.id);
  }
  for (const auto& [partition, records] : by_place) {
    DeliveryId last{};
    for (const auto& [offset, id] : records) EXPECT_LT(std::exchange(last, id), id);
  }
  EXPECT_EQ(world.end_offsets(), 20'000);
}

TEST(ProducerOverSockets, WhatIsSentLeavesWithoutAnotherCall) {
  SocketWorld world;
  Producer producer(world.config());
  producer.send(record_of(1));

  EXPECT_TRUE(world.broker.wait_until(
      [](const broker::Broker& broker, const broker::Journal&) {
        std::int64_t sum = 0;
        for (const auto& partition : broker::topic_view(broker, "orders")->partitions) {
          sum += partition.end_offset;
        }
        return sum == 1;
      },
      10s));
}

TEST(ProducerOverSockets, ABufferThatIsFullIsWaitedFor) {
  SocketWorld world;
  ProducerConfig config = world.config();
  config.buffer_memory = 20'000;
  Producer producer(config, {.keeps_deliveries = false});

  for (int i = 0; i < 2000; ++i) producer.send(record_of(i));
  producer.close(60s);

  EXPECT_EQ(world.end_offsets(), 2000);
}

TEST(ProducerOverSockets, AProducerThatGoesDoesNotWait) {
  SocketWorld world;
  ProducerConfig config = world.config();
  config.linger = 1h;
  config.delivery_timeout = 2h;
  {
    Producer producer(config);
    producer.send(record_of(1));
  }
  EXPECT_EQ(world.end_offsets(), 0);
}

}  // namespace
}  // namespace cohort::client
