// Consumer: members of groups, their commits, their listeners and their ends.
#include "client/anywhere/anywhere.hpp"

#include <set>
#include <stdexcept>

namespace cohort::client {
namespace {

class ConsumerCalls : public Anywhere {};

TEST_P(ConsumerCalls, ReadsAsAGroupsOnlyMember) {
  const std::string topic = stage.make_topic("orders", 2);
  produce_numbers(topic, 3);
  Consumer reader = consumer("billing");
  reader.subscribe({topic});
  EXPECT_EQ(take(reader, 3).size(), 3U);
  EXPECT_EQ(reader.assignment(), (PartitionSet{{topic, 0}, {topic, 1}}));
  EXPECT_EQ(reader.subscription(), (std::set<std::string>{topic}));
  reader.commit();
  EXPECT_EQ(committed("billing", {topic, 0}), 3);
}

TEST_P(ConsumerCalls, MembershipIsThatOfTheGroup) {
  const std::string topic = stage.make_topic("orders", 1);
  Consumer reader = consumer("billing", {{"group.instance.id", "one"}});
  EXPECT_EQ(reader.membership().generation, -1);
  reader.subscribe({topic});
  ASSERT_TRUE(join(reader, 1));
  const GroupMembership membership = reader.membership();
  EXPECT_EQ(membership.group_id, stage.unique("billing"));
  EXPECT_EQ(membership.instance_id, "one");
  EXPECT_GT(membership.generation, 0);
  EXPECT_EQ(membership.member_id, group("billing").members.at(0).member_id);
  reader.close(std::nullopt, Leaving::leave);
}

TEST_P(ConsumerCalls, TellsWhatItIs) {
  const Consumer reader = consumer("billing", {{"max.poll.records", "7"}});
  EXPECT_EQ(reader.config().max_poll_records, 7);
  EXPECT_EQ(reader.config().group_id, stage.unique("billing"));
  EXPECT_EQ(&reader.runtime(), &runtime());
  const Instant now = reader.now();
  EXPECT_GE(runtime().now(), now);
  EXPECT_THAT(reader.describe(), HasSubstr(stage.unique("billing")));
}

TEST_P(ConsumerCalls, LeaderAssignsTopicsThatItDoesNotReadItself) {
  const std::string orders = stage.make_topic("orders", 2);
  const std::string payments = stage.make_topic("payments", 3);
  Consumer leader = consumer("billing", {{"heartbeat.interval.ms", "500"}});
  leader.subscribe({orders});
  ASSERT_TRUE(join(leader, 2));
  Consumer other = consumer("billing", {{"heartbeat.interval.ms", "500"}});
  other.subscribe({payments});
  EXPECT_TRUE(stage.wait_until([&] {
    leader.poll(milliseconds(50));
    other.poll(milliseconds(50));
    return other.assignment().size() == 3 && leader.assignment().size() == 2;
  }));
}

TEST_P(ConsumerCalls, PatternTakesWhatItMatchesAlone) {
  const std::string orders = stage.make_topic("orders", 2);
  stage.make_topic("payments", 2);
  Consumer reader = consumer("billing", {{"metadata.max.age.ms", "500"}});
  EXPECT_THROW(reader.subscribe_pattern("(orders"), ConfigError);
  reader.subscribe_pattern(stage.unique("ord.*"));
  EXPECT_TRUE(join(reader, 2));
  EXPECT_EQ(reader.subscription(), (std::set<std::string>{orders}));
  reader.unsubscribe();
  EXPECT_EQ(reader.assignment(), PartitionSet{});
  EXPECT_TRUE(group("billing").members.empty());
}

TEST_P(ConsumerCalls, CloseLeavesTheGroup) {
  const std::string topic = stage.make_topic("orders", 2);
  Consumer reader = consumer("billing");
  reader.subscribe({topic});
  ASSERT_TRUE(join(reader, 2));
  EXPECT_EQ(group("billing").members.size(), 1U);
  reader.close();
  EXPECT_EQ(group("billing").members.size(), 0U);
  EXPECT_EQ(failure_of([&] { reader.poll(seconds(1)); }).kind, FailureKind::closed);
}

TEST_P(ConsumerCalls, CloseCommitsWhatWasGivenWithAutoCommit) {
  const std::string topic = stage.make_topic("orders", 1);
  produce_numbers(topic, 3);
  Consumer reader =
      consumer("billing", {{"enable.auto.commit", "true"}, {"auto.commit.interval.ms", "3600000"}});
  reader.subscribe({topic});
  EXPECT_EQ(take(reader, 3).size(), 3U);
  EXPECT_EQ(committed("billing", {topic, 0}), -1);
  reader.close();
  EXPECT_EQ(committed("billing", {topic, 0}), 3);
}

TEST_P(ConsumerCalls, DestructorLeavesTheGroup) {
  const std::string topic = stage.make_topic("orders", 2);
  {
    Consumer reader = consumer("billing");
    reader.subscribe({topic});
    ASSERT_TRUE(join(reader, 2));
  }
  EXPECT_TRUE(stage.wait_until([&] { return group("billing").members.empty(); }));
}

TEST_P(ConsumerCalls, StaticMemberStaysWhenItIsClosed) {
  const std::string topic = stage.make_topic("orders", 2);
  Consumer reader = consumer("billing", {{"group.instance.id", "one"}});
  reader.subscribe({topic});
  ASSERT_TRUE(join(reader, 2));
  reader.close();
  EXPECT_EQ(group("billing").members.size(), 1U);
  require_all(admin().remove_members(stage.unique("billing"), {"one"}));
}

TEST_P(ConsumerCalls, CommitInRevokedIsOfTheOldGeneration) {
  const std::string topic = stage.make_topic("orders", 2);
  produce_numbers(topic, 4);
  Consumer reader = consumer("billing", {{"partition.assignment.strategy", "range"}});
  std::vector<std::string> calls;
  reader.subscribe({topic}, {.on_assigned =
                                 [&](Consumer&, const PartitionSet& partitions) {
                                   calls.push_back("assigned " + to_string(partitions));
                                 },
                             .on_revoked =
                                 [&](Consumer& consumer, const PartitionSet& partitions) {
                                   consumer.commit();
                                   calls.push_back("revoked " + to_string(partitions));
                                 }});
  EXPECT_EQ(take(reader, 4).size(), 4U);
  reader.enforce_rebalance("the test wants it");
  stage.wait_until([&] { return reader.poll(milliseconds(50)).empty() && calls.size() == 3; });
  const std::string both = topic + "-0, " + topic + "-1";
  EXPECT_THAT(calls,
              ::testing::ElementsAre("assigned " + both, "revoked " + both, "assigned " + both));
  EXPECT_EQ(committed("billing", {topic, 0}), 4);
}

TEST_P(ConsumerCalls, CommitIsOfARecordOrOfOffsetsWithMetadata) {
  const std::string topic = stage.make_topic("orders", 2);
  produce_numbers(topic, 3);
  const TopicPartition first{topic, 0};
  const TopicPartition second{topic, 1};
  Consumer reader = consumer("billing");
  reader.assign({first, second});
  reader.commit(take(reader, 3).at(1));
  reader.commit(OffsetsToCommit{{second, {.offset = 0, .metadata = "nothing yet"}}}, seconds(10));
  const CommittedOffsets committed = reader.committed({first, second});
  EXPECT_EQ(committed.at(first)->offset, 2);
  EXPECT_EQ(committed.at(second), (CommittedOffset{.offset = 0, .metadata = "nothing yet"}));
}

TEST_P(ConsumerCalls, AsyncCommitIsToldInALaterCall) {
  const std::string topic = stage.make_topic("orders", 2);
  produce_numbers(topic, 2);
  Consumer reader = consumer("billing");
  reader.subscribe({topic});
  EXPECT_EQ(take(reader, 2).size(), 2U);
  std::optional<OffsetsToCommit> told;
  reader.commit_async([&](const OffsetsToCommit& offsets, const std::optional<Failure>& failure) {
    EXPECT_EQ(failure, std::nullopt);
    told = offsets;
  });
  EXPECT_TRUE(stage.wait_until([&] { return committed("billing", {topic, 0}) == 2; }));
  EXPECT_EQ(told, std::nullopt);
  stage.wait_until([&] { return reader.poll(Duration::zero()).empty() && told.has_value(); });
  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(told->at({topic, 0}).offset, 2);
}

TEST_P(ConsumerCalls, AsyncCommitOfOffsetsIsToldByClose) {
  const std::string topic = stage.make_topic("orders", 1);
  Consumer reader = consumer("billing");
  const OffsetsToCommit offsets{{{topic, 0}, {.offset = 7, .metadata = "by hand"}}};
  int told = 0;
  reader.commit_async(offsets, [&](const OffsetsToCommit& done, const auto& failure) {
    EXPECT_EQ(failure, std::nullopt);
    EXPECT_EQ(done, offsets);
    ++told;
  });
  reader.close();
  EXPECT_EQ(told, 1);
  EXPECT_EQ(committed("billing", {topic, 0}), 7);
}

TEST_P(ConsumerCalls, CallbackThatThrowsKeepsNoOtherFromBeingCalled) {
  const std::string topic = stage.make_topic("orders", 1);
  produce_numbers(topic, 3);
  Consumer reader = consumer("billing");
  reader.subscribe({topic});
  EXPECT_EQ(take(reader, 3).size(), 3U);
  int called = 0;
  for (int i = 0; i < 3; ++i) {
    reader.commit_async([&](const OffsetsToCommit&, const std::optional<Failure>&) {
      if (++called == 1) throw std::runtime_error("first");
    });
  }
  EXPECT_THROW(reader.close(), std::runtime_error);
  EXPECT_EQ(called, 3);
}

TEST_P(ConsumerCalls, MayBeClosedByACommitsCallback) {
  const std::string topic = stage.make_topic("orders", 1);
  produce_numbers(topic, 1);
  Consumer reader = consumer("billing");
  reader.subscribe({topic});
  EXPECT_EQ(take(reader, 1).size(), 1U);
  reader.commit_async(
      [&](const OffsetsToCommit&, const std::optional<Failure>&) { reader.close(); });
  EXPECT_EQ(failure_of([&] { reader.poll(seconds(10)); }).kind, FailureKind::closed);
}

TEST_P(ConsumerCalls, WakeupEndsAPoll) {
  const std::string topic = stage.make_topic("orders", 1);
  Consumer reader = consumer("billing");
  reader.subscribe({topic});
  ASSERT_TRUE(join(reader, 1));
  reader.wakeup();
  EXPECT_EQ(failure_of([&] { reader.poll(seconds(5)); }).kind, FailureKind::canceled);
  EXPECT_TRUE(reader.poll(milliseconds(100)).empty());
}

TEST_P(ConsumerCalls, NoOffsetAndNoPolicyIsAnError) {
  const std::string topic = stage.make_topic("orders", 1);
  Consumer reader = consumer("billing", {{"auto.offset.reset", "none"}});
  reader.subscribe({topic});
  const Failure failure = failure_of([&] { reader.poll(seconds(30)); });
  EXPECT_EQ(failure.kind, FailureKind::no_offset);
  EXPECT_THAT(failure.message, HasSubstr(topic + "-0"));
}

TEST_P(ConsumerCalls, ConsumerWithoutAGroupCanOnlyAssign) {
  const std::string topic = stage.make_topic("orders", 1);
  produce_numbers(topic, 1);
  Consumer reader(consumer_config(stage.settings({{"auto.offset.reset", "earliest"}})), runtime());
  EXPECT_THROW(reader.subscribe({topic}), ConfigError);
  EXPECT_THROW(reader.commit(), ConfigError);
  reader.assign({{topic, 0}});
  EXPECT_EQ(take(reader, 1).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Anywhere, ConsumerCalls, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
