// How a rebalance ends: who is kept, who leads, and what everyone is told.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class JoinPhase : public GroupTest {};

// 4.4 step 5
TEST_F(JoinPhase, OnlyTheLeaderIsToldOfAllMembers) {
  const auto ids =
      stable({{.protocols = {offers("range", "a")}}, {.protocols = {offers("range", "b")}}});
  const ReplyId leader = join({.member_id = ids[0], .protocols = {offers("range", "a")}});
  const ReplyId follower = join({.member_id = ids[1], .protocols = {offers("range", "b")}});

  EXPECT_EQ(joined(leader),
            (JoinAnswer{.generation = 2,
                        .protocol_type = "consumer",
                        .protocol_name = "range",
                        .leader = ids[0],
                        .member_id = ids[0],
                        .members = {{ids[0], std::nullopt, Buffer::copy_of("a")},
                                    {ids[1], std::nullopt, Buffer::copy_of("b")}}}));
  EXPECT_EQ(joined(follower), (JoinAnswer{.generation = 2,
                                          .protocol_type = "consumer",
                                          .protocol_name = "range",
                                          .leader = ids[0],
                                          .member_id = ids[1]}));
}

// 4.4 step 1; trap 47: it ends when all have rejoined, or here after the timeout.
TEST_F(JoinPhase, DynamicMembersThatDoNotRejoinInTimeAreRemoved) {
  const auto ids = stable({{.session = seconds(30)}, {.session = seconds(30)}});
  const ReplyId reply = join({.member_id = ids[1], .protocols = {offers("range", "new")}});
  pass(milliseconds(9'999));
  EXPECT_TRUE(is_waiting(reply));
  pass(milliseconds(1));

  EXPECT_EQ(joined(reply).leader, ids[1]);
  EXPECT_EQ(member_ids(), std::vector{ids[1]});
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::unknown_member_id);
}

// KAFKA-7196
TEST_F(JoinPhase, TheSessionOfAMemberRemovedSoEndsWithoutEffect) {
  const auto ids = stable({{.session = seconds(30)}, {.session = seconds(30)}});
  const ReplyId reply = join({.member_id = ids[1], .protocols = {offers("range", "new")}});
  pass(seconds(10));
  sync(ids[1], joined(reply).generation);
  for (int i = 0; i < 50; ++i) {
    pass(seconds(1));
    EXPECT_EQ(heartbeat(ids[1], 2), ErrorCode::none);
  }
}

// Traps 5; 2.2: the longest timeout of those who are members when the phase starts.
TEST_F(JoinPhase, WaitsAsLongAsItsMostPatientMember) {
  const auto ids = stable({{.session = seconds(60), .rebalance = seconds(5)},
                           {.session = seconds(60), .rebalance = seconds(40)}});
  const ReplyId reply =
      join({.member_id = ids[0], .session = seconds(60), .rebalance = seconds(5)});
  EXPECT_EQ(described().waiting_for->deadline, now_ + seconds(40));
  pass(milliseconds(39'999));
  EXPECT_TRUE(is_waiting(reply));
  pass(milliseconds(1));
  EXPECT_EQ(joined(reply).members.size(), 1u);
}

TEST_F(JoinPhase, IsNotStretchedByAMemberThatJoinsLater) {
  const auto ids = stable({{.session = seconds(60)}});
  join_v3();
  pass(seconds(5));
  const ReplyId late = join_v3({.rebalance = seconds(100)});
  pass(seconds(5));
  EXPECT_EQ(joined(late).generation, 2);
}

// 4.2: pending ids block "all joined". librdkafka #5569.
TEST_F(JoinPhase, AbandonedIdHoldsItUpUntilItsSessionTimeout) {
  const auto ids = stable({{.session = seconds(45), .rebalance = seconds(300)}});
  pending_id(seconds(45));
  pass(milliseconds(2));
  const std::string used = pending_id(seconds(45));
  const ReplyId newcomer = join({.member_id = used});
  const ReplyId first = join({.member_id = ids[0], .rebalance = seconds(300)});

  pass(milliseconds(44'997));
  EXPECT_TRUE(is_waiting(newcomer));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  pass(milliseconds(1));
  EXPECT_EQ(joined(first).members.size(), 2u);
}

TEST_F(JoinPhase, AbandonedIdGivenBackLetsItEnd) {
  const auto ids = stable({{}});
  const std::string abandoned = pending_id();
  const ReplyId newcomer = join_v3();
  join({.member_id = ids[0]});
  EXPECT_TRUE(is_waiting(newcomer));
  EXPECT_EQ(leave(abandoned), ErrorCode::none);
  EXPECT_EQ(joined(newcomer).generation, 2);
}

TEST_F(JoinPhase, PendingIdDoesNotDisturbAStableGroup) {
  const auto ids = stable({{}});
  pending_id();
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
  EXPECT_EQ(state(), GroupState::stable);
}

// 4.2: from CompletingRebalance. seaweedfs #9162.
TEST_F(JoinPhase, NewMemberInCompletingRebalanceSendsParkedSyncsBack) {
  const auto ids = completing({{}, {}});
  const ReplyId parked = sync(ids[1], 1);
  const ReplyId newcomer = join_v3();
  EXPECT_EQ(synced(parked), (SyncAnswer{.error = ErrorCode::rebalance_in_progress}));
  EXPECT_EQ(synced(sync(ids[0], 1, {{ids[0], Buffer::copy_of("A")}})),
            (SyncAnswer{.error = ErrorCode::rebalance_in_progress}));

  join({.member_id = ids[0]});
  join({.member_id = ids[1]});
  EXPECT_EQ(joined(newcomer).generation, 2);
  EXPECT_EQ(member_ids().size(), 3u);
}

// 4.2: stored assignments are cleared from CompletingRebalance, but not from Stable.
TEST_F(JoinPhase, AssignmentsAreKeptFromStableAndClearedFromCompletingRebalance) {
  const auto ids = stable({{}});
  join_v3();
  EXPECT_EQ(described().members[0].assignment, Buffer::copy_of("of " + ids[0]));
  join({.member_id = ids[0]});
  ASSERT_EQ(state(), GroupState::completing_rebalance);
  EXPECT_EQ(described().members[0].assignment, Buffer::copy_of("of " + ids[0]));
  join_v3();
  EXPECT_EQ(described().members[0].assignment, Buffer());
}

// 4.4 step 3
TEST_F(JoinPhase, GenerationsCountUpByOne) {
  const auto ids = stable({{}});
  for (std::int32_t generation = 2; generation < 5; ++generation) {
    EXPECT_EQ(joined(join({.member_id = ids[0]})).generation, generation);
    sync(ids[0], generation);
  }
}

// 4.4 step 4
TEST_F(JoinPhase, EmptiedGroupKeepsItsTypeAndCountsAGeneration) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(described(), (GroupDescription{.group_id = "g",
                                           .state = GroupState::empty,
                                           .protocol_type = "consumer",
                                           .generation = 2}));
}

// 2.2: leader
TEST_F(JoinPhase, WhenTheLeaderLeavesTheNextInLineLeads) {
  const auto ids = stable({{}, {}, {}});
  leaves(ids[0]);
  join({.member_id = ids[2]});
  const ReplyId next = join({.member_id = ids[1]});
  EXPECT_EQ(joined(next).leader, ids[1]);
  EXPECT_EQ(joined(next).members.size(), 2u);
}

// 4.4 step 1: silent static members stay, and step 5: are on the leader's list.
TEST_F(JoinPhase, StaticMembersThatDoNotRejoinStay) {
  const auto ids = stable({{.session = seconds(30)}, {.instance = "i", .session = seconds(30)}});
  const ReplyId reply = join({.member_id = ids[0]});
  pass(seconds(10));
  EXPECT_EQ(joined(reply).members,
            (std::vector<JoinedMember>{{ids[0], std::nullopt, Buffer::copy_of("m")},
                                       {ids[1], "i", Buffer::copy_of("m")}}));
}

// 2.2: leader at the end of the join phase
TEST_F(JoinPhase, StaticLeaderThatDoesNotRejoinGivesItsOfficeToOneThatDid) {
  const auto ids = stable({{.instance = "i", .session = seconds(30)}, {.session = seconds(30)}});
  const ReplyId reply = join({.member_id = ids[1], .protocols = {offers("range", "new")}});
  pass(seconds(10));
  EXPECT_EQ(joined(reply).leader, ids[1]);
  EXPECT_EQ(joined(reply).members.size(), 2u);
}

// 4.4 step 2
TEST_F(JoinPhase, OnlySilentStaticMembersKeepItOpenUntilTheirSessionsEnd) {
  const auto ids = stable({{.instance = "i", .session = seconds(25)}, {.session = seconds(25)}});
  join({.member_id = ids[1], .protocols = {offers("range", "new")}});
  leaves(ids[1]);
  pass(seconds(20));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  EXPECT_EQ(generation(), 1);
  pass(seconds(5));
  EXPECT_EQ(state(), GroupState::empty);
}

// The retry of a group whose rebalance timeout is zero must not be due at once for ever.
TEST_F(JoinPhase, SilentStaticMemberWithoutRebalanceTimeoutDoesNotMakeItSpin) {
  const auto ids = stable({{.instance = "i", .session = seconds(25)}, {.session = seconds(25)}});
  join({.member_id = ids[0], .session = seconds(25), .rebalance = Duration{0}});
  join({.member_id = ids[1], .session = seconds(25)});
  sync(ids[0], 2);
  sync(ids[1], 2);
  join({.member_id = ids[1], .protocols = {offers("range", "new")}});
  leaves(ids[1]);

  pass(seconds(10));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  EXPECT_EQ(described().waiting_for->deadline, now_ + milliseconds(1));
  pass(seconds(15));
  EXPECT_EQ(state(), GroupState::empty);
}

// Redpanda #25270
TEST_F(JoinPhase, WithoutMembersItEndsAtOnceEvenWithAPendingId) {
  const auto ids = stable({{}});
  const std::string pending = pending_id();
  pass(seconds(5));
  leaves(ids[0]);
  pass();
  EXPECT_EQ(state(), GroupState::empty);
  const ReplyId reply = join({.member_id = pending});
  pass();
  EXPECT_EQ(joined(reply).generation, 3);
}

TEST_F(JoinPhase, SaysWhomItWaitsFor) {
  const auto ids = stable({{}, {}});
  join({.member_id = ids[0]});
  const std::string pending = pending_id();
  EXPECT_EQ(described().waiting_for, (WaitingFor{.timer = GroupTimer::Kind::join_phase,
                                                 .members = {ids[1]},
                                                 .pending = {pending},
                                                 .deadline = now_ + seconds(10)}));
}

TEST_F(JoinPhase, FactsTellTheStory) {
  const auto ids = stable({{}});
  join_v3();
  join({.member_id = ids[0]});
  EXPECT_EQ(facts(), (std::vector{FactKind::member_joined, FactKind::rebalance_started,
                                  FactKind::member_rejoined, FactKind::generation_formed}));
}

}  // namespace cohort::broker
