// The waits of cohort::testing: what they give, and what they say when their time is over.
#include "broker/control/control_world.hpp"
#include <cohort/testing/await.hpp>

#include <gmock/gmock.h>

namespace cohort::broker {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class Await : public ControlWorld {
 protected:
  /// What the wait says that comes to nothing.
  static std::string said_by(const std::function<void()>& wait) {
    try {
      wait();
    } catch (const testing::TimedOut& error) {
      return error.what();
    }
    ADD_FAILURE() << "it came";
    return {};
  }

  Member a{broker, "a"};
};

TEST_F(Await, AGroupIsGivenAsItWasExpected) {
  a.join_alone();
  const GroupView group = testing::await_group(
      broker, "g", {.state = GroupState::stable, .members = 1, .generation = 1});
  EXPECT_EQ(group.members.at(0).member_id, a.id);
  EXPECT_EQ(testing::await_group(broker, "none", {.state = GroupState::dead}).group, "none");
}

TEST_F(Await, AGroupThatComesLaterIsWaitedFor) {
  a.join_alone();
  const Instant before = broker.now();
  testing::await_group(broker, "g", {.state = GroupState::empty}, seconds(60));
  EXPECT_EQ(broker.now(), before + seconds(45));
}

TEST_F(Await, AGroupInVainIsToldAsItIsAndWhatHappenedToIt) {
  a.join_alone();
  const std::string said = said_by([&] {
    testing::await_group(broker, "g", {.state = GroupState::empty, .members = 0}, seconds(5));
  });
  EXPECT_THAT(said, HasSubstr("await_test.cpp:"));
  EXPECT_THAT(said, HasSubstr("group g: not Empty with 0 members within 5000 ms"));
  EXPECT_THAT(said, HasSubstr("Stable"));
  EXPECT_THAT(said, HasSubstr("member_joined"));
  EXPECT_THAT(said_by([&] { testing::await_group(broker, "x", {.members = 1}, seconds(1)); }),
              HasSubstr("there is no such group"));
}

TEST_F(Await, AnAssignmentIsTheWholeOfIt) {
  a.join_alone({{"t", {0, 2}}});
  testing::await_assignment(broker, "g", "a", {{"t", {0, 2}}});
  EXPECT_THAT(said_by([&] {
                testing::await_assignment(broker, "g", "a", {{"t", {0}}}, seconds(1));
              }),
              HasSubstr("client a owning t-0"));
}

TEST_F(Await, ACommitIsThisOffsetOrOneAbove) {
  a.join_alone();
  ASSERT_EQ(a.commit(0, 7), ErrorCode::none);
  EXPECT_EQ(testing::await_commit(broker, "g", "t", 0, 5), 7);
  EXPECT_THAT(said_by([&] { testing::await_commit(broker, "g", "t", 0, 8, seconds(1)); }),
              HasSubstr("seen instead: 7"));
  EXPECT_THAT(said_by([&] { testing::await_commit(broker, "g", "t", 1, 1, seconds(1)); }),
              HasSubstr("seen instead: none"));
}

TEST_F(Await, APositionIsWhereAFetchWaits) {
  testing::WireClient client(broker.world(), "reader");
  control().append("t", 0, {record_of("x"), record_of("y")});
  client.send(fetch_request(2), 12);
  EXPECT_EQ(testing::await_position(broker, "reader", "t", 0, 1), 2);
  EXPECT_THAT(said_by([&] { testing::await_position(broker, "reader", "t", 0, 3, seconds(1)); }),
              HasSubstr("position of client reader in t-0"));
}

TEST_F(Await, RequestsAreCountedFromWhenTheWatchBegan) {
  a.join_alone();
  ASSERT_EQ(a.heartbeat(), ErrorCode::none);
  const testing::RequestWatch watch(broker, {.api = ApiKey::heartbeat});
  EXPECT_EQ(watch.seen(), 0);
  ASSERT_EQ(a.heartbeat(), ErrorCode::none);
  a.client.send(a.heartbeat_request(), 4);
  watch.await(2);
  EXPECT_EQ(watch.seen(), 2);
  EXPECT_THAT(said_by([&] { watch.await(3, seconds(1)); }), HasSubstr("2 and not 3"));
}

TEST_F(Await, AWatchEndsWithItsObject) {
  { const testing::RequestWatch watch(broker, {}); }
  EXPECT_TRUE(control().rules().empty());
}

// Rule ids begin anew then, and another rule may have the watch's.
TEST_F(Await, AResetEndsAWatchAndLeavesOthersRulesAlone) {
  RuleId other{};
  {
    const testing::RequestWatch watch(broker, {.api = ApiKey::heartbeat});
    broker.reset();
    other = control().add_rule({.action = Observe{}});
    testing::WireClient client(broker.world(), "client");
    ASSERT_TRUE(client.ask<MetadataResponse>(MetadataRequest{}, 1).has_value());
    EXPECT_EQ(watch.seen(), 0);
    EXPECT_THAT(said_by([&] { watch.await(1, seconds(1)); }), HasSubstr("reset"));
  }
  EXPECT_EQ(control().rule(other)->hits, 1);
}

}  // namespace
}  // namespace cohort::broker
