// Admin: offsets that are waited for, clusters of several brokers, and old brokers.
#include "client/admin_world.hpp"

#include <gmock/gmock.h>

namespace cohort::client {
namespace {

using ::testing::HasSubstr;

const TopicPartition orders_0{"orders", 0};

TEST(AdminOffsets, TopicThatNeverComesIsTimedOutAndNamed) {
  AdminWorld world;
  const auto wanted = std::map<TopicPartition, OffsetSpec>{{{"missing", 0}, OffsetSpec::latest()},
                                                           {orders_0, OffsetSpec::latest()}};
  const auto offsets = world.admin.list_offsets(wanted, {.timeout = std::chrono::seconds(3)});
  EXPECT_EQ(offsets.at(orders_0).value().offset, 0);
  const Failure& failure = offsets.at({"missing", 0}).error();
  EXPECT_EQ(failure.kind, FailureKind::timed_out);
  EXPECT_EQ(failure.code, ErrorCode::unknown_topic_or_partition);
  EXPECT_THAT(failure.message, HasSubstr("the leader of missing-0"));
}

TEST(AdminCluster, IsDescribedWithRacks) {
  AdminWorld world(3);
  const ClusterDescription cluster = world.admin.describe_cluster();
  EXPECT_FALSE(cluster.cluster_id.empty());
  EXPECT_EQ(cluster.controller, 1);
  EXPECT_EQ(cluster.brokers, (std::vector<BrokerDescription>{
                                 {.node_id = 1, .host = "broker", .port = 9092, .rack = "a"},
                                 {.node_id = 2, .host = "broker", .port = 9093, .rack = "b"},
                                 {.node_id = 3, .host = "broker", .port = 9094, .rack = "c"}}));
}

TEST(AdminCluster, EachPartitionsLeaderIsAsked) {
  AdminWorld world(3);
  for (std::int32_t partition = 0; partition < 3; ++partition) world.append(partition, partition);
  const auto ends = world.admin.list_offsets({{orders_0, OffsetSpec::latest()},
                                              {{"orders", 1}, OffsetSpec::latest()},
                                              {{"orders", 2}, OffsetSpec::latest()}});
  EXPECT_EQ(ends.at({"orders", 1}).value().offset, 1);
  EXPECT_EQ(ends.at({"orders", 2}).value().offset, 2);
}

TEST(AdminCluster, GroupsOfAllBrokersAreListedAndTheirCoordinatorsFound) {
  AdminWorld world(3);
  std::vector<std::string> groups;
  for (int i = 0; i < 12; ++i) groups.push_back("group-" + std::to_string(10 + i));
  for (const std::string& group : groups) world.commit(group, 0, 1);

  const GroupListing listing = world.admin.list_groups();
  const auto described = world.admin.describe_groups(groups);

  ASSERT_EQ(listing.groups.size(), groups.size());
  std::set<std::int32_t> coordinators;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    EXPECT_EQ(listing.groups[i].group_id, groups[i]);
    EXPECT_EQ(described.at(groups[i]).value().coordinator, listing.groups[i].coordinator);
    coordinators.insert(listing.groups[i].coordinator);
  }
  EXPECT_GT(coordinators.size(), 1U);
}

TEST(AdminCluster, EachBrokerTellsOfItsOwnSettings) {
  AdminWorld world(3);
  const auto configs =
      world.admin.describe_configs({broker_resource(2), broker_resource(3)}, {.keys = {"node.id"}});
  EXPECT_EQ(configs.at(broker_resource(2)).value().at(0).value, "2");
  EXPECT_EQ(configs.at(broker_resource(3)).value().at(0).value, "3");
}

TEST(AdminCluster, ReplicasCanBeChosen) {
  AdminWorld world(3);
  require_all(
      world.admin.create_topics({{.name = "placed", .assignments = {{0, {3, 1}}, {1, {2, 3}}}}}));
  require_all(world.admin.create_partitions({{"placed", {.total = 3, .assignments = {{1, 2}}}}}));
  const auto described = world.admin.describe_topics({"placed"});
  const auto& partitions = described.at("placed").value().partitions;
  EXPECT_EQ(partitions.at(0).replicas, (std::vector<std::int32_t>{3, 1}));
  EXPECT_EQ(partitions.at(1).leader, 2);
  EXPECT_EQ(partitions.at(2).replicas, (std::vector<std::int32_t>{1, 2}));
}

TEST(AdminCluster, BrokerThatStopsIsReplacedByOthers) {
  AdminWorld world(3);
  world.append(0, 2);
  static_cast<void>(world.admin.list_offsets({{orders_0, OffsetSpec::latest()}}));
  world.broker.control().stop_broker(1);

  const auto ends = world.admin.list_offsets({{orders_0, OffsetSpec::latest()}});
  const auto created = world.admin.create_topics({{.name = "after", .partitions = 1}});

  EXPECT_EQ(ends.at(orders_0).value().offset, 2);
  EXPECT_TRUE(created.at("after").has_value());
  EXPECT_EQ(world.admin.describe_cluster().brokers.size(), 2U);
}

TEST(AdminCluster, BrokerThatStartsAgainIsAskedForItsGroups) {
  AdminWorld world(3);
  world.broker.control().stop_broker(3);
  static_cast<void>(world.admin.list_groups());
  world.broker.control().start_broker(3);
  for (int i = 0; i < 12; ++i) world.commit("group-" + std::to_string(i), 0, 1);
  const GroupListing listing = world.admin.list_groups();
  EXPECT_EQ(listing.groups.size(), 12U);
  EXPECT_TRUE(listing.failures.empty());
}

TEST(AdminOldBroker, ClusterIsDescribedByMetadata) {
  AdminWorld world(1, {});
  broker::VirtualBroker old({.config = {.release = broker::Release::kafka_2_4}});
  VirtualRuntime runtime(old.world());
  Admin admin(AdminWorld::config(), runtime);
  EXPECT_EQ(admin.describe_cluster().brokers.size(), 1U);
}

TEST(AdminOldBroker, WhatItHasNotIsUnsupported) {
  broker::VirtualBroker old({.config = {.release = broker::Release::kafka_2_4},
                             .topics = {{.name = "orders", .partitions = 1}}});
  VirtualRuntime runtime(old.world());
  Admin admin(AdminWorld::config(), runtime);
  const auto offsets = admin.list_offsets({{orders_0, OffsetSpec::max_timestamp()}});
  EXPECT_EQ(offsets.at(orders_0).error().kind, FailureKind::unsupported);
  EXPECT_THAT(offsets.at(orders_0).error().message, HasSubstr("ListOffsets up to v5"));
  EXPECT_EQ(failure_of<Error>([&] { admin.list_groups({.states = {"Stable"}}); }).kind,
            FailureKind::unsupported);
  EXPECT_EQ(admin.list_topics().size(), 1U);
}

}  // namespace
}  // namespace cohort::client
