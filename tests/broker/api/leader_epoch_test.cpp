// What clients hear that name a leader's epoch, when leaders move (KIP-320, KIP-595, KIP-951).
#include "session_world.hpp"

namespace cohort::broker {
namespace {

using namespace fetching;

/// Partition 0 has a record of epoch 0 and one of epoch 1.
class LeaderEpoch : public SessionWorld {
 protected:
  LeaderEpoch() {
    produce("t", 0, batch_of("a"));
    move_leader(0, 1);
    produce("t", 0, batch_of("b"));
  }

  FetchPartitionData fetched(FetchPartition wanted, std::int16_t version = 12) {
    FetchRequest request;
    request.topics = {topic("t", {wanted})};
    return fetch(request, version)->responses.at(0).partitions.at(0);
  }

  ListOffsetsPartitionResponse listed(ListOffsetsPartition wanted) {
    ListOffsetsRequest request{.replica_id = -1};
    request.topics = {{.name = "t", .partitions = {wanted}}};
    return client.ask<ListOffsetsResponse>(request, 7)->topics.at(0).partitions.at(0);
  }

  OffsetForLeaderEpochEpochEndOffset end_of(std::int32_t epoch, std::int32_t current = -1) {
    OffsetForLeaderEpochRequest request{.replica_id = -1};
    auto& asked = request.topics.emplace_back();
    asked.topic = "t";
    asked.partitions = {{.partition = 0, .current_leader_epoch = current, .leader_epoch = epoch}};
    return client.ask<OffsetForLeaderEpochResponse>(request, 4)->topics.at(0).partitions.at(0);
  }

