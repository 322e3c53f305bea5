// Tests that fail on purpose: tests/package/run looks at what they say.
#include <cohort/testing/gtest.hpp>

#include <librdkafka/rdkafkacpp.h>

#include <memory>
#include <string>

using namespace std::chrono_literals;
using cohort::ApiKey;

struct Failing : cohort::testing::BrokerTest {
  Failing() : BrokerTest({.topics = {{"orders", 4}}}) {}

  std::unique_ptr<RdKafka::KafkaConsumer> consumer() {
    std::string error;
    std::unique_ptr<RdKafka::Conf> conf(RdKafka::Conf::create(RdKafka::Conf::CONF_GLOBAL));
    conf->set("bootstrap.servers", broker.bootstrap_servers(), error);
    conf->set("group.id", "readers", error);
    conf->set("client.id", "anna", error);
    conf->set("heartbeat.interval.ms", "20", error);
    std::unique_ptr<RdKafka::KafkaConsumer> made(RdKafka::KafkaConsumer::create(conf.get(), error));
    made->subscribe({"orders"});
    return made;
  }
};

TEST_F(Failing, WhileAConsumerIsThere) {
  const auto anna = consumer();
  const auto rule = broker.control().add_rule(
      {.match = {.api = ApiKey::heartbeat}, .nth = 5, .action = cohort::broker::Hold{}});
  const auto has_acted = [&](const auto& node, const auto&) {
    return rule_status(node, rule)->hits > 0;
  };
  ASSERT_TRUE(broker.wait_until(has_acted, 10s));

  ADD_FAILURE() << "while anna is there";
}

TEST_F(Failing, WhenAWaitIsOver) {
  cohort::testing::await_group(broker, "nobody", {.members = 1}, 1ms);
}

TEST_F(Failing, OnTheBrokersOwnThread) {
  broker.look([](const auto&, const auto&) { ADD_FAILURE() << "on the broker's thread"; });
}

struct FailingShared : cohort::testing::SharedBrokerTest<FailingShared> {};

TEST_F(FailingShared, WithTheBrokerOfItsSuite) { ADD_FAILURE() << broker().bootstrap_servers(); }

struct FailingVirtual : cohort::testing::VirtualBrokerTest {};

TEST_F(FailingVirtual, InVirtualTime) {
  ADD_FAILURE() << "once";
  ADD_FAILURE() << "and again";
}
