// Kafka 2.4's group coordinator, where it does otherwise than 3.9's: one test for each rule.
#include "broker/group/group_test.hpp"
#include "release_rules.hpp"

namespace cohort::broker {

namespace {

GroupRules older_rules() { return rules_of(Release::kafka_2_4).group; }

}  // namespace

class OlderGroup : public GroupTest {
 protected:
  OlderGroup() : GroupTest(without_delay(), older_rules()) {}
};

// KAFKA-10134 changed both.
TEST_F(OlderGroup, AHeartbeatBeforeTheAssignmentIsToldToRebalanceAndKeepsNobodyAlive) {
  const auto ids = completing({{}});
  pass(seconds(6));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
  pass(seconds(4));
  EXPECT_EQ(state(), GroupState::empty);
}

// KAFKA-12890 changed it.
TEST_F(OlderGroup, WhoNeverSyncsStaysUntilItsSessionEnds) {
  const auto ids = completing({{.session = seconds(60)}, {.session = seconds(60)}});
  sync(ids[0], 1, {{ids[0], Buffer::copy_of("a")}});
  pass(seconds(59));
  EXPECT_EQ(member_ids(), ids);
  pass(seconds(1));
  EXPECT_EQ(member_ids(), std::vector<std::string>{});
}

// KAFKA-9801 changed it.
TEST_F(OlderGroup, AStaticMemberThatRestartsDuringTheSyncPhaseIsAnsweredAtOnce) {
  const auto ids = completing({{.instance = "i"}, {}});
  const JoinAnswer answer = joined(join({.instance = "i", .version = 6}));
  EXPECT_EQ(answer, (JoinAnswer{.generation = 1,
                                .protocol_type = "consumer",
                                .protocol_name = "range",
                                .leader = ids[0],
                                .member_id = answer.member_id}));
  EXPECT_EQ(state(), GroupState::completing_rebalance);
  EXPECT_EQ(described().waiting_for->members, (std::vector{ids[1], answer.member_id}));
}

TEST_F(OlderGroup, AStaticMemberThatRestartsInStableNeverCostsARebalanceAndIsNotWrittenDown) {
  stable({{.instance = "i", .protocols = {offers("range"), offers("sticky")}}});
  coordinator_.take_records();
  const JoinAnswer answer =
      joined(join({.instance = "i", .protocols = {offers("sticky")}, .version = 6}));
  EXPECT_EQ(answer.error, ErrorCode::none);
  EXPECT_EQ(answer.protocol_name, "range");
  EXPECT_EQ(state(), GroupState::stable);
  EXPECT_EQ(described().members[0].metadata, Buffer());  // It does not offer range any more.
  EXPECT_EQ(coordinator_.take_records(), std::vector<GroupRecord>{});
}

TEST_F(OlderGroup, AnInstanceIdThatNobodyHasIsPassedOverWhereTheMemberIsKnown) {
  const auto ids = stable({{}});
  EXPECT_EQ(heartbeat(ids[0], 1, "i"), ErrorCode::none);
  EXPECT_EQ(commit(ids[0], 1, "i"), ErrorCode::none);
  EXPECT_EQ(synced(sync(ids[0], 1, {}, "i")).error, ErrorCode::none);
  EXPECT_EQ(joined(join({.member_id = ids[0], .instance = "i"})).error,
            ErrorCode::unknown_member_id);
  EXPECT_EQ(heartbeat("x", 1, "i"), ErrorCode::unknown_member_id);
  EXPECT_EQ(leave(std::vector<MemberIdentity>{{ids[0], "i"}}), std::vector{ErrorCode::none});
}

TEST_F(OlderGroup, AnInstanceIdOfAnotherMemberIsFencedAsEver) {
  const auto ids = stable({{.instance = "i"}, {}});
  EXPECT_EQ(heartbeat(ids[1], 1, "i"), ErrorCode::fenced_instance_id);
}

TEST_F(OlderGroup, WhoLeaveTogetherLeaveOneByOne) {
  const auto ids = stable({{}, {}, {}});
  EXPECT_EQ(leave({{.member_id = ids[1]}, {.member_id = ids[2]}}),
            (std::vector{ErrorCode::none, ErrorCode::none}));
  EXPECT_EQ(facts(), (std::vector{FactKind::member_left, FactKind::rebalance_started,
                                  FactKind::member_left}));
}

TEST_F(OlderGroup, AnIdThatLeavesUnusedCostsNoRebalance) {
  stable({{}});
  const std::string pending = pending_id();
  leaves(pending);
  EXPECT_EQ(state(), GroupState::stable);
}

TEST_F(OlderGroup, TheAssignmentIsDescribedInStableOnly) {
  const auto ids = stable({{}, {}});
  EXPECT_EQ(described().members[0].assignment, Buffer::copy_of("of " + ids[0]));
  join_v3();
  EXPECT_EQ(described().members[0].assignment, Buffer());
}

TEST_F(OlderGroup, AnEmptyGroupIsGoneWithItsLastOffset) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  EXPECT_EQ(commit_simple({"t", 1}, 1), ErrorCode::none);
  coordinator_.delete_offsets({.group_id = "g", .offsets = {{"t", 0}}}, now_);
  EXPECT_NE(coordinator_.describe("g"), std::nullopt);
  coordinator_.delete_offsets({.group_id = "g", .offsets = {{"t", 1}}}, now_);
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
}

