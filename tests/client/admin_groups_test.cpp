// Admin: groups, their members and their offsets.
#include "client/admin_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {
namespace {

using ::testing::HasSubstr;

class AdminGroups : public ::testing::Test {
 protected:
  AdminWorld world;
  Admin& admin = world.admin;
};

TEST_F(AdminGroups, ListIsByIdWithStates) {
  world.commit("empty-ones", 0, 1);
  const LoneMember member = world.join("readers");

  const GroupListing listing = admin.list_groups();

  EXPECT_TRUE(listing.failures.empty());
  ASSERT_EQ(listing.groups.size(), 2U);
  EXPECT_EQ(listing.groups[0].group_id, "empty-ones");
  EXPECT_EQ(listing.groups[0].state, "Empty");
  EXPECT_EQ(listing.groups[1], (ListedGroup{.group_id = "readers",
                                            .protocol_type = "consumer",
                                            .state = "Stable",
                                            .type = "classic",
                                            .coordinator = 1}));
}

TEST_F(AdminGroups, ListCanBeOfSomeStatesAndTypes) {
  world.commit("empty-ones", 0, 1);
  const LoneMember member = world.join("readers");
  const GroupListing stable = admin.list_groups({.states = {"Stable"}});
  ASSERT_EQ(stable.groups.size(), 1U);
  EXPECT_EQ(stable.groups[0].group_id, "readers");
  EXPECT_EQ(admin.list_groups({.types = {"classic"}}).groups.size(), 2U);
  EXPECT_TRUE(admin.list_groups({.types = {"consumer"}}).groups.empty());
}

TEST_F(AdminGroups, DescriptionHasMembersAndWhatTheyRead) {
  const LoneMember member = world.join("readers", 9092, "instance-1");

  const auto described = admin.describe_groups({"readers"});

  const GroupDescription& group = described.at("readers").value();
  EXPECT_EQ(group.state, "Stable");
  EXPECT_EQ(group.protocol_type, "consumer");
  EXPECT_EQ(group.protocol, "range");
  EXPECT_EQ(group.coordinator, 1);
  ASSERT_EQ(group.members.size(), 1U);
  const MemberDescription& described_member = group.members[0];
  EXPECT_EQ(described_member.member_id, member.member_id);
  EXPECT_EQ(described_member.instance_id, "instance-1");
  EXPECT_EQ(described_member.client_id, "member-of-readers");
  EXPECT_THAT(described_member.host, HasSubstr("/"));
  EXPECT_EQ(described_member.subscription,
            (MemberSubscription{
                .topics = {"orders"}, .owned_partitions = {{"orders", 2}}, .rack = "east"}));
  EXPECT_EQ(described_member.assignment, (PartitionSet{{"orders", 0}, {"orders", 1}}));
}

TEST_F(AdminGroups, GroupThatIsNotThereIsDead) {
  const auto described = admin.describe_groups({"nobodys"});
  EXPECT_EQ(described.at("nobodys").value().state, "Dead");
}

TEST_F(AdminGroups, OnlyGroupsWithoutMembersAreDeleted) {
  world.commit("empty-ones", 0, 1);
  const LoneMember member = world.join("readers");
  const auto deleted = admin.delete_groups({"empty-ones", "readers", "missing"});
  EXPECT_TRUE(deleted.at("empty-ones").has_value());
  EXPECT_EQ(deleted.at("readers").error(),
            (Failure{.code = ErrorCode::non_empty_group,
                     .message = "group readers has members; they have to leave first"}));
  EXPECT_EQ(deleted.at("missing").error().code, ErrorCode::group_id_not_found);
  EXPECT_FALSE(world.broker.control().group("empty-ones").has_value());
}

TEST_F(AdminGroups, CommittedOffsetsAreTold) {
  world.commit("readers", 0, 7);
  world.commit("readers", 2, 9);

  const auto all = admin.list_group_offsets("readers");
  const auto some = admin.list_group_offsets(
      "readers", {.partitions = PartitionSet{{"orders", 1}, {"orders", 2}}});

  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.at({"orders", 0}).value(), (CommittedOffset{.offset = 7, .metadata = "m"}));
  ASSERT_EQ(some.size(), 1U);
  EXPECT_EQ(some.at({"orders", 2}).value().offset, 9);
  EXPECT_TRUE(admin.list_group_offsets("nobodys").empty());
  EXPECT_EQ(admin.list_group_offsets("readers", {.require_stable = true}).size(), 2U);
}

