// The decision table of JoinGroup; the rows are those of Kafka's checks in the order in which they
// are made.
#include "broker/group/group_test.hpp"

#include <algorithm>

namespace cohort::broker {

class Join : public GroupTest {};

JoinAnswer refused(ErrorCode error, std::string member_id = "") {
  return {.error = error, .member_id = std::move(member_id)};
}

TEST_F(Join, EmptyGroupIdIsCheckedBeforeTheSessionTimeout) {
  group_ = "";
  EXPECT_EQ(joined(join({.member_id = "x", .session = seconds(0)})),
            refused(ErrorCode::invalid_group_id, "x"));
}

// J1; the bounds are inclusive.
TEST_F(Join, SessionTimeoutOutsideItsBoundsIsRefusedAndMakesNoGroup) {
  EXPECT_EQ(joined(join({.session = milliseconds(5'999)})),
            refused(ErrorCode::invalid_session_timeout));
  EXPECT_EQ(joined(join({.member_id = "x", .session = milliseconds(1'800'001)})),
            refused(ErrorCode::invalid_session_timeout, "x"));
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);

  EXPECT_EQ(joined(join({.session = milliseconds(6'000)})).error, ErrorCode::member_id_required);
  EXPECT_EQ(joined(join({.session = milliseconds(1'800'000)})).error,
            ErrorCode::member_id_required);
}

// J2
TEST_F(Join, MemberIdInAGroupThatDoesNotExistIsUnknownAndMakesNoGroup) {
  EXPECT_EQ(joined(join({.member_id = "x"})), refused(ErrorCode::unknown_member_id, "x"));
  EXPECT_EQ(coordinator_.list(), std::vector<GroupListing>{});
}

// J3, J6: the group stays, Empty, until the retention check.
TEST_F(Join, FirstMemberWithoutProtocolsOrTypeIsRefused) {
  EXPECT_EQ(joined(join({.protocols = {}})), refused(ErrorCode::inconsistent_group_protocol));
  EXPECT_EQ(joined(join_v3({.protocols = {}})), refused(ErrorCode::inconsistent_group_protocol));
  EXPECT_EQ(joined(join({.instance = "i", .protocols = {}})),
            refused(ErrorCode::inconsistent_group_protocol));
  EXPECT_EQ(joined(join({.type = ""})), refused(ErrorCode::inconsistent_group_protocol));
  EXPECT_EQ(state(), GroupState::empty);
}

// J6; trap 4.
TEST_F(Join, NewMemberMustShareAProtocolWithAllMembers) {
  stable({{.protocols = {offers("range"), offers("sticky")}}, {.protocols = {offers("range")}}});
  const GroupDescription before = described();

  EXPECT_EQ(joined(join({.protocols = {offers("sticky")}})),
            refused(ErrorCode::inconsistent_group_protocol));
  EXPECT_EQ(joined(join({.type = "connect"})), refused(ErrorCode::inconsistent_group_protocol));
  EXPECT_EQ(joined(join({.member_id = "x", .type = "connect"})),
            refused(ErrorCode::inconsistent_group_protocol, "x"));
  EXPECT_EQ(described(), before);
}

// Trap 56: Kafka leaves it without an answer.
TEST_F(Join, OneProtocolNamedTwiceIsRefused) {
  EXPECT_EQ(joined(join({.protocols = {offers("range"), offers("range")}})),
            refused(ErrorCode::inconsistent_group_protocol));
}

// J8; the id begins with the instance id.
TEST_F(Join, NewStaticMemberIsAddedAtOnceWhateverTheVersion) {
  const ReplyId reply = join({.instance = "i", .version = 9});
  pass();

  const JoinAnswer answer = joined(reply);
  EXPECT_TRUE(answer.member_id.starts_with("i-"));
  EXPECT_EQ(answer, (JoinAnswer{.generation = 1,
                                .protocol_type = "consumer",
                                .protocol_name = "range",
                                .leader = answer.member_id,
                                .member_id = answer.member_id,
                                .members = {{answer.member_id, "i", Buffer::copy_of("m")}}}));
}

// J9, KIP-394
TEST_F(Join, NewMemberFirstGetsAnIdThatMakesItNoMemberYet) {
  const JoinAnswer answer = joined(join({}));

  EXPECT_TRUE(answer.member_id.starts_with("client-"));
  EXPECT_EQ(answer.member_id.size(), std::string("client-").size() + 36);
  EXPECT_EQ(answer, refused(ErrorCode::member_id_required, answer.member_id));
  EXPECT_EQ(described(), (GroupDescription{.group_id = "g", .state = GroupState::empty}));
  EXPECT_EQ(heartbeat(answer.member_id, 0), ErrorCode::unknown_member_id);
}

// J9: the timer of the requested session timeout.
TEST_F(Join, UnusedIdIsForgottenAfterTheRequestedSessionTimeout) {
  const std::string id = pending_id(seconds(7));
  pass(seconds(7));
  EXPECT_EQ(joined(join({.member_id = id})), refused(ErrorCode::unknown_member_id, id));
}

// J10; trap 2.
TEST_F(Join, NewMemberOfAnOldVersionIsAddedAtOnceAndToldItsId) {
  const ReplyId reply = join_v3();
  pass();
  const JoinAnswer answer = joined(reply);
  EXPECT_EQ(answer,
            (JoinAnswer{.generation = 1,
                        .protocol_type = "consumer",
                        .protocol_name = "range",
                        .leader = answer.member_id,
                        .member_id = answer.member_id,
                        .members = {{answer.member_id, std::nullopt, Buffer::copy_of("m")}}}));
  EXPECT_EQ(member_ids(), std::vector{answer.member_id});
}

// J11
TEST_F(Join, PendingIdBecomesAMemberUnderThatId) {
  const std::string id = pending_id();
  const ReplyId reply = join({.member_id = id});
  EXPECT_TRUE(is_waiting(reply));
  pass();
  EXPECT_EQ(joined(reply).member_id, id);
  EXPECT_EQ(joined(reply).generation, 1);
}

// J12
TEST_F(Join, PendingIdWithAnInstanceIdIsAServerError) {
  const std::string id = pending_id();
  EXPECT_EQ(joined(join({.member_id = id, .instance = "i"})),
            refused(ErrorCode::unknown_server_error));
}

// J13, J14, J15
TEST_F(Join, KnownIdsAreCheckedInstanceFirst) {
  const auto ids = stable({{}, {.instance = "i"}});
  EXPECT_EQ(joined(join({.member_id = ids[0], .instance = "other"})),
            refused(ErrorCode::unknown_member_id, ids[0]));
  EXPECT_EQ(joined(join({.member_id = "made-up", .instance = "i"})),
            refused(ErrorCode::fenced_instance_id, "made-up"));
  EXPECT_EQ(joined(join({.member_id = "made-up"})),
            refused(ErrorCode::unknown_member_id, "made-up"));
}

// J16
TEST_F(Join, InPreparingRebalanceARejoinIsParkedUntilAllJoined) {
  const auto ids = stable({{}, {}});
  const ReplyId newcomer = join_v3();
  const ReplyId first = join({.member_id = ids[0]});
  EXPECT_TRUE(is_waiting(newcomer));
  EXPECT_TRUE(is_waiting(first));

  const ReplyId last = join({.member_id = ids[1]});
  EXPECT_EQ(joined(newcomer).generation, 2);
  EXPECT_EQ(joined(first).generation, 2);
  EXPECT_EQ(joined(last).generation, 2);
}

// Kafka forgets the first of the two; nobody should have to wait for ever.
TEST_F(Join, SecondJoinOfAWaitingMemberSupersedesItsFirst) {
  const auto ids = stable({{}, {}});
  const ReplyId first = join({.member_id = ids[0]});
  const ReplyId second = join({.member_id = ids[0]});
  EXPECT_EQ(joined(first), refused(ErrorCode::rebalance_in_progress, ids[0]));
  EXPECT_TRUE(is_waiting(second));
}

// J17
TEST_F(Join, InCompletingRebalanceAnUnchangedRejoinIsAnsweredAgain) {
  const auto ids = completing({{}, {}});
  const JoinAnswer leader = joined(join({.member_id = ids[0]}));
  EXPECT_EQ(leader, (JoinAnswer{.generation = 1,
                                .protocol_type = "consumer",
                                .protocol_name = "range",
                                .leader = ids[0],
                                .member_id = ids[0],
                                .members = {{ids[0], std::nullopt, Buffer::copy_of("m")},
                                            {ids[1], std::nullopt, Buffer::copy_of("m")}}}));
  EXPECT_EQ(joined(join({.member_id = ids[1]})), (JoinAnswer{.generation = 1,
                                                             .protocol_type = "consumer",
                                                             .protocol_name = "range",
                                                             .leader = ids[0],
                                                             .member_id = ids[1]}));
}

// J17: neither the timeouts nor the session are touched.
TEST_F(Join, AnUnchangedRejoinInCompletingRebalanceExtendsNoSession) {
  const auto ids = completing({{.session = seconds(10), .rebalance = seconds(60)}});
  pass(seconds(9));
  joined(join({.member_id = ids[0], .session = seconds(30)}));
  EXPECT_EQ(described().members[0].session_timeout, seconds(10));
  pass(seconds(1));
  EXPECT_EQ(state(), GroupState::empty);
}

// J18
TEST_F(Join, InCompletingRebalanceAChangedRejoinStartsOver) {
  const auto ids = completing({{}, {}});
  const ReplyId parked_sync = sync(ids[1], 1);
  const ReplyId changed = join({.member_id = ids[0], .protocols = {offers("range", "new")}});
  EXPECT_EQ(synced(parked_sync), (SyncAnswer{.error = ErrorCode::rebalance_in_progress}));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);

  join({.member_id = ids[1]});
  EXPECT_EQ(joined(changed).members[0].metadata, Buffer::copy_of("new"));
}

// J19
TEST_F(Join, LeaderRejoiningWhileStableStartsARebalance) {
  const auto ids = stable({{}, {}});
  EXPECT_TRUE(is_waiting(join({.member_id = ids[0]})));
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
}

// J20; trap 1.
TEST_F(Join, FollowerRejoiningChangedWhileStableStartsARebalance) {
  const auto ids = stable({{}, {}});
  EXPECT_TRUE(is_waiting(join({.member_id = ids[1], .protocols = {offers("range", "new")}})));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
}

// J21
TEST_F(Join, FollowerRejoiningUnchangedWhileStableGetsTheGenerationAgain) {
  const auto ids = stable({{}, {}});
  const GroupDescription before = described();
  EXPECT_EQ(joined(join({.member_id = ids[1], .session = seconds(60)})),
            (JoinAnswer{.generation = 1,
                        .protocol_type = "consumer",
                        .protocol_name = "range",
                        .leader = ids[0],
                        .member_id = ids[1]}));
  EXPECT_EQ(described(), before);
}

// J22
TEST_F(Join, OldIdIsUnknownOnceTheGroupIsEmpty) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(joined(join({.member_id = ids[0]})), refused(ErrorCode::unknown_member_id, ids[0]));
}

// 4.1, since 3.5: a rejoin brings its own timeouts.
TEST_F(Join, RejoinUpdatesTheTimeouts) {
  const auto ids = stable({{}});
  join({.member_id = ids[0], .session = seconds(20), .rebalance = seconds(70)});
  EXPECT_EQ(described().members[0].session_timeout, seconds(20));
  EXPECT_EQ(described().members[0].rebalance_timeout, seconds(70));
}

TEST_F(Join, AnEmptyGroupMayBeJoinedByAnotherProtocolType) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(described().protocol_type, "consumer");
  join_v3({.type = "connect"});
  pass();
  EXPECT_EQ(described().protocol_type, "connect");
  EXPECT_EQ(generation(), 3);
}

TEST_F(Join, ReasonOfTheClientIsInTheFacts) {
  join_v3({.reason = "because"});
  const std::vector<Fact> facts = coordinator_.take_facts();
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].kind, FactKind::member_joined);
  EXPECT_EQ(facts[0].client_id, "client");
  EXPECT_EQ(facts[0].detail, "JoinGroup of a new member; client reason: because");
  EXPECT_EQ(facts[1].kind, FactKind::rebalance_started);
}

// DESIGN: ids come from (seed, group, ordinal).
TEST_F(Join, MemberIdsDoNotDependOnOtherGroups) {
  Coordinator alone(config_, Rng(1).fork("groups"), now_);
  group_ = "other";
  pending_id();
  group_ = "g";
  const std::string id = pending_id();

  alone.join({.group_id = "g",
              .client_id = "client",
              .session_timeout = seconds(10),
              .protocol_type = "consumer",
              .protocols = {offers("range")}},
             ReplyId{1}, now_);
  EXPECT_EQ(std::get<JoinAnswer>(alone.take_answers().at(0).what).member_id, id);
}

TEST_F(Join, AGroupMadeAgainGivesOutOtherIdsThanItsPredecessor) {
  const std::string before = pending_id();
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::none);
  EXPECT_NE(pending_id(), before);
}

class FullGroup : public GroupTest {
 protected:
  static GroupConfig of_two() {
    GroupConfig config = without_delay();
    config.max_size = 2;
    return config;
  }
  FullGroup() : GroupTest(of_two()) {}
};

// J4, KIP-389
TEST_F(FullGroup, RefusesANewMemberWhileStable) {
  stable({{}, {}});
  EXPECT_EQ(joined(join({})), refused(ErrorCode::group_max_size_reached));
  EXPECT_EQ(joined(join({.member_id = "x"})), refused(ErrorCode::group_max_size_reached));
  EXPECT_EQ(state(), GroupState::stable);
}

// J4: the id is dropped.
TEST_F(FullGroup, DropsAPendingIdThatFindsNoRoom) {
  const auto ids = stable({{}});
  const std::string early = pending_id();
  const std::string late = pending_id();
  join({.member_id = early});
  join({.member_id = ids[0]});
  EXPECT_EQ(described().waiting_for->pending, std::vector{late});

  EXPECT_EQ(joined(join({.member_id = late})), refused(ErrorCode::group_max_size_reached));
  EXPECT_EQ(described().waiting_for->pending, std::vector<std::string>{});
}

// J4: in PreparingRebalance the parked joins count, and the last to rejoin loses its place.
TEST_F(FullGroup, WhilePreparingGivesThePlacesToThoseWhoCameFirst) {
  const auto ids = stable({{}, {}});
  const ReplyId kept = join({.member_id = ids[0]});
  EXPECT_TRUE(is_waiting(join_v3()));
  EXPECT_EQ(joined(join({.member_id = ids[1]})), refused(ErrorCode::group_max_size_reached));
  EXPECT_FALSE(std::ranges::count(member_ids(), ids[1]));
  EXPECT_TRUE(is_waiting(kept));
  EXPECT_EQ(joined(join({.member_id = ids[1]})), refused(ErrorCode::group_max_size_reached));
}

// J4: a member that waits already is let in again.
TEST_F(FullGroup, LetsAWaitingMemberJoinAgain) {
  const auto ids = stable({{}, {}});
  join_v3();
  join({.member_id = ids[0]});
  EXPECT_TRUE(is_waiting(join({.member_id = ids[0]})));
}

// J4a
TEST_F(FullGroup, AnEmptyGroupIsNeverFull) {
  config_.max_size = 0;
  coordinator_ = Coordinator(config_, Rng(1), now_);
  EXPECT_TRUE(is_waiting(join_v3()));
}

}  // namespace cohort::broker
