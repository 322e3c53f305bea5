// Admin: groups, their members and their offsets.
#include "client/anywhere/anywhere.hpp"

#include <algorithm>

namespace cohort::client {
namespace {

class GroupCalls : public Anywhere {
 protected:
  void commit(const std::string& group, std::int32_t partition, std::int64_t offset) {
    require_all(admin.alter_group_offsets(
        group, {{{topic, partition}, {.offset = offset, .metadata = "m"}}}));
  }
  /// A member of `readers` that owns all three partitions.
  Consumer member(const Properties& more = {}) {
    Consumer consumer = this->consumer("readers", more);
    consumer.subscribe({topic});
    EXPECT_TRUE(join(consumer, 3));
    return consumer;
  }
  /// Nothing where it is not listed.
  static std::optional<ListedGroup> find(const GroupListing& listing, const std::string& group) {
    const auto found = std::ranges::find(listing.groups, group, &ListedGroup::group_id);
    return found == listing.groups.end() ? std::nullopt : std::optional(*found);
  }

  // NOLINTBEGIN(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic = stage.make_topic("orders", 3);
  std::string readers = stage.unique("readers");
  std::string idle = stage.unique("idle");
  TopicPartition first{topic, 0};
  Admin admin = Anywhere::admin();
  // NOLINTEND(cppcoreguidelines-non-private-member-variables-in-classes)
};

TEST_P(GroupCalls, GroupsAreListedWithTheirStates) {
  commit(idle, 0, 1);
  const Consumer consumer = member();
  const GroupListing listing = admin.list_groups();
  EXPECT_TRUE(listing.failures.empty());
  EXPECT_TRUE(std::ranges::is_sorted(listing.groups, {}, &ListedGroup::group_id));
  ASSERT_TRUE(find(listing, idle).has_value());
  EXPECT_EQ(find(listing, idle)->state, "Empty");
  ASSERT_TRUE(find(listing, readers).has_value());
  EXPECT_EQ(find(listing, readers)->state, "Stable");
  EXPECT_EQ(find(listing, readers)->protocol_type, "consumer");

  const GroupListing stable = admin.list_groups({.states = {"Stable"}});
  EXPECT_FALSE(find(stable, idle).has_value());
  EXPECT_EQ(find(stable, readers), find(listing, readers));
}

TEST_P(GroupCalls, MembersAreDescribedWithWhatTheyRead) {
  Consumer consumer = member({{"group.instance.id", "one"},
                              {"client.id", "anna"},
                              {"client.rack", "east"},
                              {"partition.assignment.strategy", "range"}});
  const GroupDescription group = this->group("readers");
  EXPECT_EQ(group.state, "Stable");
  EXPECT_EQ(group.protocol_type, "consumer");
  EXPECT_EQ(group.protocol, "range");
  ASSERT_EQ(group.members.size(), 1U);
  const MemberDescription& described = group.members[0];
  EXPECT_EQ(described.member_id, consumer.membership().member_id);
  EXPECT_EQ(described.instance_id, "one");
  EXPECT_EQ(described.client_id, "anna");
  EXPECT_FALSE(described.host.empty());
  ASSERT_TRUE(described.subscription.has_value());
  EXPECT_EQ(described.subscription->topics, std::vector<std::string>{topic});
  EXPECT_EQ(described.subscription->rack, "east");
  EXPECT_EQ(described.assignment, (PartitionSet{{topic, 0}, {topic, 1}, {topic, 2}}));
  consumer.close(seconds(10), Leaving::leave);
}

TEST_P(GroupCalls, OnlyGroupsWithoutMembersAreDeleted) {
  commit(idle, 0, 1);
  const Consumer consumer = member();
  const auto deleted = admin.delete_groups({idle, readers, stage.unique("missing")});
  EXPECT_TRUE(deleted.at(idle).has_value());
  EXPECT_EQ(deleted.at(readers).error(),
            (Failure{.code = ErrorCode::non_empty_group,
                     .message = "group " + readers + " has members; they have to leave first"}));
  EXPECT_EQ(deleted.at(stage.unique("missing")).error().code, ErrorCode::group_id_not_found);
  EXPECT_FALSE(find(admin.list_groups(), idle).has_value());
}

TEST_P(GroupCalls, CommittedOffsetsAreTold) {
  commit(readers, 0, 7);
  commit(readers, 2, 9);

  const auto all = admin.list_group_offsets(readers);
  const auto some =
      admin.list_group_offsets(readers, {.partitions = PartitionSet{{topic, 1}, {topic, 2}}});

  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.at(first).value(), (CommittedOffset{.offset = 7, .metadata = "m"}));
  ASSERT_EQ(some.size(), 1U);
  EXPECT_EQ(some.at({topic, 2}).value().offset, 9);
  EXPECT_TRUE(admin.list_group_offsets(stage.unique("nobodys")).empty());
  EXPECT_EQ(admin.list_group_offsets(readers, {.require_stable = true}).size(), 2U);
}

TEST_P(GroupCalls, OffsetsOfAnEmptyGroupAreSet) {
  const TopicPartition missing{stage.unique("missing"), 0};
  const CommittedOffset by_hand{.offset = 5, .leader_epoch = 0, .metadata = "by hand"};
  const auto altered =
      admin.alter_group_offsets(readers, {{first, by_hand}, {missing, {.offset = 1}}});
  EXPECT_TRUE(altered.at(first).has_value());
  EXPECT_EQ(altered.at(missing).error().code, ErrorCode::unknown_topic_or_partition);
  EXPECT_EQ(admin.list_group_offsets(readers).at(first).value(), by_hand);
}

TEST_P(GroupCalls, OffsetsOfAnActiveGroupAreNot) {
  const Consumer consumer = member();
  const auto altered = admin.alter_group_offsets(readers, {{first, {.offset = 5}}});
  const Failure& failure = altered.at(first).error();
  EXPECT_EQ(failure.code, ErrorCode::unknown_member_id);
  EXPECT_THAT(failure.message, HasSubstr("group " + readers + " is active"));
  EXPECT_EQ(failure.partition, first);
}

TEST_P(GroupCalls, OffsetsAreForgotten) {
  commit(readers, 0, 7);
  commit(readers, 1, 7);
  require_all(admin.delete_group_offsets(readers, {first}));
  EXPECT_EQ(admin.list_group_offsets(readers).size(), 1U);
  const std::string nobodys = stage.unique("nobodys");
  EXPECT_EQ(admin.delete_group_offsets(nobodys, {first}).at(first).error().message,
            "there is no group " + nobodys);
}

TEST_P(GroupCalls, OffsetsOfASubscribedTopicAreNotForgotten) {
  Consumer consumer = member();
  consumer.commit(OffsetsToCommit{{first, {.offset = 7}}});
  const Failure failure = admin.delete_group_offsets(readers, {first}).at(first).error();
  EXPECT_EQ(failure.code, ErrorCode::group_subscribed_to_topic);
  EXPECT_EQ(failure.message, "a member of group " + readers + " is subscribed to the topic");
}

TEST_P(GroupCalls, StaticMembersAreRemoved) {
  Consumer consumer = member({{"group.instance.id", "one"}});
  consumer.close(seconds(10), Leaving::stay);  // Or it would join again.
  const auto removed = admin.remove_members(readers, {"one", "two"});
  EXPECT_TRUE(removed.at("one").has_value());
  EXPECT_EQ(removed.at("two").error().code, ErrorCode::unknown_member_id);
  EXPECT_TRUE(group("readers").members.empty());
}

TEST_P(GroupCalls, LagIsWhatIsBetweenTheCommitAndTheEnd) {
  produce_numbers(topic, 10);
  producer().deliver({.topic = topic, .partition = 1});
  commit(readers, 0, 4);
  commit(readers, 1, 1);

  const auto lags = admin.lag(readers);

  ASSERT_EQ(lags.size(), 2U);
  EXPECT_EQ(lags.at(first).value(), (PartitionLag{.committed = 4, .end = 10, .lag = 6}));
  EXPECT_EQ(lags.at({topic, 1}).value(), (PartitionLag{.committed = 1, .end = 1, .lag = 0}));
  EXPECT_TRUE(admin.lag(stage.unique("nobodys")).empty());
}

INSTANTIATE_TEST_SUITE_P(Anywhere, GroupCalls, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