TEST_F(AdminGroups, OffsetsOfAnEmptyGroupAreSet) {
  const auto altered = admin.alter_group_offsets(
      "readers", {{{"orders", 0}, {.offset = 5, .leader_epoch = 0, .metadata = "by hand"}},
                  {{"missing", 0}, {.offset = 1}}});
  EXPECT_TRUE(altered.at({"orders", 0}).has_value());
  EXPECT_EQ(altered.at({"missing", 0}).error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(admin.list_group_offsets("readers").at({"orders", 0}).value(),
            (CommittedOffset{.offset = 5, .leader_epoch = 0, .metadata = "by hand"}));
}

TEST_F(AdminGroups, OffsetsOfAnActiveGroupAreNot) {
  const LoneMember member = world.join("readers");
  const auto altered = admin.alter_group_offsets("readers", {{{"orders", 0}, {.offset = 5}}});
  const Failure& failure = altered.at({"orders", 0}).error();
  EXPECT_EQ(failure.code, ErrorCode::unknown_member_id);
  EXPECT_THAT(failure.message, HasSubstr("group readers is active"));
  EXPECT_EQ(failure.partition, (TopicPartition{"orders", 0}));
}

TEST_F(AdminGroups, OffsetsAreForgotten) {
  world.commit("readers", 0, 7);
  world.commit("readers", 1, 7);
  require_all(admin.delete_group_offsets("readers", {{"orders", 0}}));
  EXPECT_EQ(admin.list_group_offsets("readers").size(), 1U);
  EXPECT_EQ(
      admin.delete_group_offsets("nobodys", {{"orders", 0}}).at({"orders", 0}).error().message,
      "there is no group nobodys");
}

TEST_F(AdminGroups, OffsetsOfASubscribedTopicAreNotForgotten) {
  const LoneMember member = world.join("readers");
  world.commit("readers", 0, 7);
  const auto deleted = admin.delete_group_offsets("readers", {{"orders", 0}});
  EXPECT_EQ(deleted.at({"orders", 0}).error().code, ErrorCode::group_subscribed_to_topic);
  EXPECT_EQ(deleted.at({"orders", 0}).error().message,
            "a member of group readers is subscribed to the topic");
}

TEST_F(AdminGroups, StaticMembersAreRemoved) {
  const LoneMember member = world.join("readers", 9092, "instance-1");
  const auto removed = admin.remove_members("readers", {"instance-1", "instance-2"});
  EXPECT_TRUE(removed.at("instance-1").has_value());
  EXPECT_EQ(removed.at("instance-2").error().code, ErrorCode::unknown_member_id);
  EXPECT_TRUE(admin.describe_groups({"readers"}).at("readers").value().members.empty());
}

TEST_F(AdminGroups, LagIsWhatIsBetweenTheCommitAndTheEnd) {
  world.append(0, 10);
  world.append(1, 2);
  world.commit("readers", 0, 4);
  world.commit("readers", 1, 2);

  const auto lags = admin.lag("readers");

  ASSERT_EQ(lags.size(), 2U);
  EXPECT_EQ(lags.at({"orders", 0}).value(), (PartitionLag{.committed = 4, .end = 10, .lag = 6}));
  EXPECT_EQ(lags.at({"orders", 1}).value(), (PartitionLag{.committed = 2, .end = 2, .lag = 0}));
  EXPECT_TRUE(admin.lag("nobodys").empty());
}

}  // namespace
}  // namespace cohort::client
