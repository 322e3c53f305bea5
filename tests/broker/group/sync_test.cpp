// The decision table of SyncGroup, and the phase that it ends.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class Sync : public GroupTest {
 protected:
  ReplyId sync_named(const std::string& member_id, std::optional<std::string> type,
                     std::optional<std::string> protocol) {
    const ReplyId reply{1'000 + asked_++};
    coordinator_.sync({.group_id = group_,
                       .member = {.member_id = member_id},
                       .generation = 1,
                       .protocol_type = std::move(type),
                       .protocol_name = std::move(protocol)},
                      reply, now_);
    return reply;
  }
  std::uint64_t asked_ = 0;
};

SyncAnswer assigned(const std::string& assignment) {
  return {.protocol_type = "consumer",
          .protocol_name = "range",
          .assignment = Buffer::copy_of(assignment)};
}

SyncAnswer sync_refused(ErrorCode error) { return {.error = error}; }

MemberAssignment gives(const std::string& member_id, const std::string& assignment) {
  return {member_id, Buffer::copy_of(assignment)};
}

TEST_F(Sync, EmptyGroupIdIsInvalid) {
  group_ = "";
  EXPECT_EQ(synced(sync("x", 1)), sync_refused(ErrorCode::invalid_group_id));
}

// Y1
TEST_F(Sync, UnknownGroupAndEmptyGroupKnowNoMember) {
  EXPECT_EQ(synced(sync("x", 1)), sync_refused(ErrorCode::unknown_member_id));
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(synced(sync(ids[0], 1)), sync_refused(ErrorCode::unknown_member_id));
  EXPECT_EQ(synced(sync(ids[0], 2)), sync_refused(ErrorCode::unknown_member_id));
}

// Y3
TEST_F(Sync, IdsAreCheckedInstanceFirst) {
  const auto ids = stable({{}, {.instance = "i"}});
  EXPECT_EQ(synced(sync(ids[0], 1, {}, "other")), sync_refused(ErrorCode::unknown_member_id));
  EXPECT_EQ(synced(sync(ids[0], 1, {}, "i")), sync_refused(ErrorCode::fenced_instance_id));
  EXPECT_EQ(synced(sync("x", 1)), sync_refused(ErrorCode::unknown_member_id));
  EXPECT_EQ(synced(sync("", 1)), sync_refused(ErrorCode::unknown_member_id));
}

// Y4
TEST_F(Sync, GenerationMustBeTheGroups) {
  const auto ids = stable({{}});
  for (const std::int32_t generation : {2, 0, -1}) {
    EXPECT_EQ(synced(sync(ids[0], generation)), sync_refused(ErrorCode::illegal_generation));
  }
}

// Y5
TEST_F(Sync, ProtocolMustBeTheGroupsWhereItIsGiven) {
  const auto ids = stable({{}});
  const SyncAnswer inconsistent = sync_refused(ErrorCode::inconsistent_group_protocol);
  EXPECT_EQ(synced(sync_named(ids[0], "consumer", "sticky")), inconsistent);
  EXPECT_EQ(synced(sync_named(ids[0], "connect", "range")), inconsistent);
  EXPECT_EQ(synced(sync_named(ids[0], "consumer", "range")), assigned("of " + ids[0]));
  EXPECT_EQ(synced(sync_named(ids[0], std::nullopt, std::nullopt)), assigned("of " + ids[0]));
}

// Y6
TEST_F(Sync, InPreparingRebalanceMembersAreSentBack) {
  const auto ids = stable({{}});
  join_v3();
  const std::string newcomer = member_ids()[1];
  EXPECT_EQ(synced(sync(ids[0], 1)), sync_refused(ErrorCode::rebalance_in_progress));
  EXPECT_EQ(synced(sync(newcomer, 1)), sync_refused(ErrorCode::rebalance_in_progress));
}

// Y7; nisshi #679
TEST_F(Sync, FollowerWaitsForTheLeaderAndGetsExactlyItsBytes) {
  const auto ids = completing({{.rebalance = seconds(60)}, {.rebalance = seconds(60)}});
  const ReplyId follower = sync(ids[1], 1);
  for (int i = 0; i < 20; ++i) {
    pass(seconds(1));
    EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
    EXPECT_EQ(heartbeat(ids[1], 1), ErrorCode::none);
    EXPECT_TRUE(is_waiting(follower));
  }
  const ReplyId leader =
      sync(ids[0], 1, {gives(ids[0], "A"), gives(ids[1], std::string("\xff\x00", 2))});
  EXPECT_EQ(synced(leader), assigned("A"));
  EXPECT_EQ(synced(follower), assigned(std::string("\xff\x00", 2)));
  EXPECT_EQ(state(), GroupState::stable);
}

// Y8
TEST_F(Sync, MembersThatTheLeaderLeavesOutGetNothingAndStrangersAreIgnored) {
  const auto ids = completing({{}, {}});
  EXPECT_EQ(synced(sync(ids[0], 1, {gives(ids[0], "A"), gives("stranger", "X")})), assigned("A"));
  EXPECT_EQ(synced(sync(ids[1], 1)), assigned(""));
  EXPECT_EQ(member_ids(), ids);
}

