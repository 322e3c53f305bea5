// Every rule switch of the group machine switches something: a small scenario goes another way.
#include "broker/group/group_test.hpp"
#include "rule_switches.hpp"
#include "simulation/switches/with_and_without.hpp"

namespace cohort::broker {

namespace {

using testing::with_and_without;

/// A group for one run of a scenario.
class OneGroup final : public GroupTest {
 public:
  using GroupTest::commit;
  using GroupTest::completing;
  using GroupTest::heartbeat;
  using GroupTest::is_waiting;
  using GroupTest::join;
  using GroupTest::leaves;
  using GroupTest::member_ids;
  using GroupTest::pass;
  using GroupTest::pending_id;
  using GroupTest::stable;
  using GroupTest::state;
  using GroupTest::sync;
  using GroupTest::synced;

 private:
  void TestBody() override {}
};

using Codes = std::vector<ErrorCode>;

TEST(GroupSwitches, OldGenerationsAreRefusedOrNot) {
  const auto [with, without] = with_and_without(checks_generations, [] {
    OneGroup group;
    const auto ids = group.stable({{}});
    return Codes{group.heartbeat(ids[0], 0), group.synced(group.sync(ids[0], 0)).error,
                 group.commit(ids[0], 0)};
  });
  EXPECT_EQ(with, Codes(3, ErrorCode::illegal_generation));
  EXPECT_EQ(without, Codes(3, ErrorCode::none));
}

TEST(GroupSwitches, FollowersWaitForTheLeaderOrNot) {
  const auto [waits_with, waits_without] = with_and_without(followers_wait_for_leader, [] {
    OneGroup group;
    const auto ids = group.completing({{}, {}});
    return group.is_waiting(group.sync(ids[1], 1));
  });
  EXPECT_TRUE(waits_with);
  EXPECT_FALSE(waits_without);
}

TEST(GroupSwitches, AGivenIdIsWaitedForOrNot) {
  const auto [waits_with, waits_without] = with_and_without(waits_for_given_ids, [] {
    OneGroup group;
    const auto ids = group.stable({{}});
    group.pending_id();
    return group.is_waiting(group.join({.member_id = ids[0]}));
  });
  EXPECT_TRUE(waits_with);
  EXPECT_FALSE(waits_without);
}

TEST(GroupSwitches, TheSessionOfWhoLeftCostsNothingOrARebalance) {
  const auto [with, without] = with_and_without(sessions_go_with_members, [] {
    OneGroup group;
    const auto ids = group.stable({{.session = seconds(60)}, {}});
    group.leaves(ids[1]);
    group.join({.member_id = ids[0], .session = seconds(60)});
    group.sync(ids[0], 2);
    EXPECT_EQ(group.state(), GroupState::stable);
    group.pass(seconds(10));
    return group.state();
  });
  EXPECT_EQ(with, GroupState::stable);
  EXPECT_EQ(without, GroupState::preparing_rebalance);
}

TEST(GroupSwitches, ACommitBeforeTheAssignmentIsRefusedOrNot) {
  const auto [with, without] = with_and_without(refuses_commits_before_assignment, [] {
    OneGroup group;
    const auto ids = group.completing({{}});
    return group.commit(ids[0], 1);
  });
  EXPECT_EQ(with, ErrorCode::rebalance_in_progress);
  EXPECT_EQ(without, ErrorCode::none);
}

TEST(GroupSwitches, WhoWasReplacedStaysAwayOrTriesAgain) {
  const auto [with, without] = with_and_without(fences_replaced_members, [] {
    OneGroup group;
    const auto ids = group.stable({{.instance = "i"}});
    group.join({.instance = "i"});
    return group.heartbeat(ids[0], 1, "i");
  });
  EXPECT_EQ(with, ErrorCode::fenced_instance_id);
  EXPECT_EQ(without, ErrorCode::unknown_member_id);
}

TEST(GroupSwitches, ASyncGroupGivesOthersNoTimeOrSome) {
  const auto [with, without] = with_and_without(sync_deadline_stays, [] {
    OneGroup group;
    const auto ids = group.completing({{.session = seconds(60)}, {.session = seconds(60)}});
    group.pass(seconds(6));
    group.sync(ids[1], 1);
    group.pass(seconds(4));
    return group.state();
  });
  EXPECT_EQ(with, GroupState::preparing_rebalance);
  EXPECT_EQ(without, GroupState::completing_rebalance);
}

TEST(GroupSwitches, AnExpiryLetsTheOthersGoOnOrNot) {
  const auto [waits_with, waits_without] = with_and_without(expiry_ends_join_phase, [] {
    OneGroup group;
    const auto ids = group.stable({{.rebalance = seconds(60)}, {.rebalance = seconds(60)}});
    const ReplyId reply = group.join({.member_id = ids[0], .rebalance = seconds(60)});
    group.pass(seconds(10));
    EXPECT_EQ(group.member_ids().size(), 1U);
    return group.is_waiting(reply);
  });
  EXPECT_FALSE(waits_with);
  EXPECT_TRUE(waits_without);
}

}  // namespace

}  // namespace cohort::broker
