// What a broker answers that was told to be Kafka 2.4.
#include "api_world.hpp"
#include "fetch_samples.hpp"
#include "release_versions.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;

Config as_2_4() { return {.release = Release::kafka_2_4}; }

class AsVersion24 : public ::testing::Test {
 protected:
  AsVersion24() { api.create_topic("t", 2); }

  std::optional<OffsetCommitResponse> commit(const std::string& group, std::int32_t partition,
                                             const std::string& metadata = "m") {
    OffsetCommitRequest request{.group_id = group};
    request.topics = {{.name = "t",
                       .partitions = {{.partition_index = partition,
                                       .committed_offset = 5,
                                       .committed_metadata = metadata}}}};
    return client.ask<OffsetCommitResponse>(request, 0);
  }

  static OffsetCommitResponse committed(std::int32_t partition, ErrorCode error) {
    return {.topics = {{.name = "t",
                        .partitions = {{.partition_index = partition, .error_code = error}}}}};
  }

  std::optional<OffsetFetchResponse> fetch(const std::string& group, std::int16_t version) {
    OffsetFetchRequest request{.group_id = group};
    request.topics.emplace() = {{.name = "t", .partition_indexes = {0, 1, 9, 0}}};
    return client.ask<OffsetFetchResponse>(request, version);
  }

  static OffsetFetchResponsePartition nothing(std::int32_t partition,
                                              ErrorCode error = ErrorCode::none) {
    return {
        .partition_index = partition, .committed_offset = -1, .metadata = "", .error_code = error};
  }

  ApiWorld api{as_2_4()};
  WireClient client{api.world, "client"};
};

TEST(ReleaseVersions, TellOfEachReleaseWhatItHas) {
  EXPECT_EQ(versions_in(Release::kafka_2_4, ApiKey::fetch), (Versions{0, 11}));
  EXPECT_EQ(versions_in(Release::kafka_2_4, ApiKey::offset_delete), (Versions{0, 0}));
  EXPECT_EQ(versions_in(Release::kafka_2_4, ApiKey::describe_client_quotas), std::nullopt);
  EXPECT_EQ(release_from_name("2.4"), Release::kafka_2_4);
  EXPECT_EQ(release_from_name("3.9"), Release::kafka_3_9);
  EXPECT_EQ(release_from_name("2.5"), std::nullopt);
}

TEST_F(AsVersion24, ApiVersionsListsWhatTheReleaseHas) {
  const auto response = client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0);
  ASSERT_TRUE(response.has_value());
  for (const auto& each : response->api_keys) {
    const std::optional<Versions> had = versions_in(Release::kafka_2_4, ApiKey{each.api_key});
    EXPECT_EQ(had, (Versions{each.min_version, each.max_version}));
  }
  EXPECT_EQ(response->api_keys.front().max_version, 8);
}

TEST_F(AsVersion24, AnApiVersionsOf3_9IsToldTheRange) {
  client.send(ApiVersionsRequest{.client_software_name = "a", .client_software_version = "1"}, 4);
  api.world.settle();
  ApiVersionsResponse expected{.error_code = ErrorCode::unsupported_version};
  expected.api_keys = {{ApiKey::api_versions, 0, 3}};
  EXPECT_EQ(client.take<ApiVersionsResponse>(0), expected);
}

TEST_F(AsVersion24, LaterVersionsAndApisAreNotServed) {
  client.send(FetchRequest{}, 12);
  WireClient other(api.world, "other");
  other.send(DescribeClusterRequest{}, 0);
  api.world.settle();
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(other.is_closed());
}

TEST_F(AsVersion24, OffsetsOfVersion0AreKeptApartFromTheGroups) {
  EXPECT_EQ(commit("g", 0), committed(0, ErrorCode::none));

  constexpr ErrorCode unknown = ErrorCode::unknown_topic_or_partition;
  OffsetFetchResponse expected;
  expected.topics = {{.name = "t",
                      .partitions = {{.partition_index = 0, .committed_offset = 5, .metadata = ""},
                                     nothing(1, unknown),
                                     nothing(9, unknown)}}};
  EXPECT_EQ(fetch("g", 0), expected);
  expected.topics[0].partitions = {nothing(0), nothing(1), nothing(9), nothing(0)};
  EXPECT_EQ(fetch("g", 1), expected);
  EXPECT_EQ(api.broker().state().coordinator.describe("g"), std::nullopt);
}

