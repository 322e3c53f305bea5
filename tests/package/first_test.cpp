#include <cohort/testing/gtest.hpp>

#include <librdkafka/rdkafkacpp.h>

using cohort::broker::GroupState, cohort::testing::await_group;

struct Orders : cohort::testing::BrokerTest {
  Orders() : BrokerTest({.topics = {{"orders", 4}}, .clock = cohort::net::ClockMode::manual}) {}
};

TEST_F(Orders, WhoFallsSilentIsExpelledWhenItsSessionEnds) {
  std::string error;
  std::unique_ptr<RdKafka::Conf> conf(RdKafka::Conf::create(RdKafka::Conf::CONF_GLOBAL));
  conf->set("bootstrap.servers", broker.bootstrap_servers(), error);
  conf->set("group.id", "readers", error);
  std::unique_ptr<RdKafka::KafkaConsumer> anna(RdKafka::KafkaConsumer::create(conf.get(), error));
  anna->subscribe({"orders"});
  await_group(broker, "readers", {.state = GroupState::stable, .members = 1});

  broker.control().add_rule({.action = cohort::broker::DropAnswer{}});  // She hears nothing more,
  broker.advance(cohort::milliseconds(45'001));                         // and time passes at once.
  await_group(broker, "readers", {.state = GroupState::empty});
}
