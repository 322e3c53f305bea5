#include <cohort/testing/gtest.hpp>

#include <librdkafka/rdkafkacpp.h>

#include <memory>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using cohort::testing::await_assignment;

struct TwoReaders : cohort::testing::BrokerTest {
  TwoReaders() : BrokerTest({.topics = {{"orders", 4}}, .clock = cohort::net::ClockMode::manual}) {}

  std::jthread reader(const std::string& client_id, const std::string& session_ms) {
    std::unique_ptr<RdKafka::Conf> conf(RdKafka::Conf::create(RdKafka::Conf::CONF_GLOBAL));
    std::string error;
    conf->set("bootstrap.servers", broker.bootstrap_servers(), error);
    conf->set("client.id", client_id, error);
    conf->set("group.id", "readers", error);
    conf->set("session.timeout.ms", session_ms, error);
    conf->set("heartbeat.interval.ms", "100", error);
    auto* consumer = RdKafka::KafkaConsumer::create(conf.get(), error);
    consumer->subscribe({"orders"});
    return std::jthread(
        [owned = std::shared_ptr<RdKafka::KafkaConsumer>(consumer)](const std::stop_token& stop) {
          while (!stop.stop_requested()) delete owned->consume(20);
          owned->close();
        });
  }
};

TEST_F(TwoReaders, WhoIsLeftGetsAllPartitionsWhenAMemberDies) {
  const std::jthread anna = reader("anna", "45000");
  await_assignment(broker, "readers", "anna", {{"orders", {0, 1, 2, 3}}});
  const std::jthread ben = reader("ben", "10000");
  await_assignment(broker, "readers", "ben", {{"orders", {2, 3}}});

  const auto silence =
      broker.control().add_rule({.match = {.client_id = "ben"}, .action = cohort::broker::Hold{}});
  broker.advance(10s);  // Ben's heartbeats are held, and his session ends; Anna's is longer.

  await_assignment(broker, "readers", "anna", {{"orders", {0, 1, 2, 3}}});
  broker.control().remove_rule(silence);
}
