// Static members (KIP-345): restarting without a rebalance, and fencing the former self.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class StaticMembership : public GroupTest {};

// 4.3, Stable; trap 8.
TEST_F(StaticMembership, RestartedFollowerKeepsGenerationAndAssignmentUnderANewId) {
  const auto ids = stable({{}, {.instance = "x"}});
  const JoinAnswer answer = joined(join({.instance = "x"}));

  EXPECT_NE(answer.member_id, ids[1]);
  EXPECT_EQ(answer, (JoinAnswer{.generation = 1,
                                .protocol_type = "consumer",
                                .protocol_name = "range",
                                .leader = ids[0],
                                .member_id = answer.member_id}));
  EXPECT_EQ(member_ids(), (std::vector{ids[0], answer.member_id}));
  EXPECT_EQ(synced(sync(answer.member_id, 1, {}, "x")).assignment, Buffer::copy_of("of " + ids[1]));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
}

// 4.3: even if the subscription changed.
TEST_F(StaticMembership, RestartWithAnotherSubscriptionDoesNotRebalance) {
  stable({{}, {.instance = "x"}});
  EXPECT_EQ(joined(join({.instance = "x", .protocols = {offers("range", "new")}})).generation, 1);
  EXPECT_EQ(described().members[1].metadata, Buffer::copy_of("new"));
  EXPECT_EQ(state(), GroupState::stable);
}

// 4.3, v9; trap 7; KIP-814.
TEST_F(StaticMembership, RestartedLeaderIsToldToSkipTheAssignment) {
  const auto ids = stable({{.instance = "x"}, {}});
  const JoinAnswer answer = joined(join({.instance = "x"}));
  EXPECT_EQ(answer, (JoinAnswer{.generation = 1,
                                .protocol_type = "consumer",
                                .protocol_name = "range",
                                .leader = answer.member_id,
                                .skip_assignment = true,
                                .member_id = answer.member_id,
                                .members = {{answer.member_id, "x", Buffer::copy_of("m")},
                                            {ids[1], std::nullopt, Buffer::copy_of("m")}}}));
}

// 4.3, before v9
TEST_F(StaticMembership, RestartedLeaderOfAnOldVersionTakesItselfForAFollower) {
  const auto ids = stable({{.instance = "x"}, {}});
  const JoinAnswer answer = joined(join({.instance = "x", .version = 5}));
  EXPECT_EQ(answer, (JoinAnswer{.generation = 1,
                                .protocol_type = "consumer",
                                .protocol_name = "range",
                                .leader = ids[0],
                                .member_id = answer.member_id}));
  EXPECT_EQ(described().leader, answer.member_id);
}

// 4.3: the selected protocol would change.
TEST_F(StaticMembership, RestartThatChangesTheVoteRebalances) {
  const auto both = {offers("range"), offers("sticky")};
  const auto ids = stable({{.instance = "x", .protocols = both}});
  EXPECT_EQ(joined(join({.instance = "x", .protocols = {offers("sticky")}})).protocol_name,
            "sticky");
  EXPECT_EQ(generation(), 2);
}

// 4.3, Completing; KAFKA-9801
TEST_F(StaticMembership, RestartInCompletingRebalanceStartsOver) {
  const auto ids = completing({{}, {.instance = "x"}});
  const ReplyId restarted = join({.instance = "x"});
  EXPECT_TRUE(is_waiting(restarted));
  EXPECT_EQ(synced(sync(ids[0], 1)), (SyncAnswer{.error = ErrorCode::rebalance_in_progress}));
  join({.member_id = ids[0]});
  EXPECT_EQ(joined(restarted).generation, 2);
  EXPECT_EQ(member_ids(), (std::vector{ids[0], joined(restarted).member_id}));
}

// 4.3, Preparing
TEST_F(StaticMembership, RestartWhilePreparingFencesTheParkedJoinAndWaits) {
  const auto ids = stable({{}, {.instance = "x"}});
  const ReplyId former =
      join({.member_id = ids[1], .instance = "x", .protocols = {offers("range", "n")}});
  const ReplyId restarted = join({.instance = "x"});
  EXPECT_EQ(joined(former),
            (JoinAnswer{.error = ErrorCode::fenced_instance_id, .member_id = ids[1]}));
  EXPECT_TRUE(is_waiting(restarted));
  join({.member_id = ids[0]});
  EXPECT_EQ(joined(restarted).generation, 2);
}

