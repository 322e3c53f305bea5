// A broker that can't do what a producer needs is named.
#include "client/producer_world.hpp"
#include "client/stub_broker.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

/// A world with a broker that takes no Produce and has no producer ids.
struct StubbornWorld {
  StubbornWorld() {
    simulation.add("broker", std::make_unique<StubBroker>());
    simulation.listen("broker", "broker", 9092);
  }
  ProducerConfig config(bool is_idempotent) const {
    return {.client = {.bootstrap_servers = parse_bootstrap("broker:9092")},
            .enable_idempotence = is_idempotent};
  }
  sim::Simulation simulation;
  VirtualRuntime runtime{simulation};
};

TEST(ProducerOldBroker, WithoutRecordBatchesNothingIsSent) {
  StubbornWorld world;
  Producer producer(world.config(false), world.runtime);

  try {
    producer.deliver(order("a"));
    FAIL() << "it was delivered";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::unsupported);
    EXPECT_STREQ(error.what(),
                 "UNSUPPORTED_VERSION: connected to broker 1 at broker:9092, whose Produce is "
                 "older than v3, the first with record batches (Kafka 0.11)");
  }
}

TEST(ProducerOldBroker, WithoutProducerIdsNothingIsNumbered) {
  StubbornWorld world;
  Producer producer(world.config(true), world.runtime);

  EXPECT_THROW(producer.deliver(order("a")), Error);
  try {
    producer.send({.topic = "another"});
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::unsupported);
  }
}

}  // namespace
}  // namespace cohort::client
