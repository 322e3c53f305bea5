#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/testing/gtest.hpp>

using namespace cohort::client;
using cohort::broker::EmbeddedBroker, cohort::broker::VirtualBroker;
using std::chrono::seconds;

// The code to be tested. It runs wherever `runtime` lets it: over TCP or in virtual time.
int bill(Runtime& runtime, const std::string& servers, int orders) {
  Consumer consumer(consumer_config({{"bootstrap.servers", servers},
                                     {"group.id", "billing"},
                                     {"auto.offset.reset", "earliest"},
                                     {"enable.auto.commit", "false"}}),
                    runtime);
  consumer.subscribe({"orders"});
  int billed = 0;
  while (billed < orders) {
    billed += static_cast<int>(consumer.poll(seconds(1)).size());
    consumer.commit();
  }
  consumer.close();
  return billed;
}

void order(Runtime& runtime, const std::string& servers, int orders) {
  Producer producer(producer_config({{"bootstrap.servers", servers}}), runtime);
  for (int i = 0; i < orders; ++i) {
    producer.send({.topic = "orders", .value = cohort::Buffer::copy_of(std::to_string(i))});
  }
  producer.flush(seconds(10));
}

TEST(Billing, WorksOverTcp) {
  EmbeddedBroker broker({.topics = {{"orders", 4}}});
  SocketRuntime sockets;
  order(sockets, broker.bootstrap_servers(), 100);
  EXPECT_EQ(bill(sockets, broker.bootstrap_servers(), 100), 100);
}

TEST(Billing, IsPatientWhenTheCoordinatorLoadsForAMinute) {
  VirtualBroker broker({.topics = {{"orders", 4}}});
  VirtualRuntime world(broker.world());
  order(world, broker.bootstrap_servers(), 100);
  broker.control().add_rule(
      {.match = {.api = cohort::ApiKey::offset_commit},
       .times = 60,
       .action = cohort::broker::AnswerError{cohort::ErrorCode::coordinator_load_in_progress}});
  EXPECT_EQ(bill(world, broker.bootstrap_servers(), 100), 100);  // A minute that takes no time.
  EXPECT_EQ(broker.control().group("billing")->state, cohort::broker::GroupState::empty);
}
