// DescribeGroups, ListGroups, DeleteGroups, OffsetDelete, and deleted topics.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class Admin : public GroupTest {
 protected:
  DeleteOffsetsAnswer delete_offsets(const std::vector<OffsetKey>& keys) {
    return coordinator_.delete_offsets({.group_id = group_, .offsets = keys}, now_);
  }
};

TEST_F(Admin, StableGroupIsDescribedWithMetadataAndAssignments) {
  const auto ids = stable({{}});
  EXPECT_EQ(described(),
            (GroupDescription{.group_id = "g",
                              .state = GroupState::stable,
                              .protocol_type = "consumer",
                              .protocol_name = "range",
                              .generation = 1,
                              .leader = ids[0],
                              .members = {{.member_id = ids[0],
                                           .client_id = "client",
                                           .client_host = "/127.0.0.1",
                                           .session_timeout = seconds(10),
                                           .rebalance_timeout = seconds(10),
                                           .metadata = Buffer::copy_of("m"),
                                           .assignment = Buffer::copy_of("of " + ids[0])}}}));
}

TEST_F(Admin, MetadataAndProtocolAreHiddenUnlessStable) {
  const auto ids = stable({{}});
  join_v3();
  const GroupDescription preparing = described();
  EXPECT_EQ(preparing.protocol_name, "");
  EXPECT_EQ(preparing.members[0].metadata, Buffer());
  join({.member_id = ids[0]});
  EXPECT_EQ(state(), GroupState::completing_rebalance);
  EXPECT_EQ(described().protocol_name, "");
  EXPECT_EQ(described().members[1].metadata, Buffer());
}

TEST_F(Admin, StatesHaveKafkasNames) {
  EXPECT_EQ(name(GroupState::empty), "Empty");
  EXPECT_EQ(name(GroupState::preparing_rebalance), "PreparingRebalance");
  EXPECT_EQ(name(GroupState::completing_rebalance), "CompletingRebalance");
  EXPECT_EQ(name(GroupState::stable), "Stable");
  EXPECT_EQ(name(GroupState::dead), "Dead");
}

// The whole table of transitions (ClassicGroupState).
TEST_F(Admin, OnlyKafkasTransitionsAreAllowed) {
  using enum GroupState;
  std::vector<std::pair<GroupState, GroupState>> allowed;
  for (const GroupState from : {empty, preparing_rebalance, completing_rebalance, stable}) {
    for (const GroupState to : {empty, preparing_rebalance, completing_rebalance, stable}) {
      if (may_become(from, to)) allowed.emplace_back(from, to);
    }
  }
  EXPECT_EQ(allowed, (std::vector<std::pair<GroupState, GroupState>>{
                         {empty, preparing_rebalance},
                         {preparing_rebalance, empty},
                         {preparing_rebalance, completing_rebalance},
                         {completing_rebalance, preparing_rebalance},
                         {completing_rebalance, stable},
                         {stable, preparing_rebalance}}));
}

TEST_F(Admin, GroupsAreListedByName) {
  stable({{}});
  group_ = "a";
  pending_id();
  EXPECT_EQ(coordinator_.list(),
            (std::vector<GroupListing>{
                {.group_id = "a", .state = GroupState::empty},
                {.group_id = "g", .protocol_type = "consumer", .state = GroupState::stable}}));
}

TEST_F(Admin, OnlyEmptyGroupsAreDeleted) {
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::group_id_not_found);
  const auto ids = completing({{}});
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::non_empty_group);
  sync(ids[0], 1);
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::non_empty_group);
  join_v3();
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::non_empty_group);
  EXPECT_EQ(heartbeat(ids[0], 1), ErrorCode::rebalance_in_progress);
}

TEST_F(Admin, DeletedGroupLosesItsOffsetsAndStartsAnew) {
  const auto ids = stable({{}});
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  leaves(ids[0]);
  EXPECT_EQ(coordinator_.delete_group("g", now_), ErrorCode::none);
  EXPECT_EQ(fetch({"t", 0}).offset, -1);
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
  EXPECT_NE(stable({{}})[0], ids[0]);
}

TEST_F(Admin, OffsetDeleteNeedsAGroup) {
  EXPECT_EQ(delete_offsets({{"t", 0}}),
            (DeleteOffsetsAnswer{.error = ErrorCode::group_id_not_found}));
  group_ = "";
  EXPECT_EQ(delete_offsets({{"t", 0}}),
            (DeleteOffsetsAnswer{.error = ErrorCode::invalid_group_id}));
}

TEST_F(Admin, OffsetDeleteOfASimpleGroupTakesWhatIsThere) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  EXPECT_EQ(delete_offsets({{"t", 0}, {"t", 1}}),
            (DeleteOffsetsAnswer{.offsets = {ErrorCode::none, ErrorCode::none}}));
  EXPECT_EQ(fetch({"t", 0}).offset, -1);
  EXPECT_EQ(state(), GroupState::empty);  // It stays until the retention check.
}

TEST_F(Admin, OffsetDeleteSparesTopicsThatMembersRead) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  EXPECT_EQ(commit_simple({"other", 0}, 1), ErrorCode::none);
  stable({{}});
  EXPECT_EQ(
      delete_offsets({{"t", 0}, {"other", 0}}),
      (DeleteOffsetsAnswer{.offsets = {ErrorCode::group_subscribed_to_topic, ErrorCode::none}}));
  EXPECT_EQ(fetch({"t", 0}).offset, 1);
  EXPECT_EQ(fetch({"other", 0}).offset, -1);
}

TEST_F(Admin, OffsetDeleteTakesAnyTopicForReadWhenSubscriptionsDoNotParse) {
  stable({{.protocols = {offers("range", "m", std::nullopt)}}});
  EXPECT_EQ(delete_offsets({{"other", 0}}),
            (DeleteOffsetsAnswer{.offsets = {ErrorCode::group_subscribed_to_topic}}));
}

TEST_F(Admin, OffsetDeleteOfLiveMembersThatAreNoConsumersIsRefused) {
  const auto ids = stable({{.type = "connect"}});
  EXPECT_EQ(delete_offsets({{"t", 0}}), (DeleteOffsetsAnswer{.error = ErrorCode::non_empty_group}));
  leaves(ids[0]);
  EXPECT_EQ(delete_offsets({{"t", 0}}), (DeleteOffsetsAnswer{.offsets = {ErrorCode::none}}));
}

TEST_F(Admin, OffsetsOfADeletedTopicAreForgotten) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  EXPECT_EQ(commit_simple({"t", 1}, 1), ErrorCode::none);
  EXPECT_EQ(commit_simple({"tt", 0}, 1), ErrorCode::none);
  coordinator_.topic_deleted("t", now_);
  EXPECT_EQ(coordinator_.fetch_all_offsets("g"),
            (std::vector<FetchedOffset>{{.key = {"tt", 0}, .offset = 1}}));
}

TEST_F(Admin, CopyOfACoordinatorGoesItsOwnWay) {
  const auto ids = stable({{}});
  Coordinator fork = coordinator_;
  leaves(ids[0]);
  EXPECT_EQ(fork.heartbeat({.group_id = "g", .member = {ids[0], {}}, .generation = 1}, now_),
            ErrorCode::none);
  EXPECT_EQ(state(), GroupState::empty);
}

}  // namespace cohort::broker
