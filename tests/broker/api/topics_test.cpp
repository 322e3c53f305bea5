#include "api_world.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;

class Topics : public ::testing::Test {
 protected:
  Topics() { api.create_topic("t"); }

  bool exists(const std::string& name) { return api.broker_topic_id(name).has_value(); }

  ApiWorld api;
  WireClient client{api.world, "client"};
};

CreateTopicsCreatableTopic wanted(const std::string& name) {
  return {.name = name, .num_partitions = 1, .replication_factor = 1};
}

CreateTopicsCreatableTopicResult refused(const std::string& name, ErrorCode error,
                                         std::optional<std::string> message = std::nullopt) {
  return {.name = name, .error_code = error, .error_message = std::move(message)};
}

TEST_F(Topics, WithNoTimeEveryMentionOfARequestTimesOut) {
  CreateTopicsRequest request{.topics = {wanted("a"), wanted("b"), wanted("b")}, .timeout_ms = 0};

  const auto response = client.ask<CreateTopicsResponse>(request, 5);

  EXPECT_EQ(response,
            (CreateTopicsResponse{.topics = {refused("a", ErrorCode::request_timed_out),
                                             refused("b", ErrorCode::request_timed_out),
                                             refused("b", ErrorCode::request_timed_out)}}));
  EXPECT_FALSE(exists("a"));
}

TEST_F(Topics, WhatNeedsNoControllerTakesNoTime) {
  CreateTopicsRequest request{.topics = {wanted("a"), wanted("a"), wanted("__cluster_metadata")},
                              .timeout_ms = -1};

  const auto response = client.ask<CreateTopicsResponse>(request, 5);

  EXPECT_EQ(response,
            (CreateTopicsResponse{
                .topics = {refused("__cluster_metadata", ErrorCode::invalid_request,
                                   "Creation of internal topic __cluster_metadata is prohibited."),
                           refused("a", ErrorCode::invalid_request, "Duplicate topic name.")}}));
}

TEST_F(Topics, DeletingWithNoTimeTellsEveryMentionAsItWasMade) {
  DeleteTopicsRequest request{.timeout_ms = 0};
  const Uuid id = *api.broker_topic_id("t");
  request.topics = {{.name = "t"}, {.name = "u", .topic_id = id}, {.name = std::nullopt}};

  const auto response = client.ask<DeleteTopicsResponse>(request, 6);

  DeleteTopicsResponse expected;
  expected.responses = {{.name = "t", .error_code = ErrorCode::request_timed_out},
                        {.name = "u", .topic_id = id, .error_code = ErrorCode::request_timed_out},
                        {.name = std::nullopt, .error_code = ErrorCode::request_timed_out}};
  EXPECT_EQ(response, expected);
  EXPECT_TRUE(exists("t"));
}

TEST_F(Topics, ANameWhoseIdIsNamedTwiceIsNotDeleted) {
  DeleteTopicsRequest request{.timeout_ms = 1000};
  const Uuid id = *api.broker_topic_id("t");
  request.topics = {{.name = std::nullopt, .topic_id = id},
                    {.name = std::nullopt, .topic_id = id},
                    {.name = "t"}};

  const auto response = client.ask<DeleteTopicsResponse>(request, 6);

  DeleteTopicsResponse expected;
  expected.responses = {
      {.name = std::nullopt,
       .topic_id = id,
       .error_code = ErrorCode::invalid_request,
       .error_message = "Duplicate topic id."},
      {.name = "t",
       .topic_id = id,
       .error_code = ErrorCode::invalid_request,
       .error_message = "The provided topic name maps to an ID that was already supplied."}};
  EXPECT_EQ(response, expected);
  EXPECT_TRUE(exists("t"));
}

TEST_F(Topics, MetadataTellsOfKnownTopicsFirst) {
  MetadataRequest request{.allow_auto_topic_creation = false};
  request.topics.emplace() = {{.name = "u"}, {.name = "t"}, {.name = "a b"}, {.name = "u"}};

  const auto response = client.ask<MetadataResponse>(request, 12);

  std::vector<std::pair<std::optional<std::string>, ErrorCode>> answered;
  for (const auto& topic : response->topics) answered.emplace_back(topic.name, topic.error_code);
  EXPECT_EQ(answered, (std::vector<std::pair<std::optional<std::string>, ErrorCode>>{
                          {"t", ErrorCode::none},
                          {"u", ErrorCode::unknown_topic_or_partition},
                          {"a b", ErrorCode::invalid_topic_exception}}));
}

