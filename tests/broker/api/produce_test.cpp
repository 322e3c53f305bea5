#include "api_world.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;

class Producing : public ::testing::Test {
 protected:
  Producing() { api.create_topic("t", 2); }

  ApiWorld api;
  WireClient client{api.world, "client"};
};

ProduceResponse produced_answer(std::vector<TopicProduceResponse> topics) {
  return {.responses = std::move(topics)};
}

TEST_F(Producing, APartitionNamedTwiceGetsItsLastBatchOnly) {
  ProduceRequest request{.acks = -1};
  request.topic_data = {
      {.name = "t", .partition_data = {produced(0, batch_of("lost")), produced(1, batch_of("b"))}},
      {.name = "t", .partition_data = {produced(0, batch_of("kept"))}}};

  const auto response = client.ask<ProduceResponse>(request, 9);

  EXPECT_EQ(
      response,
      produced_answer({{.name = "t", .partition_responses = {stored_at(0, 0), stored_at(1, 0)}}}));
  const PartitionLog& log = api.broker().state().catalog.find("t", 0)->log;
  ASSERT_EQ(log.batches().size(), 1u);
  EXPECT_EQ(log.batches()[0].batch.bytes(), batch_of("kept"));
}

TEST_F(Producing, AFaultyMentionOfAPartitionHidesThatAnotherWasStored) {
  ProduceRequest request{.acks = -1};
  request.topic_data = {
      {.name = "t", .partition_data = {produced(0, batch_of("a")), produced(0, Buffer())}}};

  const auto response = client.ask<ProduceResponse>(request, 9);

  EXPECT_EQ(
      response,
      produced_answer(
          {{.name = "t", .partition_responses = {produce_error(0, ErrorCode::invalid_record)}}}));
  EXPECT_EQ(api.broker().state().catalog.find("t", 0)->log.log_end_offset(), 1);
}

// Commits that were replaced are of no use to anybody, and must not hold producers up.
TEST(FullBroker, WhatTheCoordinatorsReplacedMakesRoomBeforeAProducerIsRefused) {
  Config config;
  config.memory_limit = 1'500'000;
  ApiWorld api(config);
  api.create_topic("t", 25);
  WireClient client(api.world, "client");
  OffsetCommitRequest commit{.group_id = "g"};
  OffsetCommitRequestTopic& topic = commit.topics.emplace_back();
  topic.name = "t";
  for (std::int32_t partition = 0; partition < 25; ++partition) {
    topic.partitions.push_back({.partition_index = partition,
                                .committed_offset = 1,
                                .committed_metadata = std::string(4'000, 'm')});
  }
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(client.ask<OffsetCommitResponse>(commit, 8).has_value());
  EXPECT_GT(api.broker().state().catalog.total_bytes(), 850'000);

  const Buffer large = batch_of(std::string(1'000'000, 'v'));
  EXPECT_EQ(client.ask<ProduceResponse>(produce_to("t", large), 9),
            produced_answer({{.name = "t", .partition_responses = {stored_at(0, 0)}}}));
  EXPECT_EQ(client.ask<ProduceResponse>(produce_to("t", large), 9),
            produced_answer(
                {{.name = "t",
                  .partition_responses = {produce_error(0, ErrorCode::kafka_storage_error)}}}));
}

TEST_F(Producing, TopicsWithoutPartitionsAreNotAnswered) {
  ProduceRequest request{.acks = 1};
  request.topic_data = {{.name = "t"}, {.name = "unknown"}};

  EXPECT_EQ(client.ask<ProduceResponse>(request, 9), produced_answer({}));
}

TEST_F(Producing, WhatTheVersionDemandsIsCheckedBeforeAcks) {
  ProduceRequest request{.acks = 2};
  request.topic_data = {
      {.name = "t", .partition_data = {produced(0, Buffer()), produced(1, batch_of("a"))}},
      {.name = "unknown", .partition_data = {produced(0, Buffer())}}};

  const auto response = client.ask<ProduceResponse>(request, 9);

  EXPECT_EQ(
      response,
      produced_answer(
          {{.name = "t",
            .partition_responses = {produce_error(0, ErrorCode::invalid_record),
                                    produce_error(1, ErrorCode::invalid_required_acks)}},
           {.name = "unknown",
            .partition_responses = {produce_error(0, ErrorCode::unknown_topic_or_partition)}}}));
}

TEST_F(Producing, OnlyAnAdministratorsClientWritesToInternalTopics) {
  api.create_topic("__consumer_offsets");
  WireClient administrator(api.world, "__admin_client");
  const ProduceRequest request = produce_to("__consumer_offsets", batch_of("a"));

  EXPECT_EQ(client.ask<ProduceResponse>(request, 9),
            produced_answer(
                {{.name = "__consumer_offsets",
                  .partition_responses = {produce_error(0, ErrorCode::invalid_topic_exception)}}}));
  EXPECT_EQ(
      administrator.ask<ProduceResponse>(request, 9),
      produced_answer({{.name = "__consumer_offsets", .partition_responses = {stored_at(0, 0)}}}));
}

TEST_F(Producing, WithoutAcksAnErrorClosesAndSuccessIsSilent) {
  ProduceRequest request = produce_to("t", batch_of("a"));
  request.acks = 0;
  EXPECT_EQ(client.ask<ProduceResponse>(request, 9), std::nullopt);
  EXPECT_FALSE(client.is_closed());

  request.topic_data[0].name = "unknown";
  EXPECT_EQ(client.ask<ProduceResponse>(request, 9), std::nullopt);
  EXPECT_TRUE(client.is_closed());
}

}  // namespace
}  // namespace cohort::broker
