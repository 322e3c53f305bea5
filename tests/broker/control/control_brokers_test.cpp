// What Control does to brokers, to clients' connections, and to the whole.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

class ControlBrokers : public ControlWorld {
 protected:
  explicit ControlBrokers(std::int32_t brokers = 3) : ControlWorld(control_options(brokers)) {}

  static std::uint16_t port_of(std::int32_t id) { return static_cast<std::uint16_t>(9091 + id); }
  static RequestMatch heartbeats() { return {.api = ApiKey::heartbeat}; }
};

class ControlBroker : public ControlBrokers {
 protected:
  ControlBroker() : ControlBrokers(1) {}
};

TEST_F(ControlBrokers, AStoppedBrokerClosesItsConnectionsAndLeadsNothing) {
  testing::WireClient one(broker.world(), "one", port_of(1));
  testing::WireClient two(broker.world(), "two", port_of(2));
  broker.settle();
  ASSERT_EQ(partition(1).leader, 2);

  control().stop_broker(2);
  broker.settle();

  EXPECT_TRUE(two.is_closed());
  EXPECT_FALSE(one.is_closed());
  EXPECT_NE(partition(1).leader, 2);
  EXPECT_EQ(newest(FactKind::broker_stopped).cause, by_control("stop_broker"));
  EXPECT_EQ(newest(FactKind::leader_changed).cause, by_control("stop_broker"));
}

TEST_F(ControlBrokers, AStartedBrokerTakesConnectionsAgain) {
  control().stop_broker(2);
  control().start_broker(2);
  EXPECT_EQ(newest(FactKind::broker_started).cause, by_control("start_broker"));
  testing::WireClient two(broker.world(), "two", port_of(2));
  EXPECT_TRUE(two.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).has_value());
}

TEST_F(ControlBrokers, StoppingTwiceOrStartingWhatRunsChangesNothing) {
  control().stop_broker(2);
  const Seen stopped = seen();
  control().stop_broker(2);
  control().start_broker(1);
  EXPECT_EQ(seen(), stopped);
  expect_refused<NotThere>([](Control& c) { c.stop_broker(4); });
  expect_refused<NotThere>([](Control& c) { c.start_broker(0); });
}

TEST_F(ControlBroker, DisconnectClosesTheConnectionsOfOneClientId) {
  testing::WireClient a(broker.world(), "a");
  testing::WireClient b(broker.world(), "b");
  ASSERT_TRUE(a.ask<MetadataResponse>(MetadataRequest{}, 1).has_value());
  ASSERT_TRUE(b.ask<MetadataResponse>(MetadataRequest{}, 1).has_value());

  EXPECT_EQ(control().disconnect("a"), 1);
  broker.settle();

  EXPECT_TRUE(a.is_closed());
  EXPECT_FALSE(b.is_closed());
  const Fact fact = newest(FactKind::client_disconnected);
  EXPECT_EQ(fact.client_id, "a");
  EXPECT_EQ(fact.cause, by_control("disconnect"));
  EXPECT_EQ(control().disconnect("a"), 0);
}

TEST_F(ControlBroker, ADisconnectedMemberStaysInItsGroup) {
  Member a(broker, "a");
  a.join_alone();
  EXPECT_EQ(control().disconnect("a"), 1);
  broker.settle();
  EXPECT_EQ(control().group("g")->members.size(), 1);
}

TEST_F(ControlBroker, AHeldRequestOfADisconnectedClientIsGoneAtOnce) {
  Member a(broker, "a");
  a.join_alone();
  const RuleId rule = control().add_rule({.match = heartbeats(), .action = Hold{}});
  a.client.send(a.heartbeat_request(), 4);
  broker.settle();
  const std::uint64_t number = control().held().at(0).number;

  control().disconnect("a");

  EXPECT_TRUE(control().held().empty());
  expect_refused<NotThere>([&](Control& c) { c.release(number); });
  EXPECT_EQ(control().release_all(rule), 0);
}

TEST_F(ControlBroker, AResetForgetsEverythingButTheTimeOfItsPeers) {
  const std::vector<TopicView> made = control().topics(true);
  Member a(broker, "a");
  a.join_alone();
  control().append("t", 0, {record_of("x")});
  control().add_rule({.match = heartbeats(), .action = Hold{}});
  a.client.send(a.heartbeat_request(), 4);
  broker.advance(std::chrono::seconds(1));
  const Instant before = broker.now();
  const std::uint64_t next = broker.journal().next();

  broker.reset();

  EXPECT_EQ(seen(), (Seen{.topics = made, .next_fact = next + 2}));
  EXPECT_EQ(newest(FactKind::broker_reset).cause, by_control("reset"));
  EXPECT_TRUE(a.client.is_closed());
  EXPECT_EQ(broker.now(), before);
  EXPECT_EQ(control().add_rule({.action = Observe{}}), RuleId{1});
}

TEST_F(ControlBroker, IdsAreTheSameAgainAfterAReset) {
  Member first(broker, "a");
  first.ask_for_id();
  broker.reset();
  testing::WireClient again(broker.world(), "a-again");
  // The id is made of the client's id, which both have to share.
  RequestHeader header{.api_key = ApiKey::join_group, .api_version = 9, .client_id = "a"};
  again.probe().send(encode_request(header, Member(broker, "b").join_request()));
  broker.settle();
  const Buffer frame = again.probe().take_frame().value();
  const std::size_t size = decode_response_header(frame, ApiKey::join_group, 9).value().size;
  EXPECT_EQ(decode<JoinGroupResponse>(frame.slice(size), 9).value().member_id, first.id);
}

TEST_F(ControlBroker, TheFixturesResetMakesItsTopicsAgain) {
  const TopicView made = control().topic("t").value();
  control().append("t", 0, {record_of("x")});
  control().create_topic("u");
  broker.reset();
  EXPECT_EQ(control().topics(), std::vector{made});
}

TEST_F(ControlBrokers, AResetStartsWhatWasStoppedAndIsTheCauseOfIt) {
  control().stop_broker(2);
  broker.reset();
  EXPECT_EQ(partition(1).leader, 2);
  EXPECT_EQ(newest(FactKind::broker_started).cause, by_control("reset"));
  testing::WireClient two(broker.world(), "two", port_of(2));
  EXPECT_TRUE(two.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).has_value());
}

}  // namespace
}  // namespace cohort::broker