// 4.3 step 1: a parked SyncGroup is fenced, too.
TEST_F(StaticMembership, RestartFencesTheParkedSync) {
  const auto ids = completing({{}, {.instance = "x"}});
  const ReplyId parked = sync(ids[1], 1, {}, "x");
  join({.instance = "x"});
  EXPECT_EQ(synced(parked), (SyncAnswer{.error = ErrorCode::fenced_instance_id}));
}

// franz-go #931
TEST_F(StaticMembership, FormerIdIsFencedEverywhere) {
  const auto ids = stable({{}, {.instance = "x"}});
  const std::string restarted = joined(join({.instance = "x"})).member_id;

  EXPECT_EQ(heartbeat(ids[1], 1, "x"), ErrorCode::fenced_instance_id);
  EXPECT_EQ(synced(sync(ids[1], 1, {}, "x")).error, ErrorCode::fenced_instance_id);
  EXPECT_EQ(commit(ids[1], 1, "x"), ErrorCode::fenced_instance_id);
  EXPECT_EQ(leave({{ids[1], "x"}}), std::vector{ErrorCode::fenced_instance_id});
  EXPECT_EQ(joined(join({.member_id = ids[1], .instance = "x"})).error,
            ErrorCode::fenced_instance_id);
  EXPECT_EQ(heartbeat(restarted, 1, "x"), ErrorCode::none);
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::none);
}

TEST_F(StaticMembership, KnownIdRejoinsLikeADynamicMember) {
  const auto ids = stable({{}, {.instance = "x"}});
  EXPECT_EQ(joined(join({.member_id = ids[1], .instance = "x"})).generation, 1);
  EXPECT_EQ(member_ids(), ids);
}

TEST_F(StaticMembership, SessionOfTheFormerIdEndsWithoutEffect) {
  stable({{.session = seconds(60)}, {.instance = "x"}});
  pass(seconds(9));
  const std::string restarted = joined(join({.instance = "x", .session = seconds(20)})).member_id;
  pass(seconds(9));
  EXPECT_EQ(heartbeat(restarted, 1, "x"), ErrorCode::none);
  pass(seconds(19));
  EXPECT_EQ(state(), GroupState::stable);
}

// Kafka goes on waiting for the SyncGroup of the former id, so the restart costs a rebalance after
// all.
TEST_F(StaticMembership, RestartBeforeTheFormerSelfSyncedRebalancesWhenThatIsOverdue) {
  const auto ids =
      completing({{.session = seconds(30)}, {.instance = "x", .session = seconds(30)}});
  sync(ids[0], 1);
  const std::string restarted = joined(join({.instance = "x", .session = seconds(30)})).member_id;
  sync(restarted, 1);
  EXPECT_EQ(state(), GroupState::stable);
  pass(seconds(10));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  EXPECT_EQ(member_ids(), (std::vector{ids[0], restarted}));
}

TEST_F(StaticMembership, AfterLeavingTheInstanceIsNew) {
  const auto ids = stable({{.instance = "x"}});
  EXPECT_EQ(leave({{ids[0], "x"}}), std::vector{ErrorCode::none});
  const ReplyId again = join({.instance = "x"});
  pass();
  EXPECT_EQ(joined(again).generation, 3);
}

TEST_F(StaticMembership, DescriptionShowsTheInstanceAndTheFirstClient) {
  const auto ids = stable({{.instance = "x"}});
  EXPECT_EQ(described().members,
            (std::vector<MemberDescription>{{.member_id = ids[0],
                                             .group_instance_id = "x",
                                             .client_id = "client",
                                             .client_host = "/127.0.0.1",
                                             .session_timeout = seconds(10),
                                             .rebalance_timeout = seconds(10),
                                             .metadata = Buffer::copy_of("m"),
                                             .assignment = Buffer::copy_of("of " + ids[0])}}));
}

}  // namespace cohort::broker
