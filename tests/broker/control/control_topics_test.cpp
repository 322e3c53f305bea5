// What Control does to topics, and to who leads their partitions.
#include "broker/control/control_world.hpp"

namespace cohort::broker {
namespace {

using Refusal = std::invalid_argument;

class ControlTopics : public ControlWorld {
 protected:
  explicit ControlTopics(std::int32_t brokers = 1) : ControlWorld(control_options(brokers)) {}
};

TEST_F(ControlTopics, ATopicIsSeenWithHowEachPartitionStands) {
  control().append("t", 1, {record_of("x")});
  PartitionView one = partition(1);
  EXPECT_GT(std::exchange(one.size_bytes, 0), 0);
  EXPECT_EQ(one, (PartitionView{.partition = 1,
                                .leader = 1,
                                .leader_epoch = 0,
                                .replicas = {1},
                                .isr = {1},
                                .log_start_offset = 0,
                                .last_stable_offset = 1,
                                .end_offset = 1}));
  EXPECT_EQ(control().topic("t")->partitions.size(), 3);
  EXPECT_EQ(control().topic("u"), std::nullopt);
}

TEST_F(ControlTopics, InternalTopicsAreListedOnRequestOnly) {
  control().create_topic("a");
  control().set_offsets("g", {{"t", 0, 1}});
  const auto names = [this](bool with_internal) {
    std::vector<std::string> found;
    for (const TopicView& topic : control().topics(with_internal)) found.push_back(topic.topic);
    return found;
  };
  EXPECT_EQ(names(false), (std::vector<std::string>{"a", "t"}));
  EXPECT_EQ(names(true), (std::vector<std::string>{"__consumer_offsets", "a", "t"}));
}

TEST_F(ControlTopics, ATopicIsMadeWithAsManyPartitionsAsIsSaid) {
  control().create_topic("u", 2);
  control().create_topic("v");
  EXPECT_EQ(control().topic("u")->partitions.size(), 2);
  EXPECT_EQ(control().topic("v")->partitions.size(), 1);
  EXPECT_EQ(newest(FactKind::topic_created).topic, "v");
  EXPECT_EQ(newest(FactKind::topic_created).cause, by_control("create_topic"));
  expect_refused<Refusal>([](Control& c) { c.create_topic("u"); });
  expect_refused<Refusal>([](Control& c) { c.create_topic("not a name"); });
  expect_refused<Refusal>([](Control& c) { c.create_topic("w", 0); });
}

TEST_F(ControlTopics, ADeletedTopicIsGoneWithItsOffsets) {
  control().set_offsets("g", {{"t", 0, 1}});
  control().delete_topic("t");
  EXPECT_EQ(control().topic("t"), std::nullopt);
  EXPECT_EQ(newest(FactKind::topic_deleted).cause, by_control("delete_topic"));
  EXPECT_EQ(newest(FactKind::offsets_deleted).cause, by_control("delete_topic"));
  expect_refused<NotThere>([](Control& c) { c.delete_topic("t"); });
}

TEST_F(ControlTopics, AFetchThatWaitsForADeletedTopicIsAnswered) {
  testing::WireClient reader(broker.world(), "reader");
  ASSERT_EQ(reader.ask<FetchResponse>(fetch_request(0), 12), std::nullopt);
  control().delete_topic("t");
  broker.settle();
  EXPECT_TRUE(reader.take<FetchResponse>(12).has_value());
}

TEST_F(ControlTopics, ATopicGrowsToSoManyPartitionsInAll) {
  control().grow_topic("t", 5);
  EXPECT_EQ(control().topic("t")->partitions.size(), 5);
  EXPECT_EQ(newest(FactKind::partitions_added).cause, by_control("grow_topic"));
  expect_refused<Refusal>([](Control& c) { c.grow_topic("t", 5); });
  expect_refused<Refusal>([](Control& c) { c.grow_topic("t", 4); });
  expect_refused<NotThere>([](Control& c) { c.grow_topic("u", 4); });
}

TEST_F(ControlTopics, TheOnlyReplicaLeadsAgainInANewEpoch) {
  control().move_leader("t", 0);
  EXPECT_EQ(partition(0).leader, 1);
  EXPECT_EQ(partition(0).leader_epoch, 1);
  const Fact fact = newest(FactKind::leader_changed);
  EXPECT_EQ(fact.cause, by_control("move_leader"));
  EXPECT_EQ(fact.topic, "t");
  EXPECT_EQ(fact.partition, 0);
}

class LeadersOfThree : public ControlTopics {
 protected:
  LeadersOfThree() : ControlTopics(3) {}
};

TEST_F(LeadersOfThree, LeadershipGoesToTheNextInSyncOrToWhomItIsGiven) {
  const std::vector<std::int32_t> replicas = partition(0).replicas;
  ASSERT_EQ(partition(0).leader, replicas.at(0));

  control().move_leader("t", 0);
  EXPECT_EQ(partition(0).leader, replicas.at(1));
  control().move_leader("t", 0, replicas.at(0));
  EXPECT_EQ(partition(0).leader, replicas.at(0));
  EXPECT_EQ(partition(0).leader_epoch, 2);
}

TEST_F(LeadersOfThree, WhoIsNotInSyncIsPassedOverAndCantBeGivenIt) {
  const std::vector<std::int32_t> replicas = partition(0).replicas;
  control().stop_broker(replicas.at(1));

  control().move_leader("t", 0);
  EXPECT_EQ(partition(0).leader, replicas.at(2));
  expect_refused<Refusal>([&](Control& c) { c.move_leader("t", 0, replicas.at(1)); });
  expect_refused<Refusal>([](Control& c) { c.move_leader("t", 0, 9); });
  expect_refused<NotThere>([](Control& c) { c.move_leader("t", 3); });
  expect_refused<NotThere>([](Control& c) { c.move_leader("u", 0); });
}

TEST_F(LeadersOfThree, APartitionWithoutAnybodyInSyncKeepsWaiting) {
  for (const std::int32_t id : {1, 2, 3}) control().stop_broker(id);
  expect_refused<Refusal>([](Control& c) { c.move_leader("t", 0); });
}

TEST_F(LeadersOfThree, WithoutABrokerThatRunsNoTopicIsMadeOrGrows) {
  for (const std::int32_t id : {1, 2, 3}) control().stop_broker(id);
  expect_refused<Refusal>([](Control& c) { c.grow_topic("t", 5); });
  expect_refused<Refusal>([](Control& c) { c.create_topic("u"); });
}

}  // namespace
}  // namespace cohort::broker