TEST_F(OlderGroup, DeletingAnyTopicEndsEveryEmptyGroupWithoutOffsets) {
  leaves(stable({{}})[0]);
  EXPECT_EQ(state(), GroupState::empty);
  coordinator_.topic_deleted("other", now_);
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
}

TEST_F(OlderGroup, AnOffsetThatATransactionMayYetCommitKeepsTheGroup) {
  coordinator_.commit_transactional({.group_id = "g", .offsets = {{.key = {"t", 0}, .offset = 1}}},
                                    {7, 0}, now_);
  coordinator_.topic_deleted("other", now_);
  EXPECT_NE(coordinator_.describe("g"), std::nullopt);
}

// Kafka 3.4 changed it.
TEST_F(OlderGroup, AMemberKeepsTheTimeoutsOfItsFirstJoin) {
  const auto ids = stable({{}});
  join({.member_id = ids[0], .session = seconds(20), .rebalance = seconds(30)});
  EXPECT_EQ(described().members[0].session_timeout, seconds(10));
  EXPECT_EQ(described().members[0].rebalance_timeout, seconds(10));
}

TEST_F(OlderGroup, AnIdThatWasHandedOutIsNotWrittenDownAndNeedsNoTombstone) {
  pending_id();
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::none);
  EXPECT_EQ(coordinator_.take_records(), std::vector<GroupRecord>{});
}

TEST_F(OlderGroup, ASyncInStableKeepsTheMemberAlive) {
  const auto ids = stable({{}});
  pass(seconds(8));
  EXPECT_EQ(synced(sync(ids[0], 1)).error, ErrorCode::none);
  pass(seconds(8));
  EXPECT_EQ(member_ids(), ids);
}

class OlderFullGroup : public GroupTest {
 protected:
  static GroupConfig of_two() {
    GroupConfig config = without_delay();
    config.max_size = 2;
    return config;
  }
  OlderFullGroup() : GroupTest(of_two(), older_rules()) {}
};

// KAFKA-9885 changed it.
TEST_F(OlderFullGroup, HasNoRoomForOthersWhileItsMembersRejoin) {
  const auto ids = stable({{}, {}});
  join({.member_id = ids[0]});
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  EXPECT_EQ(joined(join_v3()).error, ErrorCode::group_max_size_reached);
  EXPECT_FALSE(is_waiting(join({.member_id = ids[1]})));
  EXPECT_EQ(generation(), 2);
}

TEST_F(OlderFullGroup, TakesTheIdsThatItHandedOutAndThenShedsWhoRejoinsLast) {
  const auto ids = stable({{}});
  const std::string one = pending_id();
  const std::string other = pending_id();
  join({.member_id = one});
  join({.member_id = other});
  EXPECT_EQ(member_ids().size(), 3u);

  EXPECT_EQ(joined(join({.member_id = ids[0]})).error, ErrorCode::group_max_size_reached);

  EXPECT_EQ(member_ids(), (std::vector{one, other}));
  EXPECT_EQ(generation(), 2);
}

class OlderInitialDelay : public GroupTest {
 protected:
  static GroupConfig with_delay() {
    GroupConfig config = without_delay();
    config.initial_rebalance_delay = seconds(3);
    return config;
  }
  OlderInitialDelay() : GroupTest(with_delay(), older_rules()) {}
};

TEST_F(OlderInitialDelay, IsStretchedByNewMembersInTheFirstGenerationAlone) {
  const ReplyId first = join_v3();
  const ReplyId second = join_v3();
  pass(seconds(3));
  EXPECT_TRUE(is_waiting(first));
  pass(seconds(3));
  leaves(joined(first).member_id);
  leaves(joined(second).member_id);
  EXPECT_EQ(state(), GroupState::empty);

  const ReplyId third = join_v3();
  join_v3();
  pass(seconds(3));
  EXPECT_EQ(joined(third).members.size(), 2u);
}

TEST_F(OlderInitialDelay, IsWaitedForAlsoWhenAnIdExpires) {
  pending_id(seconds(6));
  pass(seconds(5));
  const ReplyId reply = join_v3();
  pass(seconds(1));
  EXPECT_TRUE(is_waiting(reply));
  pass(seconds(2));
  EXPECT_EQ(joined(reply).generation, 1);
}

class OlderOffsetRetention : public GroupTest {
 protected:
  static GroupConfig short_retention() {
    GroupConfig config = without_delay();
    config.offsets_retention = minutes(1);
    config.offsets_retention_check_interval = minutes(1);
    return config;
  }
  OlderOffsetRetention() : GroupTest(short_retention(), older_rules()) {}
};

// Kafka 3.2 changed it.
TEST_F(OlderOffsetRetention, OffsetsOfOtherTopicsAgeWhileTheGroupRebalances) {
  EXPECT_EQ(commit_simple({"other", 0}, 1), ErrorCode::none);
  const Joining patient{.session = minutes(5), .rebalance = minutes(5)};
  stable({patient, patient});
  join_v3(patient);
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  pass(minutes(1));
  EXPECT_EQ(fetch({"other", 0}).offset, -1);
}

}  // namespace cohort::broker
