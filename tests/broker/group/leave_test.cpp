// LeaveGroup, one by one and in batches.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class Leave : public GroupTest {};

TEST_F(Leave, EmptyGroupIdIsInvalid) {
  EXPECT_EQ(coordinator_.leave({.group_id = "", .members = {{.member = {"x", {}}}}}, now_),
            (LeaveAnswer{.error = ErrorCode::invalid_group_id}));
}

TEST_F(Leave, UnknownGroupKnowsNoMember) {
  EXPECT_EQ(leave({{"x", std::nullopt}, {"", "i"}}),
            (std::vector{ErrorCode::unknown_member_id, ErrorCode::unknown_member_id}));
}

// KAFKA-8221; every row of the table, in one batch.
TEST_F(Leave, EachEntryOfABatchHasItsOwnAnswerAndThereIsOneRebalance) {
  const auto ids = stable({{}, {.instance = "x"}, {}, {.instance = "y"}});
  const std::string pending = pending_id();
  coordinator_.take_facts();
  EXPECT_EQ(
      leave({{ids[2], std::nullopt},
             {"", "x"},
             {"", "nope"},
             {"", std::nullopt},
             {"zzz", std::nullopt},
             {ids[0], "other"},
             {ids[0], "y"},
             {pending, std::nullopt}}),
      (std::vector{ErrorCode::none, ErrorCode::none, ErrorCode::unknown_member_id,
                   ErrorCode::unknown_member_id, ErrorCode::unknown_member_id,
                   ErrorCode::unknown_member_id, ErrorCode::fenced_instance_id, ErrorCode::none}));
  EXPECT_EQ(member_ids(), (std::vector{ids[0], ids[3]}));
  EXPECT_EQ(facts(), (std::vector{FactKind::member_left, FactKind::member_left,
                                  FactKind::member_left, FactKind::rebalance_started}));
}

TEST_F(Leave, StaticMemberMayLeaveByItsMemberIdAlone) {
  const auto ids = stable({{.instance = "x"}});
  leaves(ids[0]);
  EXPECT_EQ(state(), GroupState::empty);
}

TEST_F(Leave, TheSameMemberTwiceIsUnknownTheSecondTime) {
  const auto ids = stable({{}, {}});
  EXPECT_EQ(leave({{ids[1], std::nullopt}, {ids[1], std::nullopt}}),
            (std::vector{ErrorCode::none, ErrorCode::unknown_member_id}));
}

TEST_F(Leave, NobodyLeavingChangesNothing) {
  stable({{}});
  const GroupDescription before = described();
  EXPECT_EQ(leave(std::vector<MemberIdentity>{}), std::vector<ErrorCode>{});
  EXPECT_EQ(described(), before);
}

TEST_F(Leave, InAnEmptyGroupMembersAreUnknown) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(leave(ids[0]), ErrorCode::unknown_member_id);
}

TEST_F(Leave, ParkedJoinIsAnsweredWithoutAnId) {
  stable({{}});
  const ReplyId parked = join_v3();
  leaves(member_ids()[1]);
  EXPECT_EQ(joined(parked), (JoinAnswer{.error = ErrorCode::unknown_member_id}));
}

// Trap 56: Kafka leaves it without an answer.
TEST_F(Leave, ParkedSyncIsAnswered) {
  const auto ids = completing({{}, {}});
  const ReplyId parked = sync(ids[1], 1);
  leaves(ids[1]);
  EXPECT_EQ(synced(parked), (SyncAnswer{.error = ErrorCode::unknown_member_id}));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
}

TEST_F(Leave, InCompletingRebalanceItStartsOver) {
  const auto ids = completing({{}, {}});
  leaves(ids[1]);
  EXPECT_EQ(synced(sync(ids[0], 1)), (SyncAnswer{.error = ErrorCode::rebalance_in_progress}));
  EXPECT_EQ(joined(join({.member_id = ids[0]})).generation, 2);
}

TEST_F(Leave, WhilePreparingTheOthersNeedNotWaitForIt) {
  const auto ids = stable({{}, {}});
  const ReplyId reply = join({.member_id = ids[0]});
  leaves(ids[1]);
  EXPECT_EQ(joined(reply).members.size(), 1u);
}

TEST_F(Leave, OffsetsRemain) {
  const auto ids = stable({{}});
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  leaves(ids[0]);
  EXPECT_EQ(fetch({"t", 0}).offset, 10);
}

TEST_F(Leave, FactsCarryTheClientsReason) {
  const auto ids = stable({{}});
  coordinator_.leave({.group_id = "g", .members = {{.member = {ids[0], {}}, .reason = "closed"}}},
                     now_);
  EXPECT_EQ(coordinator_.take_facts().at(0), (Fact{.at = now_,
                                                   .kind = FactKind::member_left,
                                                   .group = "g",
                                                   .generation = 1,
                                                   .member_id = ids[0],
                                                   .client_id = "client",
                                                   .cause = {.client_reason = "closed"},
                                                   .detail = "LeaveGroup; client reason: closed"}));
}

}  // namespace cohort::broker
