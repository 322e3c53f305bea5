#include "api_world.hpp"
#include "fetch_samples.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cohort::broker {
namespace {

using std::chrono::milliseconds;
using testing::WireClient;
using namespace fetching;

class Fetching : public ::testing::Test {
 protected:
  Fetching() { api.create_topic("t", 2); }

  void produce(const std::string& topic, const Buffer& batch) {
    ASSERT_TRUE(client.ask<ProduceResponse>(produce_to(topic, batch), 9).has_value());
  }

  void create_with(const std::string& name, const std::string& key, const std::string& value) {
    CreateTopicsRequest request{.timeout_ms = 1000};
    request.topics = {{.name = name,
                       .num_partitions = 1,
                       .replication_factor = 1,
                       .configs = {{.name = key, .value = value}}}};
    ASSERT_TRUE(client.ask<CreateTopicsResponse>(request, 7).has_value());
  }

  ApiWorld api;
  WireClient client{api.world, "client"};
  WireClient reader{api.world, "reader"};
};

TEST_F(Fetching, APartitionNamedTwiceIsAnsweredOnceAsItWasNamedLast) {
  const Buffer batch = batch_of("a");
  produce("t", batch);
  FetchRequest request;
  request.topics = {topic("t", {from(0, 7), from(1, 0), from(0, 0)})};

  const auto response = reader.ask<FetchResponse>(request, 12);

  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 1, at_offset(batch, 0)), holds(1, 0)})};
  EXPECT_EQ(response, expected);
}

TEST_F(Fetching, UnknownPartitionsComeLastAndTopicsWithoutPartitionsNotAtAll) {
  FetchRequest request;
  request.topics = {topic("t", {from(9, 0)}), topic("t2", {from(0, 0)}), topic("e", {}),
                    topic("t", {from(0, 0)})};

  const auto response = reader.ask<FetchResponse>(request, 12);

  FetchResponse expected;
  expected.responses = {
      topic_answer("t", {holds(0, 0), not_read(9, ErrorCode::unknown_topic_or_partition)}),
      topic_answer("t2", {not_read(0, ErrorCode::unknown_topic_or_partition)})};
  EXPECT_EQ(response, expected);
}

TEST_F(Fetching, MoreThanMaxBytesIsNotWaitedFor) {
  const Buffer batch = batch_of("a");
  produce("t", batch);
  FetchRequest request{.max_wait_ms = 1000, .min_bytes = 1'000'000, .max_bytes = 10};
  request.topics = {topic("t", {from(0, 0)})};

  const auto response = reader.ask<FetchResponse>(request, 12);

  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 1, at_offset(batch, 0))})};
  EXPECT_EQ(response, expected);
}

TEST_F(Fetching, BytesOfABatchThatDoesNotFitCountAsFound) {
  const Buffer batch = batch_of("a");
  produce("t", batch);
  produce("t", batch);
  const auto size = static_cast<std::int32_t>(batch.size());
  FetchRequest request{.max_wait_ms = 1000, .min_bytes = size + 5};
  request.topics = {topic("t", {from(0, 0, size + 5)})};

  const auto response = reader.ask<FetchResponse>(request, 12);

  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 2, at_offset(batch, 0))})};
  EXPECT_EQ(response, expected);
}

TEST_F(Fetching, ANegativeLimitFailsOnlyWhereThereIsSomethingToRead) {
  produce("t", batch_of("a"));
  FetchRequest request;
  request.topics = {topic("t", {from(0, 0, -1), from(1, 0, -1)})};

  const auto response = reader.ask<FetchResponse>(request, 12);

  FetchResponse expected;
  expected.responses = {
      topic_answer("t", {failed(0, ErrorCode::unknown_server_error), holds(1, 0)})};
  EXPECT_EQ(response, expected);
}

TEST_F(Fetching, AnUnknownIsolationLevelFailsTheWholeRequest) {
  FetchRequest request{.isolation_level = 2};
  request.topics = {topic("t", {from(0, 0)})};

  FetchResponse expected{.error_code = ErrorCode::unknown_server_error};
  expected.responses = {topic_answer("t", {not_read(0, ErrorCode::unknown_server_error)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 12), expected);
}

TEST_F(Fetching, AnEpochBelowMinusOneIsNone) {
  FetchRequest request;
  FetchPartition wanted = from(0, 0);
  wanted.current_leader_epoch = -2;
  request.topics = {topic("t", {wanted})};

  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 0)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 12), expected);
}

