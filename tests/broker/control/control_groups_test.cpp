// What Control does to groups, what it tells of it, and what it refuses.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

class ControlGroups : public ControlWorld {};

TEST_F(ControlGroups, AGroupIsSeenWithItsMembersTheirPartitionsAndItsOffsets) {
  Member member(broker, "a");
  member.join_alone({{"t", {0, 2}}});
  control().append("t", 2, {record_of("x"), record_of("y")});
  ASSERT_EQ(member.commit(2, 1), ErrorCode::none);

  const GroupView expected{
      .group = "g",
      .state = GroupState::stable,
      .protocol_type = "consumer",
      .protocol = "range",
      .generation = 1,
      .leader = member.id,
      .members = {{.member_id = member.id,
                   .client_id = "a",
                   .host = control().group("g")->members.at(0).host,
                   .session_timeout = milliseconds(45'000),
                   .rebalance_timeout = milliseconds(300'000),
                   .assignment = {{"t", {0, 2}}}}},
      .offsets = {{.topic = "t", .partition = 2, .committed = 1, .end = 2, .lag = 1}}};
  EXPECT_EQ(control().group("g"), expected);
  EXPECT_EQ(control().groups(), std::vector{expected});
  EXPECT_EQ(control().group("other"), std::nullopt);
}

TEST_F(ControlGroups, GroupsAreListedByName) {
  for (const char* group : {"b", "a", "c"}) control().set_offsets(group, {{"t", 0, 1}});
  std::vector<std::string> names;
  for (const GroupView& group : control().groups()) names.push_back(group.group);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c"}));
}

TEST_F(ControlGroups, AnExpiredMemberIsGoneAndControlIsTheCause) {
  Member a(broker, "a");
  a.join_alone();

  control().expire_member("g", a.id);

  EXPECT_EQ(a.heartbeat(), ErrorCode::unknown_member_id);
  EXPECT_EQ(control().group("g")->state, GroupState::empty);
  const Fact fact = newest(FactKind::member_expired);
  EXPECT_EQ(fact.cause, by_control("expire_member"));
  EXPECT_EQ(fact.member_id, a.id);
  EXPECT_EQ(fact.client_id, "a");
}

TEST_F(ControlGroups, AnIdThatWasHandedOutOnlyCanBeExpiredToo) {
  Member a(broker, "a");
  a.ask_for_id();

  control().expire_member("g", a.id);

  EXPECT_EQ(newest(FactKind::pending_member_expired).cause, by_control("expire_member"));
  EXPECT_EQ(newest(FactKind::pending_member_expired).detail, "its time was ended");
  const auto answer = a.client.ask<JoinGroupResponse>(a.join_request(), 9);
  EXPECT_EQ(answer.value().error_code, ErrorCode::unknown_member_id);
}

TEST_F(ControlGroups, ExpiringTheOneThatARebalanceWaitsForEndsIt) {
  Member a(broker, "a");
  a.join_alone();
  Member b(broker, "b");
  b.join();
  ASSERT_EQ(b.take_joined(), std::nullopt);
  ASSERT_EQ(broker.waiting_for("g")->members, std::vector{a.id});

  control().expire_member("g", a.id);
  broker.settle();

  EXPECT_EQ(b.take_joined().value().generation_id, 2);
}

TEST_F(ControlGroups, AForcedRebalanceTellsTheMembersToRejoin) {
  Member a(broker, "a");
  a.join_alone();

  control().force_rebalance("g", "a new rack");

  EXPECT_EQ(a.heartbeat(), ErrorCode::rebalance_in_progress);
  EXPECT_EQ(control().group("g")->state, GroupState::preparing_rebalance);
  EXPECT_EQ(newest(FactKind::rebalance_started).cause, by_control("force_rebalance"));
  EXPECT_NE(newest(FactKind::rebalance_started).detail.find("a new rack"), std::string::npos);
  expect_refused<std::invalid_argument>([](Control& c) { c.force_rebalance("g"); });
  a.join();
  EXPECT_EQ(a.take_joined().value().generation_id, 2);
}

TEST_F(ControlGroups, ARebalanceCanBeForcedWhileTheAssignmentIsWaitedFor) {
  Member a(broker, "a");
  a.join();
  ASSERT_TRUE(a.take_joined().has_value());

  control().force_rebalance("g");
  a.sync({{a.id, {}}});

  EXPECT_EQ(a.take_synced().value().error_code, ErrorCode::rebalance_in_progress);
}

TEST_F(ControlGroups, NamesThatMeanNothingAreRefused) {
  Member a(broker, "a");
  a.join_alone();
  control().set_offsets("empty", {{"t", 0, 1}});
  expect_refused<NotThere>([](Control& c) { c.expire_member("other", "m"); });
  expect_refused<NotThere>([](Control& c) { c.expire_member("g", "m"); });
  expect_refused<NotThere>([](Control& c) { c.expire_member("g", ""); });
  expect_refused<NotThere>([](Control& c) { c.force_rebalance("other"); });
  expect_refused<std::invalid_argument>([](Control& c) { c.force_rebalance("empty"); });
  expect_refused<NotThere>([](Control& c) { c.set_offsets("g", {{"t", 0, 1}, {"t", 3, 1}}); });
  expect_refused<NotThere>([](Control& c) { c.set_offsets("g", {{"u", 0, 1}}); });
}

TEST_F(ControlGroups, WithoutOffsetsTopicThereIsNoCoordinatorToMove) {
  expect_refused<std::invalid_argument>([](Control& c) { c.move_coordinator("g"); });
}

TEST_F(ControlGroups, OffsetsAreSetForAGroupThatIsNotThereYet) {
  control().set_offsets("new", {{.topic = "t", .partition = 1, .offset = 7, .metadata = "m"}});

  const GroupView group = control().group("new").value();
  EXPECT_EQ(group.state, GroupState::empty);
  EXPECT_EQ(group.offsets, (std::vector<OffsetView>{{"t", 1, 7, 0, 0, "m"}}));
  EXPECT_EQ(newest(FactKind::offsets_committed).cause, by_control("set_offsets"));
  testing::WireClient client(broker.world(), "client");
  OffsetFetchRequest request{.group_id = "new"};
  request.topics->push_back({.name = "t", .partition_indexes = {1}});
  const auto answer = client.ask<OffsetFetchResponse>(request, 5).value();
  EXPECT_EQ(answer.topics.at(0).partitions.at(0).committed_offset, 7);
}

TEST_F(ControlGroups, MetadataIsTakenAsFarAsAClientsIs) {
  control().set_offsets("g", {{"t", 0, 1, std::string(4096, 'x')}});
  expect_refused<std::invalid_argument>([](Control& c) {
    c.set_offsets("g", {{"t", 0, 2, std::string(4097, 'x')}});
  });
}

TEST_F(ControlGroups, OffsetsAreSetUnderLiveMembersWhoDoNotNotice) {
  Member a(broker, "a");
  a.join_alone();
  ASSERT_EQ(a.commit(0, 9), ErrorCode::none);

  control().set_offsets("g", {{"t", 0, 3}});

  EXPECT_EQ(control().group("g")->offsets.at(0).committed, 3);
  EXPECT_EQ(control().group("g")->state, GroupState::stable);
  EXPECT_EQ(a.heartbeat(), ErrorCode::none);
  EXPECT_EQ(a.commit(0, 10), ErrorCode::none);
  EXPECT_EQ(control().group("g")->offsets.at(0).committed, 10);
}

TEST_F(ControlGroups, ACoordinatorThatIsAloneBeginsAnewAndKnowsWhatItsLogHas) {
  Member a(broker, "a");
  a.join_alone();
  ASSERT_EQ(a.commit(0, 5), ErrorCode::none);
  Member b(broker, "b");
  b.join();
  ASSERT_EQ(b.take_joined(), std::nullopt);

  control().move_coordinator("g");
  broker.settle();

  EXPECT_EQ(b.take_joined().value().error_code, ErrorCode::not_coordinator);
  EXPECT_EQ(newest(FactKind::coordinator_loaded).cause, by_control("move_coordinator"));
  const GroupView group = control().group("g").value();
  EXPECT_EQ(group.state, GroupState::stable);
  EXPECT_EQ(group.generation, 1);
  EXPECT_EQ(group.offsets.at(0).committed, 5);
  EXPECT_EQ(a.heartbeat(), ErrorCode::none);
}

class ControlGroupsOfThree : public ControlWorld {
 protected:
  ControlGroupsOfThree() : ControlWorld(control_options(3)) {}

  std::int32_t coordinator() {
    if (!client_) client_.emplace(broker.world(), "finder");
    FindCoordinatorRequest request{.key = "g"};
    return client_->ask<FindCoordinatorResponse>(request, 3).value().node_id;
  }

 private:
  std::optional<testing::WireClient> client_;
};

TEST_F(ControlGroupsOfThree, TheCoordinatorMovesWhereItIsAskedToOrToTheNext) {
  const std::int32_t first = coordinator();
  const std::int32_t other = first % 3 + 1;

  control().move_coordinator("g", other);
  EXPECT_EQ(coordinator(), other);
  EXPECT_EQ(newest(FactKind::leader_changed).cause, by_control("move_coordinator"));

  control().move_coordinator("g");
  EXPECT_NE(coordinator(), other);
  expect_refused<std::invalid_argument>([](Control& c) { c.move_coordinator("g", 9); });
}

}  // namespace
}  // namespace cohort::broker
