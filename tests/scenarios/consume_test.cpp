// Producing and consuming at the same instant, over several APIs.
#include "support/group_world.hpp"
#include <cohort/protocol/messages/fetch.hpp>

#include <gtest/gtest.h>

#include <optional>

namespace cohort::testing {
namespace {

using std::chrono::seconds;

FetchRequest fetch_from(std::int64_t offset, std::int32_t max_wait_ms) {
  FetchRequest request{.max_wait_ms = max_wait_ms, .min_bytes = 1};
  request.topics.push_back(
      {.topic = "orders",
       .partitions = {{.partition = 0, .fetch_offset = offset, .partition_max_bytes = 1 << 20}}});
  return request;
}

/// Where the partition ends, if the fetch was answered with records of it.
std::optional<std::int64_t> end_of_fetched(const std::optional<FetchResponse>& answer) {
  if (!answer) return std::nullopt;
  const FetchPartitionData& partition = answer->responses.at(0).partitions.at(0);
  EXPECT_EQ(partition.error_code, ErrorCode::none);
  if (!partition.records || partition.records->empty()) return std::nullopt;
  return partition.high_watermark;
}

// https://github.com/ag2ai/faststream/pull/3187
TEST(Consume, LatestMissesWhatWasProducedBeforeThePositionWasAskedFor) {
  GroupWorld world;
  GroupMember consumer(world, "consumer");
  consumer.join_alone();
  ASSERT_EQ(world.committed_offset(), -1);

  EXPECT_EQ(world.produce("too early"), 0);
  const std::int64_t position = world.latest_offset();
  EXPECT_EQ(world.produce("in time"), 1);

  WireClient client(world.simulation(), "fetcher");
  const auto answer = client.ask<FetchResponse>(fetch_from(position, 0), 11);
  EXPECT_EQ(position, 1);
  EXPECT_EQ(end_of_fetched(answer), 2);
}

TEST(Consume, AWaitingFetchIsAnsweredAtTheInstantOfTheProduce) {
  GroupWorld world;
  WireClient client(world.simulation(), "fetcher");
  EXPECT_EQ(client.ask<FetchResponse>(fetch_from(0, 10'000), 11), std::nullopt);
  world.advance(seconds(4));
  ASSERT_EQ(client.take<FetchResponse>(11), std::nullopt);

  const Instant before = world.simulation().now();
  world.produce("news");

  EXPECT_EQ(end_of_fetched(client.take<FetchResponse>(11)), 1);
  EXPECT_EQ(world.simulation().now(), before);
}

TEST(Consume, AFetchThatNothingWakesIsAnsweredWhenItsWaitIsOver) {
  GroupWorld world;
  WireClient client(world.simulation(), "fetcher");
  client.send(fetch_from(0, 10'000), 11);
  world.advance(milliseconds(9'999));
  ASSERT_EQ(client.take<FetchResponse>(11), std::nullopt);

  world.advance(milliseconds(1));

  const std::optional<FetchResponse> answer = client.take<FetchResponse>(11);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(end_of_fetched(answer), std::nullopt);
}

TEST(Consume, TheNextMemberResumesWhereTheLastOneCommitted) {
  GroupWorld world;
  for (const char* value : {"a", "b", "c"}) world.produce(value);
  GroupMember first(world, "first");
  first.join_alone();
  EXPECT_EQ(first.commit(2), ErrorCode::none);
  EXPECT_EQ(first.leave(first.id()), ErrorCode::none);
  EXPECT_EQ(world.group_state(), "Empty");

  GroupMember second(world, "second");
  second.join_alone();

  EXPECT_EQ(world.committed_offset(), 2);
  EXPECT_EQ(first.commit(3), ErrorCode::unknown_member_id);
}

}  // namespace
}  // namespace cohort::testing
