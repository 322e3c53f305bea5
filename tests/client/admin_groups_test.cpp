// Admin: groups and their members, to the last word.
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

}  // namespace
}  // namespace cohort::client