  PartitionProduceResponse produced_to_0(ProduceResponse* whole = nullptr) {
    const auto response = client.ask<ProduceResponse>(produce_to("t", batch_of("c")), 10);
    if (whole != nullptr) *whole = *response;
    return response->responses.at(0).partition_responses.at(0);
  }
};

FetchPartition in_epoch(std::int32_t current, std::int64_t offset = 2) {
  FetchPartition wanted = from(0, offset);
  wanted.current_leader_epoch = current;
  return wanted;
}

FetchPartition last_seen(std::int32_t epoch, std::int64_t offset) {
  FetchPartition wanted = from(0, offset);
  wanted.last_fetched_epoch = epoch;
  return wanted;
}

TEST_F(LeaderEpoch, FetchFencesOlderEpochsAndDoesNotKnowNewerOnes) {
  EXPECT_EQ(fetched(in_epoch(0)), failed(0, ErrorCode::fenced_leader_epoch));
  EXPECT_EQ(fetched(in_epoch(1)), holds(0, 2));
  EXPECT_EQ(fetched(in_epoch(2)), failed(0, ErrorCode::unknown_leader_epoch));
}

TEST_F(LeaderEpoch, AFencedFetchIsToldWhoLeadsFromVersion16On) {
  const Uuid topic_id = *api.broker_topic_id("t");
  FetchRequest request;
  request.topics = {topic_by(topic_id, {in_epoch(0)})};

  FetchPartitionData fenced = failed(0, ErrorCode::fenced_leader_epoch);
  FetchResponse expected;
  expected.responses = {topic_answer_by(topic_id, {fenced})};
  EXPECT_EQ(fetch(request, 15), expected);
  fenced.current_leader = {.leader_id = 1, .leader_epoch = 1};
  expected.responses = {topic_answer_by(topic_id, {fenced})};
  expected.node_endpoints = {{.node_id = 1, .host = "broker", .port = 9092}};
  EXPECT_EQ(fetch(request, 16), expected);
}

TEST_F(LeaderEpoch, SeveralFencedPartitionsNameOneEndpointOnce) {
  const Uuid topic_id = *api.broker_topic_id("t");
  move_leader(1, 1);
  FetchRequest request;
  FetchPartition second = in_epoch(0);
  second.partition = 1;
  request.topics = {topic_by(topic_id, {in_epoch(0), second})};

  const auto response = fetch(request, 17);

  EXPECT_EQ(response->node_endpoints,
            (std::vector<FetchNodeEndpoint>{{.node_id = 1, .host = "broker", .port = 9092}}));
}

TEST_F(LeaderEpoch, AFetchThatSawAnotherHistoryHearsWhereItParts) {
  FetchPartitionData diverging = holds(0, 2);
  diverging.diverging_epoch = {.epoch = 0, .end_offset = 1};
  EXPECT_EQ(fetched(last_seen(0, 2)), diverging);
  EXPECT_EQ(fetched(last_seen(0, 1)),
            holds(0, 2, Buffers(BatchView::of(batch_of("b")).value().placed_at(1, 1))));
  EXPECT_EQ(fetched(last_seen(1, 2)), holds(0, 2));
  EXPECT_EQ(fetched(last_seen(2, 2)), failed(0, ErrorCode::offset_out_of_range));
}

TEST_F(LeaderEpoch, AWaitingFetchEndsWhenItsEpochDoes) {
  FetchRequest request{.max_wait_ms = 60'000, .min_bytes = 1};
  request.topics = {topic("t", {in_epoch(1)})};
  ASSERT_EQ(fetch(request), std::nullopt);

  move_leader(0, 1);
  api.world.settle();

  FetchResponse expected;
  expected.responses = {topic_answer("t", {failed(0, ErrorCode::fenced_leader_epoch)})};
  EXPECT_EQ(reader.take<FetchResponse>(12), expected);
}

TEST_F(LeaderEpoch, ListOffsetsFencesAndNamesTheEpochOfWhatItFinds) {
  const auto asked = [](std::int32_t current, std::int64_t timestamp) {
    return ListOffsetsPartition{
        .partition_index = 0, .current_leader_epoch = current, .timestamp = timestamp};
  };
  EXPECT_EQ(listed(asked(0, latest_timestamp)),
            (ListOffsetsPartitionResponse{.error_code = ErrorCode::fenced_leader_epoch}));
  EXPECT_EQ(listed(asked(2, latest_timestamp)),
            (ListOffsetsPartitionResponse{.error_code = ErrorCode::unknown_leader_epoch}));
  EXPECT_EQ(listed(asked(1, latest_timestamp)),
            (ListOffsetsPartitionResponse{.offset = 2, .leader_epoch = 1}));
  EXPECT_EQ(listed(asked(-1, earliest_timestamp)),
            (ListOffsetsPartitionResponse{.offset = 0, .leader_epoch = 0}));
  EXPECT_EQ(listed(asked(-1, 1000)),
            (ListOffsetsPartitionResponse{.timestamp = 1000, .offset = 0, .leader_epoch = 0}));
}

TEST_F(LeaderEpoch, ListOffsetsNamesANewEpochBeforeItHasRecords) {
  move_leader(0, 1);
  EXPECT_EQ(listed({.partition_index = 0, .timestamp = latest_timestamp}),
            (ListOffsetsPartitionResponse{.offset = 2, .leader_epoch = 2}));
}

TEST_F(LeaderEpoch, OffsetForLeaderEpochTellsWhereAnEpochEnds) {
  const auto ends = [](std::int32_t epoch, std::int64_t offset) {
    return OffsetForLeaderEpochEpochEndOffset{.leader_epoch = epoch, .end_offset = offset};
  };
  EXPECT_EQ(end_of(0), ends(0, 1));
  EXPECT_EQ(end_of(1), ends(1, 2));
  EXPECT_EQ(end_of(2), ends(-1, -1));
  EXPECT_EQ(end_of(0, 1), ends(0, 1));
  EXPECT_EQ(end_of(0, 0),
            (OffsetForLeaderEpochEpochEndOffset{.error_code = ErrorCode::fenced_leader_epoch}));
  EXPECT_EQ(end_of(0, 2),
            (OffsetForLeaderEpochEpochEndOffset{.error_code = ErrorCode::unknown_leader_epoch}));
}

TEST_F(LeaderEpoch, WithoutALeaderThereIsNothingToHaveFromIt) {
  move_leader(0, -1);
  const ErrorCode refusal = ErrorCode::not_leader_or_follower;

  EXPECT_EQ(fetched(from(0, 2), 10), failed(0, refusal));
  EXPECT_EQ(fetched(from(0, 2), 11), holds(0, 2)) << "a follower serves consumers (KIP-392)";
  EXPECT_EQ(listed({.partition_index = 0, .timestamp = latest_timestamp}),
            (ListOffsetsPartitionResponse{.error_code = refusal}));
  EXPECT_EQ(end_of(0), (OffsetForLeaderEpochEpochEndOffset{.error_code = refusal}));
  PartitionProduceResponse refused = produce_error(0, refusal);
  refused.current_leader = {.leader_id = -1, .leader_epoch = 2};
  EXPECT_EQ(produced_to_0(), refused);
}

TEST_F(LeaderEpoch, AProducerIsNotToldWhereALeaderIsThatIsNowhere) {
  move_leader(0, 9);
  ProduceResponse whole;
  PartitionProduceResponse refused = produce_error(0, ErrorCode::not_leader_or_follower);
  refused.current_leader = {.leader_id = 9, .leader_epoch = 2};

  EXPECT_EQ(produced_to_0(&whole), refused);
  EXPECT_TRUE(whole.node_endpoints.empty());
}

TEST_F(LeaderEpoch, RecordsCarryTheEpochInWhichTheyWereWritten) {
  const FetchPartitionData all = fetched(from(0, 0));
  Buffers both(BatchView::of(batch_of("a")).value().placed_at(0, 0));
  both.append(BatchView::of(batch_of("b")).value().placed_at(1, 1));
  EXPECT_EQ(all, holds(0, 2, both));
}

}  // namespace
}  // namespace cohort::broker