TEST_F(Sync, LeaderMayAssignNothingAtAll) {
  const auto ids = completing({{}});
  EXPECT_EQ(synced(sync(ids[0], 1)), assigned(""));
  EXPECT_EQ(state(), GroupState::stable);
}

// Y11; trap 46.
TEST_F(Sync, FollowerThatComesAfterTheLeaderIsAnsweredAtOnceAndAgain) {
  const auto ids = completing({{}, {}});
  sync(ids[0], 1, {gives(ids[0], "A"), gives(ids[1], "B")});
  EXPECT_EQ(synced(sync(ids[1], 1)), assigned("B"));
  EXPECT_EQ(synced(sync(ids[1], 1)), assigned("B"));
}

// Y11
TEST_F(Sync, SecondAssignmentOfTheLeaderIsIgnored) {
  const auto ids = stable({{}});
  EXPECT_EQ(synced(sync(ids[0], 1, {gives(ids[0], "other")})), assigned("of " + ids[0]));
}

// Y11: unlike the older coordinator's.
TEST_F(Sync, InStableDoesNotExtendTheSession) {
  const auto ids = stable({{.rebalance = seconds(60)}});
  pass(seconds(9));
  sync(ids[0], 1);
  pass(seconds(1));
  EXPECT_EQ(state(), GroupState::empty);
}

TEST_F(Sync, SecondSyncOfAWaitingMemberSupersedesItsFirst) {
  const auto ids = completing({{}, {}});
  const ReplyId first = sync(ids[1], 1);
  const ReplyId second = sync(ids[1], 1);
  EXPECT_EQ(synced(first), sync_refused(ErrorCode::rebalance_in_progress));
  EXPECT_TRUE(is_waiting(second));
}

// Y12; trap 6.
TEST_F(Sync, MembersThatNeverSyncAreRemovedAfterTheRebalanceTimeout) {
  const auto ids = completing({{.session = seconds(30)},
                               {.session = seconds(30)},
                               {.instance = "i", .session = seconds(30)}});
  const ReplyId parked = sync(ids[1], 1);
  pass(milliseconds(9'999));
  EXPECT_TRUE(is_waiting(parked));
  pass(milliseconds(1));

  EXPECT_EQ(synced(parked), sync_refused(ErrorCode::rebalance_in_progress));
  EXPECT_EQ(member_ids(), std::vector{ids[1]});
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
}

// Y12: in Stable, too.
TEST_F(Sync, FollowersThatNeverSyncAreRemovedWhileStable) {
  const auto ids = completing({{.session = seconds(30)}, {.session = seconds(30)}});
  sync(ids[0], 1);
  EXPECT_EQ(state(), GroupState::stable);
  EXPECT_EQ(described().waiting_for, (WaitingFor{.timer = GroupTimer::Kind::sync_phase,
                                                 .members = {ids[1]},
                                                 .deadline = now_ + seconds(10)}));
  pass(seconds(10));
  EXPECT_EQ(member_ids(), std::vector{ids[0]});
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
}

// moosestack #4006
TEST_F(Sync, LateSyncDoesNotMoveTheDeadline) {
  const auto ids = completing({{.session = seconds(30)}, {.session = seconds(30)}});
  pass(seconds(9));
  sync(ids[1], 1);
  pass(seconds(1));
  EXPECT_EQ(member_ids(), std::vector{ids[1]});
}

TEST_F(Sync, DeadlineIsGoneWhenAllHaveSynced) {
  const auto ids = stable({{.session = seconds(30)}, {.session = seconds(30)}});
  pass(seconds(29));
  EXPECT_EQ(state(), GroupState::stable);
}

// 4.2: the session of a member that waited in SyncGroup starts anew with the answer, even with the
// error.
TEST_F(Sync, WaitingMemberIsNotExpiredAndItsSessionStartsWithTheAnswer) {
  const auto ids = completing({{.session = seconds(60), .rebalance = seconds(60)},
                               {.session = seconds(10), .rebalance = seconds(60)}});
  const ReplyId parked = sync(ids[1], 1);
  pass(seconds(20));
  EXPECT_TRUE(is_waiting(parked));
  sync(ids[0], 1);
  pass(milliseconds(9'999));
  EXPECT_EQ(member_ids(), ids);
  pass(milliseconds(1));
  EXPECT_EQ(member_ids(), std::vector{ids[0]});
}

TEST_F(Sync, ParkedSyncsAreSentBackWhenTheLeaderLeaves) {
  const auto ids = completing({{}, {}});
  const ReplyId parked = sync(ids[1], 1);
  leaves(ids[0]);
  EXPECT_EQ(synced(parked), sync_refused(ErrorCode::rebalance_in_progress));
  EXPECT_EQ(joined(join({.member_id = ids[1]})).leader, ids[1]);
}

}  // namespace cohort::broker
