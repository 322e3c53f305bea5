// A coordinator that begins anew from what was written down, and what the one before it leaves.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class Loading : public GroupTest {
 protected:
  explicit Loading(GroupConfig config = without_delay()) : GroupTest(config) {}

  /// What was written down by now.
  const ReplayedGroups& written() {
    for (const GroupRecord& record : coordinator_.take_records()) replayed_.replay(record);
    return replayed_;
  }
  void unload() {
    written();
    coordinator_.unload([](const std::string& /*group*/) { return true; }, now_);
  }
  void reload() {
    unload();
    coordinator_.load(written(), now_);
  }
  void commit_pending(std::int64_t offset) {
    coordinator_.commit_transactional(
        {.group_id = group_, .offsets = {{.key = key_, .offset = offset}}}, producer_, now_);
  }

  OffsetKey key_{"t", 0};
  ProducerIdentity producer_{7, 0};
  ReplayedGroups replayed_;
};

TEST_F(Loading, AStableGroupIsStableWithTheSameMembersAndAssignments) {
  stable({{}, {.instance = "i"}});
  const GroupDescription before = described();
  reload();
  EXPECT_EQ(described(), before);
}

TEST_F(Loading, AnUnloadedGroupIsNoMore) {
  const std::vector<std::string> ids = stable({{}});
  unload();
  EXPECT_EQ(coordinator_.list(), std::vector<GroupListing>{});
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::unknown_member_id);
  pass(hours(1));  // No timer of it is left.
}

TEST_F(Loading, OtherPartitionsGroupsStay) {
  stable({{}});
  const GroupDescription before = described();
  coordinator_.unload([](const std::string& group) { return group != "g"; }, now_);
  EXPECT_EQ(described(), before);
}

TEST_F(Loading, SessionsBeginAnew) {
  const std::vector<std::string> ids = stable({{.session = seconds(10)}});
  pass(seconds(9));
  reload();
  pass(seconds(9));
  EXPECT_EQ(state(), GroupState::stable);
  pass(seconds(1));
  EXPECT_EQ(state(), GroupState::empty);
}

TEST_F(Loading, AMemberGoesOnAsIfNothingHadBeen) {
  const std::vector<std::string> ids = stable({{}, {}});
  reload();
  EXPECT_EQ(heartbeat(ids[1], 1), ErrorCode::none);
  EXPECT_EQ(commit(ids[1], 1), ErrorCode::none);
  EXPECT_EQ(synced(sync(ids[1], 1)).assignment, Buffer::copy_of("of " + ids[1]));
}

TEST_F(Loading, WhoWaitsInJoinGroupIsToldToLookForTheCoordinator) {
  const std::vector<std::string> ids = stable({{}, {}});
  const ReplyId waiting = join({.member_id = ids[0]});
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  unload();
  EXPECT_EQ(joined(waiting),
            (JoinAnswer{.error = ErrorCode::not_coordinator, .member_id = ids[0]}));
}

TEST_F(Loading, WhoWaitsInSyncGroupIsToldToLookForTheCoordinator) {
  const std::vector<std::string> ids = completing({{}, {}});
  const ReplyId waiting = sync(ids[1], 1);
  unload();
  EXPECT_EQ(synced(waiting), (SyncAnswer{.error = ErrorCode::not_coordinator}));
}

TEST_F(Loading, ARebalanceThatWasOnItsWayHasNotBeen) {
  const std::vector<std::string> ids = stable({{}, {}});
  const GroupDescription before = described();
  join_v3();
  EXPECT_EQ(state(), GroupState::preparing_rebalance);
  reload();
  EXPECT_EQ(described(), before);
}

TEST_F(Loading, AGroupThatNeverGotItsFirstAssignmentIsEmptyAndWithoutAType) {
  const std::vector<std::string> ids = completing({{}});
  reload();
  EXPECT_EQ(described(), (GroupDescription{.group_id = "g", .state = GroupState::empty}));
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::unknown_member_id);
}

TEST_F(Loading, IdsThatWereHandedOutAreForgotten) {
  stable({{}});
  const std::string id = pending_id();
  reload();
  EXPECT_EQ(joined(join({.member_id = id})).error, ErrorCode::unknown_member_id);
}

TEST_F(Loading, NoMemberIdIsGivenTwice) {
  const std::vector<std::string> ids = stable({{}});
  const std::string pending = pending_id();
  reload();
  const std::string later = pending_id();
  EXPECT_NE(later, pending);
  EXPECT_NE(later, ids[0]);
}

TEST_F(Loading, OfAMembersProtocolsTheChosenOneIsKnown) {
  stable({{.protocols = {offers("range"), offers("roundrobin")}}});
  reload();
  EXPECT_EQ(joined(join_v3({.protocols = {offers("roundrobin")}})).error,
            ErrorCode::inconsistent_group_protocol);
}

