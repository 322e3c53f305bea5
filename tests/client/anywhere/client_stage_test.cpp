// ClientStage: whose broker it takes, and what it leaves behind.
#include <cohort/client/error.hpp>
#include <cohort/testing/client_stage.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace cohort::testing {
namespace {

/// The environment has this address until the end of the scope.
class FromOutside {
 public:
  explicit FromOutside(const std::string& address) : before_(outside_broker()) { set(address); }
  ~FromOutside() { set(before_); }
  FromOutside(const FromOutside&) = delete;
  FromOutside& operator=(const FromOutside&) = delete;

 private:
  static void set(const std::string& address) {
    ::setenv("COHORT_TEST_BOOTSTRAP", address.c_str(), 1);
  }

  std::string before_;
};

TEST(ClientStageTest, TakesTheBrokerFromOutsideWhateverThePlace) {
  broker::EmbeddedBroker outside;
  const FromOutside environment(outside.bootstrap_servers());
  ClientStage stage(Place::virtual_time);
  EXPECT_EQ(stage.place(), Place::sockets);
  EXPECT_EQ(all_places(), std::vector<Place>{Place::sockets});
  EXPECT_EQ(stage.settings().at("bootstrap.servers"), outside.bootstrap_servers());
  EXPECT_FALSE(stage.has_own_broker());
  EXPECT_THROW(stage.control(), std::logic_error);
  EXPECT_THROW(stage.observed(), std::logic_error);
  EXPECT_THROW(stage.virtual_broker(), std::logic_error);
}

TEST(ClientStageTest, DeletesFromABrokerOutsideWhatItNamedAndNothingElse) {
  broker::EmbeddedBroker outside({.topics = {{"orders", 1}}});
  const FromOutside environment(outside.bootstrap_servers());
  {
    ClientStage stage(Place::sockets);
    const std::string topic = stage.make_topic("orders", 2);
    EXPECT_NE(topic, "orders");
    EXPECT_EQ(outside.control().topic(topic).value().partitions.size(), 2U);
    outside.control().set_offsets(stage.unique("billing"), {{.topic = "orders", .offset = 1}});
    outside.control().set_offsets("billing", {{.topic = "orders", .offset = 1}});
    EXPECT_EQ(outside.control().groups().size(), 2U);
  }
  EXPECT_TRUE(outside.control().topic("orders").has_value());
  ASSERT_EQ(outside.control().groups().size(), 1U);
  EXPECT_EQ(outside.control().groups().at(0).group, "billing");
  for (const broker::TopicView& each : outside.control().topics()) {
    EXPECT_TRUE(each.topic == "orders" || each.is_internal) << each.topic;
  }
}

TEST(ClientStageTest, GivesNamesThatNoOtherStageHas) {
  const broker::EmbeddedBroker outside;
  const FromOutside environment(outside.bootstrap_servers());
  ClientStage one(Place::sockets);
  ClientStage other(Place::sockets);
  EXPECT_EQ(one.unique("orders"), one.unique("orders"));
  EXPECT_NE(one.unique("orders"), other.unique("orders"));
}

TEST(ClientStageTest, LeavesNamesAsTheyAreOnABrokerOfItsOwn) {
  const FromOutside nobody("");
  for (const Place place : all_places()) {
    ClientStage stage(place, {.brokers = 3});
    EXPECT_EQ(stage.place(), place);
    EXPECT_EQ(stage.make_topic("orders", 3), "orders");
    EXPECT_EQ(stage.control().topic("orders").value().partitions.size(), 3U);
  }
}

TEST(ClientStageTest, RefusesWhatIsNoAddress) {
  const FromOutside environment("nowhere");
  EXPECT_THROW(ClientStage{Place::sockets}, client::ConfigError);
}

}  // namespace
}  // namespace cohort::testing
