// The first versions of APIs, where they say or mean something that later ones don't.
#include "api_world.hpp"
#include "fetch_samples.hpp"
#include <cohort/protocol/message_set.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::WireClient;
using namespace fetching;

class OldVersions : public ::testing::Test {
 protected:
  OldVersions() { api.create_topic("t", 2); }

  static ProduceRequest produce_message(const std::string& to, std::int8_t magic) {
    std::vector<std::uint8_t> set;
    write_message(set, {.magic = magic,
                        .timestamp = magic > 0 ? 1000 : no_timestamp,
                        .value = Buffer::copy_of("a")});
    return produce_to(to, Buffer::adopt(std::move(set)));
  }

  std::optional<PartitionProduceResponse> produce(const ProduceRequest& request,
                                                  std::int16_t version) {
    const auto response = client.ask<ProduceResponse>(request, version);
    if (!response) return std::nullopt;
    return response->responses.at(0).partition_responses.at(0);
  }

  /// The one message that there is.
  Message fetched(const std::string& from_topic, std::int16_t version) {
    FetchRequest request;
    request.topics = {topic(from_topic, {from(0, 0)})};
    const auto response = client.ask<FetchResponse>(request, version);
    const Buffer records = response->responses.at(0).partitions.at(0).records->joined();
    const std::vector<RecordsEntry> entries = split_records(records).value();
    EXPECT_EQ(entries.size(), 1u);
    return read_message(entries.at(0)).value();
  }

  static OffsetCommitRequestPartition commits(std::int32_t partition, std::int64_t at_ms) {
    return {.partition_index = partition,
            .committed_offset = 5,
            .commit_timestamp = at_ms,
            .committed_metadata = "m"};
  }

  ApiWorld api;
  WireClient client{api.world, "client"};
};

TEST_F(OldVersions, ACommitOfVersion1BringsItsTimeFromWhichItAges) {
  OffsetCommitRequest request{.group_id = "g"};
  const Instant week_ago = api.world.now() - hours(24 * 7);
  request.topics = {{.name = "t", .partitions = {commits(0, week_ago.unix_ms()), commits(1, -1)}}};
  const auto committed = client.ask<OffsetCommitResponse>(request, 1);
  ASSERT_TRUE(committed.has_value());
  EXPECT_EQ(committed->topics.at(0).partitions.at(0).error_code, ErrorCode::none);

  api.world.advance(minutes(10));

  WireClient later(api.world, "later");
  OffsetFetchRequest fetch{.group_id = "g"};
  fetch.topics.emplace() = {{.name = "t", .partition_indexes = {0, 1}}};
  OffsetFetchResponse expected;
  expected.topics = {
      {.name = "t",
       .partitions = {{.partition_index = 0, .committed_offset = -1, .metadata = ""},
                      {.partition_index = 1, .committed_offset = 5, .metadata = "m"}}}};
  EXPECT_EQ(later.ask<OffsetFetchResponse>(fetch, 1), expected);
}

TEST_F(OldVersions, AMessageOfMagic0HasNoTimestampEver) {
  for (std::int16_t version = 0; version < 3; ++version) {
    const std::string name = "v" + std::to_string(version);
    api.create_topic(name);
    PartitionProduceResponse stored = stored_at(0, 0);
    stored.log_start_offset = -1;  // Not in the answer before v5.
    EXPECT_EQ(produce(produce_message(name, 0), version), stored);
    EXPECT_EQ(fetched(name, 0), (Message{.magic = 0, .value = Buffer::copy_of("a")}));
    EXPECT_EQ(fetched(name, 3), (Message{.magic = 1, .value = Buffer::copy_of("a")}));
  }
}

TEST_F(OldVersions, AMessageOfMagic1KeepsItsTimestamp) {
  EXPECT_EQ(produce(produce_message("t", 1), 2)->error_code, ErrorCode::none);
  EXPECT_EQ(fetched("t", 2),
            (Message{.magic = 1, .timestamp = 1000, .value = Buffer::copy_of("a")}));
  EXPECT_EQ(fetched("t", 1), (Message{.magic = 0, .value = Buffer::copy_of("a")}));
}

TEST_F(OldVersions, TheTimeOfArrivalIsToldFromVersion2On) {
  CreateTopicsRequest request{.timeout_ms = 1000};
  request.topics = {{.name = "arrival",
                     .num_partitions = 1,
                     .replication_factor = 1,
                     .configs = {{.name = "message.timestamp.type", .value = "LogAppendTime"}}}};
  ASSERT_TRUE(client.ask<CreateTopicsResponse>(request, 0).has_value());
  const std::int64_t now_ms = api.world.now().unix_ms();

  EXPECT_EQ(produce(produce_message("arrival", 1), 2)->log_append_time_ms, now_ms);

  EXPECT_EQ(
      fetched("arrival", 2),
      (Message{.magic = 1, .attributes = 8, .timestamp = now_ms, .value = Buffer::copy_of("a")}));
  EXPECT_EQ(produce(produce_message("arrival", 1), 1)->log_append_time_ms, -1);
}

TEST_F(OldVersions, ACoordinatorOfVersion0IsAGroups) {
  const auto found = client.ask<FindCoordinatorResponse>(FindCoordinatorRequest{.key = "g"}, 0);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->node_id, 1);
  EXPECT_EQ(found->host, "broker");
  EXPECT_EQ(found->port, 9092);
  EXPECT_EQ(found->error_code, ErrorCode::none);
}

}  // namespace
}  // namespace cohort::broker