TEST_F(Topics, MetadataMakesNoTopicThatCreateTopicsWouldRefuse) {
  MetadataRequest request;
  request.topics.emplace() = {{.name = "__cluster_metadata"}, {.name = "a b"}, {.name = "good"}};

  ASSERT_TRUE(client.ask<MetadataResponse>(request, 12).has_value());

  EXPECT_FALSE(exists("__cluster_metadata"));
  EXPECT_FALSE(exists("a b"));
  EXPECT_TRUE(exists("good"));
}

TEST_F(Topics, OneMetadataRequestMakesAllItsTopicsOrNone) {
  MetadataRequest request;
  request.topics.emplace();
  for (int i = 0; i < 5'001; ++i) request.topics->push_back({.name = "m" + std::to_string(i)});

  ASSERT_TRUE(client.ask<MetadataResponse>(request, 12).has_value());
  EXPECT_FALSE(exists("m0"));  // 10,002 records: a topic and a partition each.

  request.topics->pop_back();
  ASSERT_TRUE(client.ask<MetadataResponse>(request, 12).has_value());
  EXPECT_TRUE(exists("m0"));
  EXPECT_TRUE(exists("m4999"));
}

TEST_F(Topics, OneRequestAddsTenThousandPartitionsAtMost) {
  api.create_topic("u");
  api.create_topic("v");
  CreatePartitionsRequest request{.timeout_ms = 1000};
  request.topics = {{.name = "t", .count = 6'001, .assignments = std::nullopt},
                    {.name = "u", .count = 6'001, .assignments = std::nullopt},
                    {.name = "v", .count = 2, .assignments = std::nullopt}};

  CreatePartitionsResponse expected;
  expected.results = {{.name = "t"},
                      {.name = "u", .error_code = ErrorCode::unknown_server_error},
                      {.name = "v", .error_code = ErrorCode::unknown_server_error}};
  EXPECT_EQ(client.ask<CreatePartitionsResponse>(request, 3), expected);
  EXPECT_EQ(api.broker().state().catalog.find("t")->partitions.size(), 6'001u);
  EXPECT_EQ(api.broker().state().catalog.find("u")->partitions.size(), 1u);
}

TEST_F(Topics, MetadataOfATopicWithNeitherNameNorIdFails) {
  MetadataRequest request;
  request.topics.emplace() = {{.name = "t"}, {.name = std::nullopt}};

  MetadataResponse expected;
  expected.topics = {{.error_code = ErrorCode::unknown_server_error, .name = "t"},
                     {.error_code = ErrorCode::unknown_server_error, .name = ""}};
  EXPECT_EQ(client.ask<MetadataResponse>(request, 12), expected);
}

TEST_F(Topics, AShareCoordinatorIsNeverAvailableWhateverTheKey) {
  FindCoordinatorRequest request{.key_type = 2};
  request.coordinator_keys = {"", "a:b"};

  FindCoordinatorResponse expected;
  expected.coordinators = {
      {.key = "", .node_id = -1, .port = -1, .error_code = ErrorCode::coordinator_not_available},
      {.key = "a:b",
       .node_id = -1,
       .port = -1,
       .error_code = ErrorCode::coordinator_not_available}};
  EXPECT_EQ(client.ask<FindCoordinatorResponse>(request, 6), expected);
}

TEST_F(Topics, APageOfPartitionsHasAtLeastOne) {
  CreateTopicsRequest creation{.topics = {wanted("two")}, .timeout_ms = 1000};
  creation.topics.at(0).num_partitions = 2;
  client.ask<CreateTopicsResponse>(creation, 5);
  for (const std::int32_t limit : {-1, 0, 1}) {
    DescribeTopicPartitionsRequest request{.response_partition_limit = limit};
    request.topics = {{.name = "two"}};
    const auto page = client.ask<DescribeTopicPartitionsResponse>(request, 0);
    ASSERT_TRUE(page && page->next_cursor);
    EXPECT_EQ(page->topics.at(0).partitions.size(), 1) << limit;
    EXPECT_EQ(page->next_cursor->partition_index, 1) << limit;
  }
}

}  // namespace
}  // namespace cohort::broker
