// How long a group that was Empty waits for members (KIP-134).
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class InitialDelay : public GroupTest {
 protected:
  static GroupConfig with_delay() {
    GroupConfig config = without_delay();
    config.initial_rebalance_delay = seconds(3);
    return config;
  }
  InitialDelay() : GroupTest(with_delay()) {}
};

TEST_F(InitialDelay, AloneMemberWaitsOneWindow) {
  const ReplyId reply = join_v3();
  pass(milliseconds(2'999));
  EXPECT_TRUE(is_waiting(reply));
  pass(milliseconds(1));
  EXPECT_EQ(joined(reply).generation, 1);
}

TEST_F(InitialDelay, EachWindowThatSawANewMemberAddsOneMore) {
  const ReplyId first = join_v3();
  pass(seconds(1));
  const ReplyId second = join_v3();
  pass(seconds(2));
  EXPECT_TRUE(is_waiting(first));
  pass(seconds(3));
  EXPECT_EQ(joined(first).members.size(), 2u);
  EXPECT_EQ(joined(second).generation, 1);
}

// max(D, rebalance timeout) in all.
TEST_F(InitialDelay, NeverTakesLongerThanTheRebalanceTimeout) {
  const ReplyId reply = join_v3({.rebalance = seconds(7)});
  for (int i = 0; i < 6; ++i) {
    pass(seconds(1));
    join_v3({.rebalance = seconds(60)});
    EXPECT_TRUE(is_waiting(reply));
  }
  pass(seconds(1));
  EXPECT_EQ(joined(reply).members.size(), 7u);
}

TEST_F(InitialDelay, IsKeptWhenTheRebalanceTimeoutIsShorter) {
  const ReplyId reply = join_v3({.rebalance = seconds(1)});
  join_v3({.rebalance = seconds(1)});
  pass(milliseconds(2'999));
  EXPECT_TRUE(is_waiting(reply));
  pass(milliseconds(1));
  EXPECT_EQ(joined(reply).members.size(), 2u);
}

TEST_F(InitialDelay, StartsWithTheFirstMemberAndNotWithAPendingId) {
  const std::string id = pending_id();
  pass(seconds(5));
  const ReplyId reply = join({.member_id = id});
  pass(milliseconds(2'999));
  EXPECT_TRUE(is_waiting(reply));
  pass(milliseconds(1));
  EXPECT_EQ(joined(reply).generation, 1);
}

TEST_F(InitialDelay, IsNotCutShortWhenAllHaveJoined) {
  const ReplyId reply = join_v3();
  join({.member_id = member_ids()[0]});
  EXPECT_EQ(joined(reply).error, ErrorCode::rebalance_in_progress);
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
}

TEST_F(InitialDelay, ComesBackWhenTheGroupHadBecomeEmpty) {
  join_v3();
  pass(seconds(3));
  leaves(member_ids()[0]);
  ASSERT_EQ(state(), GroupState::empty);

  const ReplyId again = join_v3();
  pass(seconds(1));
  join_v3();
  pass(seconds(2));
  EXPECT_TRUE(is_waiting(again));
  pass(seconds(3));
  EXPECT_EQ(joined(again).generation, 3);
}

TEST_F(InitialDelay, DoesNotHoldUpAGroupThatHasMembers) {
  join_v3();
  pass(seconds(3));
  const std::string id = member_ids()[0];
  const ReplyId newcomer = join_v3();
  join({.member_id = id});
  EXPECT_EQ(joined(newcomer).generation, 2);
}

TEST_F(InitialDelay, EndsInAnEmptyGroupWhenEveryoneLeft) {
  const ReplyId reply = join_v3();
  leaves(member_ids()[0]);
  EXPECT_EQ(joined(reply), (JoinAnswer{.error = ErrorCode::unknown_member_id}));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  pass(seconds(3));
  EXPECT_EQ(state(), GroupState::empty);
  EXPECT_EQ(generation(), 1);
}

TEST_F(InitialDelay, SaysWhatItWaitsFor) {
  join_v3();
  const std::string id = pending_id();
  EXPECT_EQ(described().waiting_for, (WaitingFor{.timer = GroupTimer::Kind::initial_delay,
                                                 .pending = {id},
                                                 .deadline = now_ + seconds(3)}));
}

// One long step does what many short ones do.
TEST_F(InitialDelay, WindowsFollowEachOtherWithinOneLongStep) {
  join_v3({.session = seconds(100), .rebalance = seconds(100)});
  join_v3({.session = seconds(100), .rebalance = seconds(100)});
  pass(seconds(10));
  std::vector<Instant> formed;
  for (const Fact& fact : coordinator_.take_facts()) {
    if (fact.kind == FactKind::generation_formed) formed.push_back(fact.at);
  }
  EXPECT_EQ(formed, std::vector{now_ - seconds(4)});
}

// Without a delay it completes at once, yet by a timer, so those who join at the same moment get
// in.
TEST_F(InitialDelay, OfZeroTakesWhoJoinedAtTheSameMoment) {
  config_.initial_rebalance_delay = Duration{0};
  coordinator_ = Coordinator(config_, Rng(1), now_);
  const ReplyId first = join_v3();
  const ReplyId second = join_v3();
  EXPECT_TRUE(is_waiting(first));
  EXPECT_EQ(coordinator_.next_deadline(), now_);
  pass();
  EXPECT_EQ(joined(first).members.size(), 2u);
  EXPECT_EQ(joined(second).members.size(), 0u);
}

}  // namespace cohort::broker