TEST_F(AsVersion24, ACommitOfVersion0IsCheckedForItsPartitionItsMetadataAndItsGroupsName) {
  EXPECT_EQ(commit("g", 9), committed(9, ErrorCode::unknown_topic_or_partition));
  EXPECT_EQ(commit("g", 0, std::string(4097, 'x')),
            committed(0, ErrorCode::offset_metadata_too_large));
  for (const char* group : {"", "a//b", "/a", "a/", "..", "a/./b", "a\nb"}) {
    EXPECT_EQ(commit(group, 0), committed(0, ErrorCode::unknown_server_error)) << group;
  }
  EXPECT_EQ(commit("a/b", 0), committed(0, ErrorCode::none));
}

TEST_F(AsVersion24, OperationsThatNobodyAskedForAreZero) {
  DescribeGroupsRequest groups;
  groups.groups = {"g"};
  EXPECT_EQ(client.ask<DescribeGroupsResponse>(groups, 5)->groups[0].authorized_operations, 0);
  const auto metadata = client.ask<MetadataResponse>(MetadataRequest{.topics = std::nullopt}, 8);
  EXPECT_EQ(metadata->topics[0].topic_authorized_operations, 0);
  EXPECT_EQ(metadata->cluster_authorized_operations, 0);
}

TEST_F(AsVersion24, ATopicThatMetadataMakesHasNoLeaderYet) {
  MetadataRequest request;
  request.topics.emplace() = {{.name = "new"}, {.name = "no way"}};
  const auto first = client.ask<MetadataResponse>(request, 5);
  EXPECT_EQ(first->topics[0].error_code, ErrorCode::leader_not_available);
  EXPECT_EQ(first->topics[1].error_code, ErrorCode::invalid_topic_exception);
  EXPECT_EQ(client.ask<MetadataResponse>(request, 5)->topics[0].error_code, ErrorCode::none);
}

TEST_F(AsVersion24, WhereNothingMayBeMadeABadNameIsJustUnknown) {
  MetadataRequest request{.allow_auto_topic_creation = false};
  request.topics.emplace() = {{.name = ""}};
  EXPECT_EQ(client.ask<MetadataResponse>(request, 4)->topics[0].error_code,
            ErrorCode::unknown_topic_or_partition);
}

TEST_F(AsVersion24, ACoordinatorOfAnUnknownTypeIsAServerError) {
  const auto answer =
      client.ask<FindCoordinatorResponse>(FindCoordinatorRequest{.key = "g", .key_type = 5}, 1);
  EXPECT_EQ(answer->error_code, ErrorCode::unknown_server_error);
}

TEST_F(AsVersion24, ListOffsetsAnswersAPartitionThatIsNamedTwiceOnce) {
  ListOffsetsRequest request;
  request.topics = {{.name = "t", .partitions = {{.partition_index = 0}, {.partition_index = 0}}}};
  ListOffsetsResponse expected;
  expected.topics = {
      {.name = "t",
       .partitions = {{.partition_index = 0, .error_code = ErrorCode::invalid_request}}}};
  EXPECT_EQ(client.ask<ListOffsetsResponse>(request, 5), expected);
}

TEST_F(AsVersion24, CreateTopicsWithoutTimeTimesOutAndMakesTheTopicAllTheSame) {
  CreateTopicsRequest request{.timeout_ms = 0};
  request.topics = {{.name = "late", .num_partitions = 1, .replication_factor = 1}};
  const auto response = client.ask<CreateTopicsResponse>(request, 5);
  EXPECT_EQ(response->topics[0].error_code, ErrorCode::request_timed_out);
  EXPECT_NE(api.broker_topic_id("late"), std::nullopt);
}

TEST_F(AsVersion24, ATransactionNeedsNotKnowTheGroupWhoseOffsetsItCommits) {
  TxnOffsetCommitRequest request{
      .transactional_id = "x", .group_id = "g", .producer_id = 7, .producer_epoch = 0};
  request.topics = {{.name = "t", .partitions = {{.partition_index = 0, .committed_offset = 1}}}};
  TxnOffsetCommitResponse expected;
  expected.topics = {{.name = "t", .partitions = {{.partition_index = 0}}}};
  EXPECT_EQ(client.ask<TxnOffsetCommitResponse>(request, 2), expected);
}

}  // namespace
}  // namespace cohort::broker
