// Heartbeats, and what happens to members that are silent.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class Session : public GroupTest {};

TEST_F(Session, HeartbeatWithAnEmptyGroupIdIsInvalid) {
  group_ = "";
  EXPECT_EQ(heartbeat("x", 1), ErrorCode::invalid_group_id);
}

TEST_F(Session, HeartbeatToAnUnknownGroupOrMemberIsUnknown) {
  EXPECT_EQ(heartbeat("x", 1), ErrorCode::unknown_member_id);
  stable({{}});
  EXPECT_EQ(heartbeat("x", 1), ErrorCode::unknown_member_id);
  EXPECT_EQ(heartbeat("", 1), ErrorCode::unknown_member_id);
}

TEST_F(Session, HeartbeatChecksTheInstanceFirstThenTheMemberThenTheGeneration) {
  const auto ids = stable({{}, {.instance = "i"}});
  EXPECT_EQ(heartbeat(ids[0], 9, "other"), ErrorCode::unknown_member_id);
  EXPECT_EQ(heartbeat(ids[0], 9, "i"), ErrorCode::fenced_instance_id);
  EXPECT_EQ(heartbeat("x", 9), ErrorCode::unknown_member_id);
  EXPECT_EQ(heartbeat(ids[0], 2), ErrorCode::illegal_generation);
  EXPECT_EQ(heartbeat(ids[0], 0), ErrorCode::illegal_generation);
  EXPECT_EQ(heartbeat(ids[0], -1), ErrorCode::illegal_generation);
}

// KAFKA-10134
TEST_F(Session, HeartbeatSaysWhatTheStateAsksOfTheMember) {
  const auto ids = completing({{}});
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
  sync(ids[0], 1);
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
  join_v3();
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
  EXPECT_EQ(heartbeat(member_ids()[1], 1), ErrorCode::rebalance_in_progress);
  EXPECT_EQ(heartbeat(ids[0], 2), ErrorCode::illegal_generation);
}

TEST_F(Session, HeartbeatAfterTheGroupBecameEmptyOrWasDeletedIsUnknown) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::unknown_member_id);
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::none);
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::unknown_member_id);
}

TEST_F(Session, HeartbeatsKeepAMemberAliveInEveryState) {
  const auto ids = completing({{.rebalance = seconds(60)}});
  pass(seconds(9));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
  pass(seconds(9));
  sync(ids[0], 1);
  pass(seconds(9));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
  join_v3({.rebalance = seconds(60)});
  for (int i = 0; i < 5; ++i) {
    pass(seconds(9));
    EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
  }
}

TEST_F(Session, SilentMemberIsRemovedAndTheOthersRebalance) {
  const auto ids = stable({{.session = seconds(60)}, {}});
  pass(milliseconds(9'999));
  EXPECT_EQ(member_ids(), ids);
  pass(milliseconds(1));
  EXPECT_EQ(member_ids(), std::vector{ids[0]});
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
  EXPECT_EQ(facts(), (std::vector{FactKind::member_expired, FactKind::rebalance_started}));
}

TEST_F(Session, LastMemberToExpireLeavesTheGroupEmpty) {
  stable({{}});
  pass(seconds(10));
  EXPECT_EQ(described(), (GroupDescription{.group_id = "g",
                                           .state = GroupState::empty,
                                           .protocol_type = "consumer",
                                           .generation = 2}));
}

TEST_F(Session, StaticMembersExpireLikeAll) {
  const auto ids = stable({{.session = seconds(60)}, {.instance = "i"}});
  pass(seconds(10));
  EXPECT_EQ(member_ids(), std::vector{ids[0]});
  EXPECT_EQ(heartbeat(ids[1], 1, "i"), ErrorCode::unknown_member_id);
}

TEST_F(Session, WhileJoiningAnExpiryLetsTheOthersGoOn) {
  const auto ids = stable({{.rebalance = seconds(60)}, {.rebalance = seconds(60)}});
  const ReplyId reply = join({.member_id = ids[0], .rebalance = seconds(60)});
  pass(seconds(10));
  EXPECT_EQ(joined(reply).members.size(), 1u);
}

// Redpanda #22749
TEST_F(Session, MemberThatWaitsInJoinGroupIsNotExpired) {
  const auto ids = stable({{.session = seconds(60), .rebalance = seconds(60)}, {}});
  const ReplyId waiting =
      join({.member_id = ids[1], .protocols = {offers("range", "n")}, .session = seconds(6)});
  pass(seconds(30));
  EXPECT_TRUE(is_waiting(waiting));
  const ReplyId late = join({.member_id = ids[0]});
  EXPECT_EQ(joined(late).members.size(), 2u);
  EXPECT_EQ(joined(waiting).generation, 2);
}

// Its session does not run while it waits for its first answer, but for no longer than five minutes
// (KAFKA-9752).
TEST_F(Session, NewMemberThatWaitsTooLongIsRemoved) {
  const auto ids = stable({{.session = seconds(1'000), .rebalance = seconds(600)}});
  const ReplyId ghost = join_v3();
  pass(milliseconds(299'999));
  EXPECT_TRUE(is_waiting(ghost));
  pass(milliseconds(1));
  EXPECT_EQ(joined(ghost), (JoinAnswer{.error = ErrorCode::unknown_member_id}));
  EXPECT_EQ(joined(join({.member_id = ids[0]})).members.size(), 1u);
}

TEST_F(Session, TheNextGenerationStartsEveryonesSession) {
  const auto ids = stable({{.session = seconds(10)}, {.session = seconds(10)}});
  join({.member_id = ids[0]});
  pass(seconds(9));
  join({.member_id = ids[1]});
  pass(seconds(9));
  EXPECT_EQ(member_ids(), ids);
}

// KAFKA-9246; trap 49.
TEST_F(Session, CommitsKeepAMemberAliveWhileStableAndWhilePreparing) {
  const auto ids = stable({{.session = seconds(6), .rebalance = seconds(60)}});
  pass(seconds(5));
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  join_v3();
  for (int i = 0; i < 10; ++i) {
    pass(seconds(1));
    EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  }
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
}

TEST_F(Session, RefusedCommitsAndFetchesDoNotKeepAMemberAlive) {
  const auto ids = stable({{}});
  pass(seconds(9));
  EXPECT_EQ(commit(ids[0], 0), ErrorCode::illegal_generation);
  fetch({"t", 0});
  pass(seconds(1));
  EXPECT_EQ(state(), GroupState::empty);
}

TEST_F(Session, HeartbeatsDoNotMakeAnythingGrow) {
  const auto ids = stable({{}});
  const std::size_t timers = coordinator_.timers().size();
  for (int i = 0; i < 1'000; ++i) {
    pass(seconds(1));
    EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
  }
  EXPECT_EQ(coordinator_.timers().size(), timers);
  EXPECT_EQ(coordinator_.take_facts().size(), 0u);
}

}  // namespace cohort::broker
