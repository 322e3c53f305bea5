// Consumers that read from the replica in their rack (KIP-392).
#include "cluster_world.hpp"

namespace cohort::broker {
namespace {

class PreferredReplica : public ClusterWorld {
 protected:
  PreferredReplica() { produce(1, 0); }

  /// Of partition 0, led by broker 1.
  FetchPartitionData fetch(std::int32_t id, const std::string& rack, std::int64_t offset = 0,
                           std::int16_t version = 11) {
    FetchRequest request{.max_wait_ms = 0, .rack_id = rack};
    request.topics = {
        {.topic = "t",
         .partitions = {{.partition = 0, .fetch_offset = offset, .partition_max_bytes = 1000}}}};
    return ask<FetchResponse>(id, request, version).responses.at(0).partitions.at(0);
  }
};

TEST_F(PreferredReplica, TheLeaderSendsAReaderToItsRackAndReadsNothing) {
  FetchPartitionData expected{.partition_index = 0,
                              .high_watermark = 1,
                              .last_stable_offset = 1,
                              .log_start_offset = 0,
                              .preferred_read_replica = 3};
  expected.aborted_transactions.reset();
  expected.records = Buffers();
  EXPECT_EQ(fetch(1, "c"), expected);
}

TEST_F(PreferredReplica, ItDoesNotWaitForRecordsFirst) {
  FetchRequest request{.max_wait_ms = 60'000, .min_bytes = 1, .rack_id = "b"};
  request.topics = {
      {.topic = "t",
       .partitions = {{.partition = 0, .fetch_offset = 1, .partition_max_bytes = 1000}}}};
  const auto response = at(1).ask<FetchResponse>(request, 11);
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses.at(0).partitions.at(0).preferred_read_replica, 2);
}

TEST_F(PreferredReplica, AFollowerServesWhoComesAndSendsNobodyOn) {
  const auto found = fetch(3, "b");
  EXPECT_EQ(found.error_code, ErrorCode::none);
  EXPECT_EQ(found.preferred_read_replica, -1);
  EXPECT_GT(found.records->size(), 0);
}

TEST_F(PreferredReplica, AReaderOfTheLeadersRackOrOfNoneStays) {
  for (const std::string rack : {"a", "", "elsewhere"}) {
    EXPECT_EQ(fetch(1, rack).preferred_read_replica, -1) << rack;
  }
}

TEST_F(PreferredReplica, OneThatIsNotInSyncIsNotPreferred) {
  stop(3);
  EXPECT_EQ(fetch(1, "c").preferred_read_replica, -1);
  start(3);
  EXPECT_EQ(fetch(1, "c").preferred_read_replica, 3);
}

TEST_F(PreferredReplica, AnOffsetOutOfRangeIsTheLeadersToRefuse) {
  EXPECT_EQ(fetch(1, "c", 9).error_code, ErrorCode::offset_out_of_range);
}

TEST_F(PreferredReplica, OlderClientsReadFromTheLeaderAlone) {
  EXPECT_EQ(fetch(3, "", 0, 10).error_code, ErrorCode::not_leader_or_follower);
  EXPECT_EQ(fetch(1, "", 0, 10).error_code, ErrorCode::none);
}

class LeaderSelector : public ClusterWorld {
 protected:
  LeaderSelector()
      : ClusterWorld(
            {{"replica.selector.class", "org.apache.kafka.common.replica.LeaderSelector"}}) {}
};

TEST_F(LeaderSelector, SendsNobodyOn) {
  FetchRequest request{.rack_id = "c"};
  request.topics = {{.topic = "t", .partitions = {{.partition = 0, .partition_max_bytes = 1000}}}};
  EXPECT_EQ(
      ask<FetchResponse>(1, request, 11).responses.at(0).partitions.at(0).preferred_read_replica,
      -1);
}

}  // namespace
}  // namespace cohort::broker
