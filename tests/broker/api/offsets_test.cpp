#include "api_world.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;

class Offsets : public ::testing::Test {
 protected:
  Offsets() {
    api.create_topic("t", 2);
    api.create_topic("u");
  }

  ApiWorld api;
  WireClient client{api.world, "client"};
};

OffsetCommitRequestPartition commits(std::int32_t partition) {
  return {.partition_index = partition, .committed_offset = 5, .committed_metadata = "m"};
}

OffsetCommitResponsePartition told(std::int32_t partition, ErrorCode error = ErrorCode::none) {
  return {.partition_index = partition, .error_code = error};
}

OffsetCommitRequest commit_of(std::vector<OffsetCommitRequestTopic> topics) {
  OffsetCommitRequest request{.group_id = "g"};
  request.topics = std::move(topics);
  return request;
}

OffsetCommitResponse commit_answer(std::vector<OffsetCommitResponseTopic> topics) {
  return {.topics = std::move(topics)};
}

TEST_F(Offsets, ACommitOfVersion0ForUnknownPartitionsAloneSaysThatTheyAreUnknown) {
  const auto request = commit_of({{.name = "t", .partitions = {commits(7)}}, {.name = "nope"}});

  EXPECT_EQ(
      client.ask<OffsetCommitResponse>(request, 0),
      commit_answer({{.name = "t", .partitions = {told(7, ErrorCode::unknown_topic_or_partition)}},
                     {.name = "nope"}}));
}

TEST_F(Offsets, ACommitOfVersion0IsRefusedForUnknownPartitionsToo) {
  const auto request = commit_of({{.name = "t", .partitions = {commits(0), commits(7)}},
                                  {.name = "nope", .partitions = {commits(0)}}});

  constexpr ErrorCode refusal = ErrorCode::unsupported_version;
  EXPECT_EQ(client.ask<OffsetCommitResponse>(request, 0),
            commit_answer({{.name = "t", .partitions = {told(0, refusal), told(7, refusal)}},
                           {.name = "nope", .partitions = {told(0, refusal)}}}));
}

TEST_F(Offsets, ATopicCommittedTwiceIsAnsweredTwice) {
  const auto request = commit_of({{.name = "t", .partitions = {commits(0)}},
                                  {.name = "u"},
                                  {.name = "t", .partitions = {commits(1)}}});

  EXPECT_EQ(client.ask<OffsetCommitResponse>(request, 8),
            commit_answer(
                {{.name = "t", .partitions = {told(0)}}, {.name = "t", .partitions = {told(1)}}}));
}

TEST_F(Offsets, ARefusalPutsTheTopicsOfACommitTogether) {
  const auto request = commit_of({{.name = "t", .partitions = {commits(0)}},
                                  {.name = "nope"},
                                  {.name = "t", .partitions = {commits(1), commits(9)}}});

  EXPECT_EQ(client.ask<OffsetCommitResponse>(request, 8),
            commit_answer({{.name = "nope"},
                           {.name = "t",
                            .partitions = {told(9, ErrorCode::unknown_topic_or_partition), told(0),
                                           told(1)}}}));
}

TEST_F(Offsets, FetchedTopicsComeBackAsTheyWereNamed) {
  OffsetFetchRequest request;
  OffsetFetchRequestGroup group{.group_id = "g"};
  group.topics.emplace() = {{.name = "t", .partition_indexes = {0}}, {.name = "u"}, {.name = "t"}};
  request.groups = {group};

  OffsetFetchResponse expected;
  OffsetFetchResponseGroup answered{.group_id = "g"};
  answered.topics = {
      {.name = "t", .partitions = {{.partition_index = 0, .committed_offset = -1, .metadata = ""}}},
      {.name = "u"},
      {.name = "t"}};
  expected.groups = {answered};
  EXPECT_EQ(client.ask<OffsetFetchResponse>(request, 8), expected);
}

TEST_F(Offsets, FetchingForNoGroupIsAnsweredWithNone) {
  EXPECT_EQ(client.ask<OffsetFetchResponse>(OffsetFetchRequest{}, 8), OffsetFetchResponse{});
}

TEST_F(Offsets, DeletingFromAnUnknownGroupSaysSoWhateverThePartitions) {
  OffsetDeleteRequest request{.group_id = "nope"};
  for (const bool has_topics : {false, true}) {
    if (has_topics) request.topics = {{.name = "none", .partitions = {{.partition_index = 0}}}};
    EXPECT_EQ(client.ask<OffsetDeleteResponse>(request, 0),
              (OffsetDeleteResponse{.error_code = ErrorCode::group_id_not_found}));
  }
}