TEST_F(Loading, TheSubscribedTopicsAreKnown) {
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  stable({{}});
  reload();
  const DeleteOffsetsAnswer answer =
      coordinator_.delete_offsets({.group_id = "g", .offsets = {key_, {"other", 0}}}, now_);
  EXPECT_EQ(
      answer,
      (DeleteOffsetsAnswer{.offsets = {ErrorCode::group_subscribed_to_topic, ErrorCode::none}}));
}

TEST_F(Loading, AnEmptyGroupsOffsetsAgeFromWhenItBecameEmpty) {
  const std::vector<std::string> ids = stable({{}});
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  leaves(ids[0]);
  pass(config_.offsets_retention - config_.offsets_retention_check_interval);
  reload();
  EXPECT_NE(fetch(key_).offset, -1);
  pass(config_.offsets_retention_check_interval * 2);
  EXPECT_EQ(fetch(key_).offset, -1);
}

TEST_F(Loading, APendingOffsetWaitsForItsMarkerStill) {
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  commit_pending(6);
  reload();
  EXPECT_EQ(fetch(key_).offset, 5);
  EXPECT_EQ(coordinator_.fetch_offsets("g", {key_}, OffsetStability::required).at(0).error,
            ErrorCode::unstable_offset_commit);
  EXPECT_EQ(coordinator_.groups_in_transaction(producer_.id), std::vector<std::string>{"g"});
  coordinator_.end_transaction(producer_.id, true, now_);
  EXPECT_EQ(fetch(key_).offset, 6);
}

TEST_F(Loading, AMarkerInTheLogDecides) {
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  commit_pending(6);
  written();
  replayed_.end_transaction(producer_.id, false);
  reload();
  EXPECT_EQ(fetch(key_).offset, 5);
  EXPECT_TRUE(coordinator_.groups_in_transaction(producer_.id).empty());
}

TEST_F(Loading, TheLaterOfTwoCommitsCountsAlsoWhenTheTransactionEndsLast) {
  commit_pending(6);
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  written();
  ReplayedGroups decided = replayed_;
  decided.end_transaction(producer_.id, true);
  EXPECT_EQ(decided.all().at("g").offsets.find(key_)->offset, 5);
  reload();
  coordinator_.end_transaction(producer_.id, true, now_);
  EXPECT_EQ(fetch(key_).offset, 5);
}

TEST_F(Loading, ACommitAfterLoadingIsLaterThanWhatWasPending) {
  for (std::int64_t offset = 0; offset < 9; ++offset) commit_pending(offset);
  const ReplayedGroups& before = written();
  Coordinator other(config_, Rng(1), now_);
  other.load(before, now_);
  other.commit_offsets({.group_id = "g", .offsets = {{.key = key_, .offset = 100}}}, now_);
  other.end_transaction(producer_.id, true, now_);
  EXPECT_EQ(other.fetch_offsets("g", {key_}).at(0).offset, 100);
}

TEST_F(Loading, RemovedOffsetsAndGroupsAreNotThere) {
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  commit_pending(6);
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::none);
  written();
  replayed_.end_transaction(producer_.id, true);
  EXPECT_EQ(replayed_.all().size(), 0u);
}

class LoadingOverCapacity : public Loading {
 protected:
  static GroupConfig of_two() {
    GroupConfig config = without_delay();
    config.max_size = 2;
    return config;
  }
};

TEST_F(LoadingOverCapacity, AGroupThatIsTooLargeByNowRebalances) {
  stable({{}, {}, {}});
  Coordinator smaller(of_two(), Rng(1), now_);
  smaller.load(written(), now_);
  EXPECT_EQ(smaller.describe("g")->state, GroupState::preparing_rebalance);
  Coordinator same(config_, Rng(1), now_);
  same.load(written(), now_);
  EXPECT_EQ(same.describe("g")->state, GroupState::stable);
}

TEST(StoredGroup, IsConsistentWhenItsMembersAreAndTheLeaderIsOne) {
  const StoredMember a{.id = "a", .instance_id = "i"};
  const StoredMember b{.id = "b", .instance_id = "j"};
  const GroupStored good{.protocol_name = "range", .leader = "b", .members = {a, b}};
  EXPECT_TRUE(is_consistent(good));
  EXPECT_TRUE(is_consistent(GroupStored{}));

  GroupStored bad = good;
  bad.leader = "c";
  EXPECT_FALSE(is_consistent(bad)) << "a leader that is no member";
  bad = good;
  bad.protocol_name.reset();
  EXPECT_FALSE(is_consistent(bad)) << "no protocol";
  bad = good;
  bad.members[1].id = "a";
  EXPECT_FALSE(is_consistent(bad)) << "one member twice";
  bad = good;
  bad.members[1].instance_id = "i";
  EXPECT_FALSE(is_consistent(bad)) << "one instance id twice";
}

}  // namespace cohort::broker
