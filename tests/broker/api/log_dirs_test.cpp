// DescribeLogDirs and AlterReplicaLogDirs: one directory, which holds everything.
#include "api_world.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using testing::WireClient;

class LogDirs : public ::testing::Test {
 protected:
  explicit LogDirs(const Config& config = {}) : api(config) {
    api.create_topic("t", 2);
    api.create_topic("u");
    EXPECT_TRUE(client.ask<ProduceResponse>(produce_to("t", batch), 9).has_value());
  }

  DescribeLogDirsResponse describe(const DescribeLogDirsRequest& request,
                                   std::int16_t version = 4) {
    return *client.ask<DescribeLogDirsResponse>(request, version);
  }

  const Buffer batch = batch_of("a");
  ApiWorld api;
  WireClient client{api.world, "client"};
};

DescribeLogDirsTopic holding(const std::string& name,
                             std::vector<DescribeLogDirsPartition> partitions) {
  return {.name = name, .partitions = std::move(partitions)};
}

DescribeLogDirsResponse directory(std::vector<DescribeLogDirsTopic> topics) {
  DescribeLogDirsResponse response;
  response.results = {{.log_dir = "/tmp/kafka-logs", .topics = std::move(topics)}};
  return response;
}

TEST_F(LogDirs, NullAsksForEverything) {
  const auto size = static_cast<std::int64_t>(batch.size());
  const DescribeLogDirsRequest all{.topics = std::nullopt};
  const auto expected = directory(
      {holding("t", {{.partition_index = 0, .partition_size = size}, {.partition_index = 1}}),
       holding("u", {{.partition_index = 0}})});
  for (std::int16_t version = 0; version <= 4; ++version) {
    EXPECT_EQ(describe(all, version), expected) << version;
  }
}

TEST_F(LogDirs, AnEmptyListAsksForTheDirectoryAlone) { EXPECT_EQ(describe({}), directory({})); }

TEST_F(LogDirs, WhatIsNotThereIsLeftOutAndNothingIsToldTwice) {
  DescribeLogDirsRequest request;
  request.topics = {{.topic = "u", .partitions = {0, 1, 0}},
                    {.topic = "no", .partitions = {0}},
                    {.topic = "t", .partitions = {1}},
                    {.topic = "t", .partitions = {1, -1}}};
  EXPECT_EQ(describe(request), directory({holding("t", {{.partition_index = 1}}),
                                          holding("u", {{.partition_index = 0}})}));
}

class LimitedLogDirs : public LogDirs {
 protected:
  LimitedLogDirs() : LogDirs(limited()) {}
  static Config limited() {
    Config config;
    config.memory_limit = 1000;
    config.set("log.dirs", " relative/x/ , /b");
    return config;
  }
};

TEST_F(LimitedLogDirs, TheVolumeIsWhatTheMemoryLimitAllows) {
  DescribeLogDirsResponse expected;
  expected.results = {{.log_dir = "/relative/x",
                       .total_bytes = 1000,
                       .usable_bytes = 1000 - static_cast<std::int64_t>(batch.size())}};
  EXPECT_EQ(describe({}), expected);
}

TEST_F(LogDirs, ReplicasAreInTheirDirectoryAlreadyAndThereIsNoOther) {
  const std::string longest(249, 'n');
  AlterReplicaLogDirsRequest request;
  request.dirs = {
      {.path = "/elsewhere",
       .topics = {{.name = "u", .partitions = {0}}, {.name = "t", .partitions = {1}}}},
      {.path = "/tmp/kafka-logs",
       .topics = {{.name = "t", .partitions = {0, 1, 2}}, {.name = longest, .partitions = {0}}}}};
  AlterReplicaLogDirsResponse expected;
  expected.results = {
      {.topic_name = longest, .partitions = {{.error_code = ErrorCode::invalid_topic_exception}}},
      {.topic_name = "t",
       .partitions = {{.partition_index = 0},
                      {.partition_index = 1},
                      {.partition_index = 2, .error_code = ErrorCode::unknown_topic_or_partition}}},
      {.topic_name = "u", .partitions = {{.error_code = ErrorCode::log_dir_not_found}}}};

  for (std::int16_t version = 0; version <= 2; ++version) {
    EXPECT_EQ(client.ask<AlterReplicaLogDirsResponse>(request, version), expected) << version;
  }
}

}  // namespace
}  // namespace cohort::broker