TEST_F(Offsets, DeletingFromAKnownTopicNoPartitionsIsPassedOver) {
  ASSERT_TRUE(
      client.ask<OffsetCommitResponse>(commit_of({{.name = "t", .partitions = {commits(0)}}}), 8)
          .has_value());
  OffsetDeleteRequest request{.group_id = "g"};
  request.topics = {{.name = "t"}, {.name = "none"}};

  OffsetDeleteResponse expected;
  expected.topics = {{.name = "none"}};
  EXPECT_EQ(client.ask<OffsetDeleteResponse>(request, 0), expected);
}

OffsetDeleteResponsePartition deleted(std::int32_t partition, ErrorCode error = ErrorCode::none) {
  return {.partition_index = partition, .error_code = error};
}

TEST_F(Offsets, ARefusalPutsTheTopicsOfADeletionTogether) {
  ASSERT_TRUE(
      client.ask<OffsetCommitResponse>(commit_of({{.name = "t", .partitions = {commits(0)}}}), 8)
          .has_value());
  OffsetDeleteRequest request{.group_id = "g"};
  OffsetDeleteResponse expected;
  request.topics = {{.name = "t", .partitions = {{0}}}, {.name = "t", .partitions = {{1}}}};
  expected.topics = {{.name = "t", .partitions = {deleted(0)}},
                     {.name = "t", .partitions = {deleted(1)}}};
  EXPECT_EQ(client.ask<OffsetDeleteResponse>(request, 0), expected);

  ASSERT_TRUE(
      client.ask<OffsetCommitResponse>(commit_of({{.name = "t", .partitions = {commits(0)}}}), 8)
          .has_value());
  request.topics = {{.name = "t", .partitions = {{0}, {9}, {1}}},
                    {.name = "t", .partitions = {{1}}}};
  expected.topics = {{.name = "t",
                      .partitions = {deleted(9, ErrorCode::unknown_topic_or_partition), deleted(0),
                                     deleted(1), deleted(1)}}};
  EXPECT_EQ(client.ask<OffsetDeleteResponse>(request, 0), expected);
}

ListOffsetsRequest list_of(ListOffsetsPartition partition) {
  ListOffsetsRequest request{.replica_id = -1};
  request.topics = {{.name = "t", .partitions = {partition}}};
  return request;
}

ListOffsetsResponse listed(ListOffsetsPartitionResponse partition) {
  ListOffsetsResponse response;
  response.topics = {{.name = "t", .partitions = {std::move(partition)}}};
  return response;
}

TEST_F(Offsets, ListingV0KnowsNoNegativeTimestampsBelowMinusTwo) {
  for (const std::int32_t partition : {0, 9}) {
    EXPECT_EQ(
        client.ask<ListOffsetsResponse>(
            list_of({.partition_index = partition, .timestamp = -3, .max_num_offsets = 1}), 0),
        listed({.partition_index = partition, .error_code = ErrorCode::unsupported_version}));
  }
}

TEST_F(Offsets, ListingV0FailsOnANegativeCount) {
  EXPECT_EQ(client.ask<ListOffsetsResponse>(
                list_of({.partition_index = 0, .timestamp = -1, .max_num_offsets = -1}), 0),
            listed({.partition_index = 0, .error_code = ErrorCode::unknown_server_error}));
}

TEST_F(Offsets, ListingV0FindsNothingByAnOldTimeInALogWithoutRecords) {
  EXPECT_EQ(client.ask<ListOffsetsResponse>(
                list_of({.partition_index = 0, .timestamp = 1000, .max_num_offsets = 5}), 0),
            listed({.partition_index = 0}));
}

TEST_F(Offsets, ListingByAnUnknownIsolationLevelFailsForConsumersOnly) {
  ListOffsetsRequest request = list_of({.partition_index = 0, .timestamp = -1});
  request.isolation_level = 2;
  EXPECT_EQ(client.ask<ListOffsetsResponse>(request, 4),
            listed({.partition_index = 0, .error_code = ErrorCode::unknown_server_error}));

  request.replica_id = -2;
  EXPECT_EQ(client.ask<ListOffsetsResponse>(request, 4),
            listed({.partition_index = 0, .offset = 0, .leader_epoch = 0}));
}

}  // namespace
}  // namespace cohort::broker
