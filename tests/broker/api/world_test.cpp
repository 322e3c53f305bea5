// What holds of the broker as a whole: the same inputs give the same bytes, and what a client
// leaves behind goes.
#include "api_world.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cohort::broker {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using testing::WireClient;

JoinGroupRequest join_of(const std::string& group) {
  JoinGroupRequest join{.group_id = group,
                        .session_timeout_ms = 10'000,
                        .rebalance_timeout_ms = 10'000,
                        .protocol_type = "consumer"};
  join.protocols = {{.name = "range"}};
  return join;
}

/// A little of everything, and the digest of all bytes that were delivered.
std::string digest_of_a_day(std::uint64_t seed) {
  Config config;
  config.seed = seed;
  ApiWorld api(config);
  WireClient client(api.world, "client");
  WireClient other(api.world, "other");
  CreateTopicsRequest creation{.timeout_ms = 1000};
  creation.topics = {{.name = "t", .num_partitions = 3, .replication_factor = 1}};
  client.send(creation, 7);
  client.send(produce_to("t", batch_of("a")), 9);
  client.send(MetadataRequest{.topics = std::nullopt}, 12);
  for (const char* group : {"g", "h", "i"}) client.send(join_of(group), 4);
  other.send(join_of("g"), 3);
  api.world.advance(minutes(1));
  client.send(ListGroupsRequest{}, 4);
  other.send(FindCoordinatorRequest{.key = "g"}, 3);
  client.send(InitProducerIdRequest{}, 4);
  api.world.advance(hours(24));
  return api.world.digest().hex();
}

TEST(World, TheSameInputsGiveTheSameBytes) {
  EXPECT_EQ(digest_of_a_day(7), digest_of_a_day(7));
  EXPECT_NE(digest_of_a_day(7), digest_of_a_day(8));
}

TEST(World, GroupsOfWhichOnlyIdsWereGivenOutGoWithTheNextCheck) {
  ApiWorld api;
  WireClient client(api.world, "client");
  for (int i = 0; i < 100; ++i) {
    const auto response = client.ask<JoinGroupResponse>(join_of("g" + std::to_string(i)), 4);
    ASSERT_EQ(response->error_code, ErrorCode::member_id_required);
  }
  EXPECT_EQ(api.broker().state().coordinator.list().size(), 100u);

  api.world.advance(minutes(10));

  EXPECT_TRUE(api.broker().state().coordinator.list().empty());
}

TEST(World, ExtremeTimesOfClientsAreTaken) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t time : {most, least, std::int64_t{-2}}) {
    OffsetCommitRequest commit{.group_id = "g", .retention_time_ms = time};
    commit.topics = {
        {.name = "t", .partitions = {{.partition_index = 0, .commit_timestamp = time}}}};
    for (const std::int16_t version : {std::int16_t{1}, std::int16_t{2}}) {
      ApiWorld api;
      api.create_topic("t");
      WireClient client(api.world, "client");
      OffsetCommitResponse expected;
      expected.topics = {{.name = "t", .partitions = {{.partition_index = 0}}}};
      EXPECT_EQ(client.ask<OffsetCommitResponse>(commit, version), expected);
      api.world.advance(minutes(11));
    }
  }
}

TEST(World, ExtremeRebalanceTimeoutsAreTaken) {
  for (const std::int32_t timeout : {std::numeric_limits<std::int32_t>::min(), -1, 0,
                                     std::numeric_limits<std::int32_t>::max()}) {
    ApiWorld api;
    WireClient client(api.world, "client");
    JoinGroupRequest join = join_of("g");
    join.rebalance_timeout_ms = timeout;
    join.group_instance_id = "i";
    ASSERT_EQ(client.ask<JoinGroupResponse>(join, 5), std::nullopt);
    api.world.advance(milliseconds(50));
    EXPECT_EQ(client.take<JoinGroupResponse>(5)->error_code, ErrorCode::none);
    api.world.advance(minutes(1));
    EXPECT_TRUE(api.broker().state().coordinator.describe("g")->members.empty());
  }
}

}  // namespace
}  // namespace cohort::broker
