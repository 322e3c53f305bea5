#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/testing/client_stage.hpp>

#include <gtest/gtest.h>

using namespace cohort::client;
using cohort::testing::ClientStage, cohort::testing::Place;

class Payments : public ::testing::TestWithParam<Place> {};

TEST_P(Payments, AreReadBack) {
  ClientStage stage(GetParam());  // A broker, unless there is one outside.
  const std::string topic = stage.make_topic("payments", 4);
  Producer producer(producer_config(stage.settings()), stage.runtime());
  producer.deliver({.topic = topic, .value = cohort::Buffer::copy_of("100 EUR")});

  Consumer consumer(consumer_config(stage.settings({{"group.id", stage.unique("billing")},
                                                    {"auto.offset.reset", "earliest"}})),
                    stage.runtime());
  consumer.subscribe({topic});
  std::vector<ConsumerRecord> paid;
  ASSERT_TRUE(stage.wait_until([&] {
    paid = consumer.poll(std::chrono::milliseconds(100));
    return !paid.empty();
  }));
  EXPECT_EQ(paid[0].value->text(), "100 EUR");
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Payments, ::testing::ValuesIn(cohort::testing::all_places()),
                         [](const auto& info) { return cohort::testing::name(info.param); });
