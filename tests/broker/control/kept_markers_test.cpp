// What becomes of markers that fault rules keep when everything around them changes.
#include "broker/control/marker_world.hpp"

namespace cohort::broker {
namespace {

using KeptMarkers = MarkerWorld;

TEST_F(KeptMarkers, WhatARuleHoldsDelaysOrRepeatsGoesOnWhenItIsRemoved) {
  for (const MarkerAction& action : {MarkerAction(Hold{}), MarkerAction(Hold{Moment::after}),
                                     MarkerAction(DelayAnswer{seconds(9)}),
                                     MarkerAction(AnswerError{ErrorCode::request_timed_out}),
                                     MarkerAction(DropAnswer{}), MarkerAction(Disconnect{})}) {
    const RuleId rule = rule_for_markers(action);
    producer.begin({0});
    EXPECT_EQ(producer.end(true), ErrorCode::none);
    EXPECT_EQ(view().state, "PrepareCommit");
    control().remove_rule(rule);
    EXPECT_EQ(view().state, "CompleteCommit");
    EXPECT_EQ(newest(FactKind::transaction_completed).cause, by_control("remove_rule"));
  }
}

TEST_F(KeptMarkers, ADeletedTopicsMarkerIsLetGoAndGoesNowhere) {
  rule_for_markers(Hold{});
  producer.begin({0, 1});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  control().delete_topic("t");
  EXPECT_EQ(control().held().size(), 2);
  EXPECT_EQ(view().state, "PrepareCommit");
  control().release_all(RuleId{1});
  EXPECT_EQ(view().state, "CompleteCommit");
}

// Trap 30: a topic that was made again under the old name gets it.
TEST_F(KeptMarkers, AMarkerGoesToThePartitionAsItIsWhenItIsReleased) {
  rule_for_markers(Hold{});
  producer.begin({0});
  EXPECT_EQ(producer.end(false), ErrorCode::none);
  control().delete_topic("t");
  control().create_topic("t", 1);
  release_first();
  EXPECT_EQ(end_of(0), 1);
  EXPECT_FALSE(is_held_back(0));
}

TEST_F(KeptMarkers, GoOnInTheWorldInWhichTheyAreReleased) {
  rule_for_markers(Hold{});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  VirtualBroker other = broker;
  other.control().release_all(RuleId{1});
  EXPECT_EQ(other.control().transaction("x")->state, "CompleteCommit");
  EXPECT_EQ(view().state, "PrepareCommit");
  EXPECT_TRUE(is_held_back(0));
}

TEST_F(KeptMarkers, AResetForgetsThem) {
  rule_for_markers(Hold{});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  broker.reset();
  EXPECT_TRUE(control().held().empty());
  EXPECT_EQ(control().transaction("x"), std::nullopt);
}

TEST_F(KeptMarkers, ACoordinatorThatMovesSendsItsOwnMarkers) {
  const RuleId rule = rule_for_markers(Hold{});
  producer.begin({0});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  const std::uint64_t first = control().held().at(0).number;
  control().move_leader("__transaction_state", 20);
  ASSERT_EQ(control().held().size(), 1);
  EXPECT_GT(control().held().at(0).number, first);
  EXPECT_EQ(control().rule(rule)->hits, 2);
  EXPECT_EQ(end_of(0), 1);
  release_first();
  EXPECT_EQ(end_of(0), 2);
  EXPECT_EQ(view().state, "CompleteCommit");
}

TEST_F(KeptMarkers, ATimeOutsMarkersAreHeldToo) {
  rule_for_markers(Hold{});
  ASSERT_EQ(producer.init(1000), ErrorCode::none);
  ASSERT_EQ(producer.add({0}), ErrorCode::none);
  broker.advance(seconds(20));
  EXPECT_EQ(view().state, "PrepareAbort");
  EXPECT_EQ(producer.init(), ErrorCode::concurrent_transactions);
  release_first();
  EXPECT_EQ(view().state, "CompleteAbort");
  EXPECT_EQ(producer.init(), ErrorCode::none);
}

/// `t-0` is led by broker 1, `t-1` by broker 2, `t-2` by broker 3.
class KeptMarkersOfThree : public MarkerWorld {
 protected:
  KeptMarkersOfThree() : MarkerWorld(3) {}

  /// The partition that broker `node_id` leads.
  std::int32_t led_by(std::int32_t node_id) {
    const TopicView topic = control().topic("t").value();
    for (const PartitionView& each : topic.partitions) {
      if (each.leader == node_id) return each.partition;
    }
    return -1;
  }
};

TEST_F(KeptMarkersOfThree, AMarkerToABrokerThatStopsIsSentToTheNextLeader) {
  producer.begin({0, 1, 2});
  const std::int32_t other = view().coordinator == 3 ? 2 : 3;
  const std::int32_t index = led_by(other);
  control().add_rule(
      {.match = {.api = ApiKey::write_txn_markers, .broker = other}, .action = Hold{}});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  ASSERT_EQ(control().held().size(), 1);
  EXPECT_EQ(control().held().at(0).partition, index);
  EXPECT_TRUE(is_held_back(index));

  control().stop_broker(other);

  EXPECT_TRUE(control().held().empty());
  EXPECT_FALSE(is_held_back(index));
  EXPECT_EQ(view().state, "CompleteCommit");
}

TEST_F(KeptMarkersOfThree, TheNextCoordinatorSendsTheMarkersOfOneThatStops) {
  producer.begin({0, 1, 2});
  const RuleId rule = rule_for_markers(Hold{});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  const std::int32_t before = view().coordinator;
  control().stop_broker(before);
  EXPECT_NE(view().coordinator, before);
  ASSERT_EQ(control().held().size(), 3);
  EXPECT_EQ(control().held().at(0).client_id,
            "broker-" + std::to_string(view().coordinator) + "-txn-marker-sender");
  EXPECT_EQ(control().release_all(rule), 3);
  EXPECT_EQ(view().state, "CompleteCommit");
  for (const std::int32_t each : {0, 1, 2}) EXPECT_EQ(end_of(each), 2);
}

TEST_F(KeptMarkersOfThree, WhenTheLeaderMovesTheReleasedMarkerGoesToTheNewOne) {
  producer.begin({0});
  rule_for_markers(Hold{});
  EXPECT_EQ(producer.end(true), ErrorCode::none);
  control().move_leader("t", 0);
  EXPECT_TRUE(is_held_back(0));
  release_first();
  EXPECT_EQ(end_of(0), 2);
  EXPECT_EQ(view().state, "CompleteCommit");
}

}  // namespace
}  // namespace cohort::broker
