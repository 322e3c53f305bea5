// Brokers that stop and start: connections, leaders, replicas in sync.
#include "cluster_world.hpp"

#include <chrono>

namespace cohort::broker {
namespace {

class BrokerStops : public ClusterWorld {
 protected:
  MetadataResponsePartition partition_0(std::int32_t asked, std::int16_t version = 12) {
    MetadataRequest request;
    request.topics.emplace();
    request.topics->push_back({.name = "t"});
    return ask<MetadataResponse>(asked, request, version).topics.at(0).partitions.at(0);
  }

  FetchResponse fetch(std::int32_t id, FetchRequest request = {}) {
    request.topics = {
        {.topic = "t",
         .partitions = {{.partition = 0, .fetch_offset = 0, .partition_max_bytes = 1000}}}};
    return ask<FetchResponse>(id, request, 11);
  }
};

TEST_F(BrokerStops, ItsConnectionsCloseAndNobodyGetsInUntilItStarts) {
  stop(2);
  EXPECT_TRUE(at(2).is_closed());
  EXPECT_FALSE(at(1).is_closed());
  connect(2);
  EXPECT_TRUE(at(2).is_closed());
  start(2);
  EXPECT_FALSE(at(2).is_closed());
  EXPECT_EQ(ask<MetadataResponse>(2, MetadataRequest{}, 12).brokers.size(), 3);
}

TEST_F(BrokerStops, AConnectionThatWasOnItsWayIsClosed) {
  testing::WireClient late(world, "late", 9093);
  world.turn("broker", [&] { broker().stop_broker(2, world.now()); });
  world.settle();
  EXPECT_TRUE(late.is_closed());
}

TEST_F(BrokerStops, TheFirstReplicaInSyncLeadsInANewEpoch) {
  stop(1);
  EXPECT_EQ(leadership(partition(0)), (Leadership{2, 1, {2, 3}}));
  EXPECT_EQ(leadership(partition(1)), (Leadership{2, 0, {2, 3}}));
  stop(2);
  EXPECT_EQ(leadership(partition(0)), (Leadership{3, 2, {3}}));
  EXPECT_EQ(leadership(partition(1)), (Leadership{3, 1, {3}}));
}

TEST_F(BrokerStops, WhoStartsIsInSyncAgainAndDoesNotTakeTheLeadBack) {
  stop(1);
  start(1);
  EXPECT_EQ(leadership(partition(0)), (Leadership{2, 1, {2, 3, 1}}));
}

TEST_F(BrokerStops, TheLastInSyncStaysSoAndOnlyItCanLeadAgain) {
  stop(1);
  stop(3);
  stop(2);
  EXPECT_EQ(leadership(partition(0)), (Leadership{-1, 2, {2}}));
  start(1);
  EXPECT_EQ(leadership(partition(0)), (Leadership{-1, 2, {2}}));
  EXPECT_EQ(partition_0(1),
            (MetadataResponsePartition{.error_code = ErrorCode::leader_not_available,
                                       .partition_index = 0,
                                       .leader_id = -1,
                                       .leader_epoch = 2,
                                       .replica_nodes = {1, 2, 3},
                                       .isr_nodes = {2},
                                       .offline_replicas = {2, 3}}));
  EXPECT_EQ(fetch(1).responses.at(0).partitions.at(0).error_code,
            ErrorCode::not_leader_or_follower);
  start(2);
  EXPECT_EQ(leadership(partition(0)), (Leadership{2, 3, {2, 1}}));
}

TEST_F(BrokerStops, VersionZeroLeavesOutReplicasThatAreDown) {
  stop(3);
  EXPECT_EQ(partition_0(1, 0),
            (MetadataResponsePartition{.error_code = ErrorCode::replica_not_available,
                                       .partition_index = 0,
                                       .leader_id = 1,
                                       .replica_nodes = {1, 2},
                                       .isr_nodes = {1, 2}}));
}

TEST_F(BrokerStops, RecordsOutliveTheirLeader) {
  ASSERT_EQ(produce(1, 0).base_offset, 0);
  stop(1);
  EXPECT_EQ(fetch(2).responses.at(0).partitions.at(0).high_watermark, 1);
  EXPECT_EQ(produce(2, 0).base_offset, 1);
}

TEST_F(BrokerStops, AWaitingFetchOfAnotherBrokerEndsWhenItsLeaderIsElsewhere) {
  FetchRequest request{.max_wait_ms = 60'000, .min_bytes = 1};
  request.topics = {
      {.topic = "t",
       .partitions = {{.partition = 0, .fetch_offset = 0, .partition_max_bytes = 1000}}}};
  stop(1);
  ASSERT_EQ(at(2).ask<FetchResponse>(request, 10), std::nullopt);
  world.turn("broker", [&] {
    move_leader(state(), "t", 0, 3, world.now());
    broker().advance(world.now());
  });
  world.settle();
  const auto response = at(2).take<FetchResponse>(10);
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses.at(0).partitions.at(0).error_code,
            ErrorCode::not_leader_or_follower);
}

TEST_F(BrokerStops, AllAcknowledgementsNeedEnoughInSync) {
  CreateTopicsRequest creation{.timeout_ms = 1000};
  creation.topics = {{.name = "safe",
                      .num_partitions = 1,
                      .replication_factor = 3,
                      .configs = {{.name = "min.insync.replicas", .value = "2"}}},
                     {.name = "single",
                      .num_partitions = 1,
                      .replication_factor = 1,
                      .configs = {{.name = "min.insync.replicas", .value = "2"}}}};
  ask<CreateTopicsResponse>(1, creation, 5);
  stop(2);
  EXPECT_EQ(produce(1, 0, "safe").error_code, ErrorCode::none);
  stop(3);
  EXPECT_EQ(produce(1, 0, "safe").error_code, ErrorCode::not_enough_replicas);
  // It cannot have more.
  EXPECT_EQ(produce(1, 0, "single").error_code, ErrorCode::none);
}

TEST_F(BrokerStops, NewPartitionsAreLedByWhoRuns) {
  stop(1);
  create_topic("u", 3);
  EXPECT_EQ(partition(0, "u").replicas, (std::vector<std::int32_t>{2, 3, 1}));
  EXPECT_EQ(leadership(partition(0, "u")), (Leadership{2, 0, {2, 3}}));
  EXPECT_EQ(partition(1, "u").replicas, (std::vector<std::int32_t>{3, 2, 1}));

  CreateTopicsRequest creation{.timeout_ms = 1000};
  creation.topics = {{.name = "v", .num_partitions = -1, .replication_factor = -1}};
  creation.topics.front().assignments = {{.partition_index = 0, .broker_ids = {1}}};
  const auto refused = ask<CreateTopicsResponse>(2, creation, 5).topics.at(0);
  EXPECT_EQ(refused.error_code, ErrorCode::invalid_replica_assignment);
  EXPECT_EQ(refused.error_message,
            "All brokers specified in the manual partition assignment for partition 0 are fenced "
            "or in controlled shutdown.");
}

TEST_F(BrokerStops, WithoutAnyBrokerNoTopicIsMade) {
  for (std::int32_t id = 1; id <= 3; ++id) stop(id);
  EXPECT_THROW(broker().create_topic("u", 1, world.now()), std::invalid_argument);
}

TEST_F(BrokerStops, AFetchSessionEndsWithItsBroker) {
  FetchRequest opening{.session_id = 0, .session_epoch = 0};
  const std::int32_t session = fetch(1, opening).session_id;
  ASSERT_NE(session, 0);
  FetchRequest next{.session_id = session, .session_epoch = 1};
  EXPECT_EQ(ask<FetchResponse>(2, next, 11).error_code, ErrorCode::fetch_session_id_not_found);
  EXPECT_EQ(ask<FetchResponse>(1, next, 11).error_code, ErrorCode::none);
  stop(1);
  start(1);
  next.session_epoch = 2;
  EXPECT_EQ(ask<FetchResponse>(1, next, 11).error_code, ErrorCode::fetch_session_id_not_found);
}

TEST_F(BrokerStops, ACopyHasACluster) {
  Broker copy(broker());
  copy.stop_broker(1, world.now());
  EXPECT_EQ(copy.state().catalog.find("t", 0)->leader, 2);
  EXPECT_EQ(partition(0).leader, 1);
  EXPECT_TRUE(state().cluster.is_running(1));
}

TEST_F(BrokerStops, AStrangerCannotBeStopped) {
  EXPECT_THROW(broker().stop_broker(4, world.now()), std::invalid_argument);
  EXPECT_THROW(broker().start_broker(0, world.now()), std::invalid_argument);
}

}  // namespace
}  // namespace cohort::broker
