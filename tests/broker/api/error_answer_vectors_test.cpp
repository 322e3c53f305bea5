// The answer that says nothing but an error, whole, for the APIs that have it in different places
// by version. Source of the values: getErrorResponse of each of Kafka's requests.
#include "api/error_answers.hpp"
#include <cohort/protocol/messages.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace cohort::broker {
namespace {

constexpr ErrorCode error = ErrorCode::kafka_storage_error;

TEST(ErrorAnswer, OfProduceIsForEachPartitionOnce) {
  ProduceRequest request{.acks = -1};
  request.topic_data = {{.name = "a", .partition_data = {{.index = 1}, {.index = 0}}},
                        {.name = "b", .partition_data = {{.index = 0}}},
                        {.name = "a", .partition_data = {{.index = 1}, {.index = 2}}}};

  ProduceResponse expected;
  const auto refused = [](std::int32_t index) {
    return PartitionProduceResponse{.index = index, .error_code = error, .base_offset = -1};
  };
  expected.responses = {{.name = "a", .partition_responses = {refused(1), refused(0), refused(2)}},
                        {.name = "b", .partition_responses = {refused(0)}}};
  EXPECT_EQ(error_answer(request, error, 9), expected);
}

TEST(ErrorAnswer, OfFetchIsForEachPartitionUntilTopicsHaveIds) {
  FetchRequest request{.session_id = 7};
  request.topics = {{.topic = "a", .partitions = {{.partition = 1}, {.partition = 0}}}};
  request.forgotten_topics_data = {{.topic = "b", .partitions = {0}}};

  FetchResponse expected{.error_code = error, .session_id = 7};
  const auto refused = [](std::int32_t index) {
    return FetchPartitionData{.partition_index = index, .error_code = error, .high_watermark = -1};
  };
  expected.responses = {{.topic = "a", .partitions = {refused(1), refused(0)}}};
  EXPECT_EQ(error_answer(request, error, 12), expected);
}

TEST(ErrorAnswer, OfFetchIsOnlyOfAllOnceTopicsHaveIds) {
  FetchRequest request{.session_id = 7};
  request.topics = {{.topic_id = uuid_from_bits(1, 2), .partitions = {{.partition = 1}}}};

  EXPECT_EQ(error_answer(request, error, 13),
            (FetchResponse{.error_code = error, .session_id = 7}));
}

TEST(ErrorAnswer, OfOffsetCommitIsForEachPartition) {
  OffsetCommitRequest request{.group_id = "g"};
  request.topics = {{.name = "a", .partitions = {{.partition_index = 1}, {.partition_index = 0}}},
                    {.name = "b"}};

  OffsetCommitResponse expected;
  expected.topics = {{.name = "a",
                      .partitions = {{.partition_index = 1, .error_code = error},
                                     {.partition_index = 0, .error_code = error}}},
                     {.name = "b"}};
  EXPECT_EQ(error_answer(request, error, 8), expected);
}

TEST(ErrorAnswer, OfOffsetFetchIsForEachPartitionBeforeVersion2) {
  OffsetFetchRequest request{.group_id = "g"};
  request.topics.emplace() = {{.name = "a", .partition_indexes = {1, 0, 1}}};

  OffsetFetchResponse expected;
  expected.topics = {
      {.name = "a",
       .partitions = {{.partition_index = 0, .committed_offset = -1, .error_code = error},
                      {.partition_index = 1, .committed_offset = -1, .error_code = error}}}};
  EXPECT_EQ(error_answer(request, error, 1), expected);
}

TEST(ErrorAnswer, OfOffsetFetchIsOfAllBeforeItHasSeveralGroups) {
  OffsetFetchRequest request{.group_id = "g"};
  request.topics.emplace() = {{.name = "a", .partition_indexes = {1}}};

  EXPECT_EQ(error_answer(request, error, 2), (OffsetFetchResponse{.error_code = error}));
  EXPECT_EQ(error_answer(request, error, 7), (OffsetFetchResponse{.error_code = error}));
}

TEST(ErrorAnswer, OfOffsetFetchIsForEachGroupFromVersion8On) {
  OffsetFetchRequest request;
  request.groups = {{.group_id = "b"}, {.group_id = "a"}, {.group_id = "b"}};
  request.groups.at(0).topics.emplace() = {{.name = "t", .partition_indexes = {0}}};

  OffsetFetchResponse expected;
  expected.groups = {{.group_id = "b", .error_code = error},
                     {.group_id = "a", .error_code = error}};
  EXPECT_EQ(error_answer(request, error, 8), expected);
}

TEST(ErrorAnswer, OfLeaveGroupNamesNoMember) {
  LeaveGroupRequest request{.group_id = "g", .members = {{.member_id = "m"}}};

  EXPECT_EQ(error_answer(request, error, 3), (LeaveGroupResponse{.error_code = error}));
}

TEST(ErrorAnswer, OfJoinGroupHasNoProtocolAsItsVersionSaysThat) {
  const JoinGroupRequest request{.group_id = "g", .member_id = "m"};

  EXPECT_EQ(error_answer(request, error, 6),
            (JoinGroupResponse{.error_code = error, .protocol_name = ""}));
  EXPECT_EQ(error_answer(request, error, 7),
            (JoinGroupResponse{.error_code = error, .protocol_name = std::nullopt}));
}

TEST(ErrorAnswer, OfAddPartitionsToTxnIsForEachPartitionUntilItHasSeveralTransactions) {
  AddPartitionsToTxnRequest request;
  request.v3_and_below_topics = {{.name = "a", .partitions = {1, 0}}};
  AddPartitionsToTxnResponse expected;
  expected.results_by_topic_v3_and_below = {
      {.name = "a",
       .results_by_partition = {{.partition_index = 1, .partition_error_code = error},
                                {.partition_index = 0, .partition_error_code = error}}}};
  EXPECT_EQ(error_answer(request, error, 3), expected);

  AddPartitionsToTxnRequest several;
  several.transactions = {{.transactional_id = "x", .topics = {{.name = "a", .partitions = {1}}}}};
  EXPECT_EQ(error_answer(several, error, 4), (AddPartitionsToTxnResponse{.error_code = error}));
}

TEST(ErrorAnswer, OfMetadataIsForEachTopicAndNamesNoBroker) {
  const Uuid id = uuid_from_bits(1, 2);
  MetadataRequest request;
  request.topics.emplace() = {{.name = "a"}, {.topic_id = id, .name = std::nullopt}};

  MetadataResponse expected;
  expected.topics = {{.error_code = error, .name = "a"},
                     {.error_code = error, .name = "", .topic_id = id}};
  EXPECT_EQ(error_answer(request, error, 12), expected);
  EXPECT_EQ(error_answer(MetadataRequest{.topics = std::nullopt}, error, 12), MetadataResponse{});
}

TEST(ErrorAnswer, OfFindCoordinatorIsForEachKeyFromVersion4On) {
  EXPECT_EQ(
      error_answer(FindCoordinatorRequest{.key = "g"}, error, 3),
      (FindCoordinatorResponse{
          .error_code = error, .error_message = "KAFKA_STORAGE_ERROR", .node_id = -1, .port = -1}));

  FindCoordinatorResponse expected;
  expected.coordinators = {{.key = "g",
                            .node_id = -1,
                            .port = -1,
                            .error_code = error,
                            .error_message = "KAFKA_STORAGE_ERROR"}};
  EXPECT_EQ(error_answer(FindCoordinatorRequest{.coordinator_keys = {"g"}}, error, 4), expected);
}

TEST(ErrorAnswer, OfTopicsToMakeHasNoMessage) {
  CreateTopicsRequest request;
  request.topics = {{.name = "a", .num_partitions = 3}, {.name = "a"}};

  CreateTopicsResponse expected;
  expected.topics = {{.name = "a", .error_code = error, .error_message = std::nullopt},
                     {.name = "a", .error_code = error, .error_message = std::nullopt}};
  EXPECT_EQ(error_answer(request, error, 7), expected);
}

TEST(ErrorAnswer, OfTopicsToDeleteNamesThemAsTheRequestDoes) {
  const Uuid id = uuid_from_bits(1, 2);
  DeleteTopicsRequest by_name{.topic_names = {"a"}};
  DeleteTopicsResponse expected_name;
  expected_name.responses = {{.name = "a", .error_code = error}};
  EXPECT_EQ(error_answer(by_name, error, 5), expected_name);

  DeleteTopicsRequest by_id;
  by_id.topics = {{.name = std::nullopt, .topic_id = id}};
  DeleteTopicsResponse expected_id;
  expected_id.responses = {{.name = std::nullopt, .topic_id = id, .error_code = error}};
  EXPECT_EQ(error_answer(by_id, error, 6), expected_id);
}

TEST(ErrorAnswer, OfMarkersIsForEachPartitionOfAProducerOnce) {
  WriteTxnMarkersRequest request;
  request.markers = {{.producer_id = 5, .topics = {{.name = "a", .partition_indexes = {1, 0}}}},
                     {.producer_id = 4},
                     {.producer_id = 5, .topics = {{.name = "a", .partition_indexes = {1}}}}};

  WriteTxnMarkersResponse expected;
  expected.markers = {{.producer_id = 4},
                      {.producer_id = 5,
                       .topics = {{.name = "a",
                                   .partitions = {{.partition_index = 0, .error_code = error},
                                                  {.partition_index = 1, .error_code = error}}}}}};
  EXPECT_EQ(error_answer(request, error, 1), expected);
}

TEST(ErrorAnswer, OfApiVersionsSaysItsOwnVersionsWhereTheVersionIsTheFault) {
  ApiVersionsResponse expected{.error_code = ErrorCode::unsupported_version};
  expected.api_keys = {{ApiKey::api_versions, 0, 4}};
  EXPECT_EQ(error_answer(ApiVersionsRequest{}, ErrorCode::unsupported_version, 3), expected);
  EXPECT_EQ(error_answer(ApiVersionsRequest{}, error, 3),
            (ApiVersionsResponse{.error_code = error}));
}

TEST(ErrorAnswer, OfClientQuotasHasNoEntries) {
  EXPECT_EQ(error_answer(DescribeClientQuotasRequest{}, error, 1),
            (DescribeClientQuotasResponse{
                .error_code = error, .error_message = std::nullopt, .entries = std::nullopt}));
}

}  // namespace
}  // namespace cohort::broker