TEST_F(Fetching, AStrangeReplicaIsToldWhoLeads) {
  const Uuid id = *api.broker_topic_id("t");
  FetchRequest request;
  request.replica_state.replica_id = 5;
  FetchTopic wanted = topic("", {from(0, 0)});
  wanted.topic_id = id;
  request.topics = {wanted};

  FetchPartitionData refusal = failed(0, ErrorCode::not_leader_or_follower);
  refusal.current_leader = {.leader_id = 1, .leader_epoch = 0};
  FetchResponse expected;
  expected.responses = {topic_answer("", {refusal})};
  expected.responses[0].topic_id = id;
  expected.node_endpoints = {{.node_id = 1, .host = "broker", .port = 9092}};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 16), expected);
}

TEST_F(Fetching, AReplicaWithAnEpochIsNoneOfThisEpochs) {
  FetchRequest request{.replica_id = 5};
  FetchPartition wanted = from(0, 0);
  wanted.current_leader_epoch = 0;
  request.topics = {topic("t", {wanted})};

  FetchResponse expected;
  expected.responses = {topic_answer("t", {failed(0, ErrorCode::unknown_leader_epoch)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 12), expected);
}

TEST_F(Fetching, ATopicDeletedWhileWaitedForIsAnUnknownPartitionByIdToo) {
  FetchRequest request{.max_wait_ms = 60'000, .min_bytes = 1};
  FetchTopic wanted = topic("", {from(0, 0)});
  wanted.topic_id = *api.broker_topic_id("t");
  request.topics = {wanted};
  ASSERT_EQ(reader.ask<FetchResponse>(request, 13), std::nullopt);

  DeleteTopicsRequest deletion{.timeout_ms = 1000};
  deletion.topic_names = {"t"};
  ASSERT_TRUE(client.ask<DeleteTopicsResponse>(deletion, 5).has_value());

  FetchResponse expected;
  expected.responses = {topic_answer("", {failed(0, ErrorCode::unknown_topic_or_partition)})};
  expected.responses[0].topic_id = wanted.topic_id;
  EXPECT_EQ(reader.take<FetchResponse>(13), expected);
}

TEST_F(Fetching, ATopicInZstdIsNotForClientsBelowVersion10EvenIfEmpty) {
  create_with("z", "compression.type", "zstd");
  FetchRequest request;
  request.topics = {topic("z", {from(0, 0)})};

  FetchResponse expected;
  expected.responses = {topic_answer("z", {not_read(0, ErrorCode::unsupported_compression_type)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 9), expected);
  expected.responses = {topic_answer("z", {holds(0, 0)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 10), expected);
}

TEST_F(Fetching, ATopicThatIsNotConvertedDownIsNotForClientsBelowVersion4) {
  create_with("d", "message.downconversion.enable", "false");
  FetchRequest request;
  request.topics = {topic("d", {from(0, 0)})};

  const auto response = reader.ask<FetchResponse>(request, 3);
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->responses[0].partitions[0].error_code, ErrorCode::unsupported_version);
  FetchResponse expected;
  expected.responses = {topic_answer("d", {holds(0, 0)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 5), expected);
}

TEST_F(Fetching, AWaitEndsWhenThereAreMinBytesAndNotBefore) {
  const Buffer batch = batch_of("a");
  FetchRequest request{.max_wait_ms = 60'000,
                       .min_bytes = static_cast<std::int32_t>(batch.size()) + 1};
  request.topics = {topic("t", {from(0, 0)})};
  ASSERT_EQ(reader.ask<FetchResponse>(request, 12), std::nullopt);

  produce("t", batch);
  EXPECT_EQ(reader.take<FetchResponse>(12), std::nullopt);
  produce("t", batch);

  Buffers both = at_offset(batch, 0);
  both.append(at_offset(batch, 1));
  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 2, both)})};
  EXPECT_EQ(reader.take<FetchResponse>(12), expected);
}

TEST(LongFetch, TheLongestWaitIsNoTrouble) {
  Config config;
  config.set("connections.max.idle.ms", "-1");
  ApiWorld api(config);
  api.create_topic("t");
  WireClient reader(api.world, "reader");
  FetchRequest request{.max_wait_ms = std::numeric_limits<std::int32_t>::max(), .min_bytes = 1};
  request.topics = {topic("t", {from(0, 0)})};
  ASSERT_EQ(reader.ask<FetchResponse>(request, 12), std::nullopt);

  api.world.advance(milliseconds(std::numeric_limits<std::int32_t>::max()));

  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 0)})};
  EXPECT_EQ(reader.take<FetchResponse>(12), expected);
}

TEST_F(Fetching, ANegativeWaitIsNone) {
  FetchRequest request{.max_wait_ms = std::numeric_limits<std::int32_t>::min(), .min_bytes = 1};
  request.topics = {topic("t", {from(0, 0)})};

  FetchResponse expected;
  expected.responses = {topic_answer("t", {holds(0, 0)})};
  EXPECT_EQ(reader.ask<FetchResponse>(request, 12), expected);
}

}  // namespace
}  // namespace cohort::broker
