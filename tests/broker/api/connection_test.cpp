#include "api_world.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::broker {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using testing::WireClient;

/// Reads topic t from this offset on, and waits a minute for a byte.
FetchRequest waiting_fetch(std::int64_t offset = 0) {
  FetchRequest request{.max_wait_ms = 60'000, .min_bytes = 1};
  FetchTopic topic;
  topic.topic = "t";
  topic.partitions = {{.fetch_offset = offset, .partition_max_bytes = 1 << 20}};
  request.topics = {topic};
  return request;
}

bool holds_records(const std::optional<FetchResponse>& response) {
  return response.has_value() && !response->responses[0].partitions[0].records->empty();
}

class Connections : public ::testing::Test {
 protected:
  Connections() { api.create_topic("t"); }

  const BrokerState& state() { return api.broker().state(); }
  void produce(const Buffer& batch) {
    ASSERT_TRUE(producer.ask<ProduceResponse>(produce_to("t", batch), 9).has_value());
  }

  ApiWorld api;
  WireClient client{api.world, "client"};
  WireClient producer{api.world, "producer"};
};

TEST_F(Connections, RequestsBehindAParkedOneAreAnsweredAfterIt) {
  client.send(waiting_fetch(), 12);
  client.send(ApiVersionsRequest{}, 0);
  client.send(cohort::HeartbeatRequest{.group_id = "g"}, 0);
  api.world.settle();
  EXPECT_EQ(client.probe().inbox(), "");

  produce(batch_of("a"));

  EXPECT_TRUE(holds_records(client.take<FetchResponse>(12)));
  EXPECT_TRUE(client.take<ApiVersionsResponse>(0).has_value());
  EXPECT_EQ(client.take<HeartbeatResponse>(0),
            HeartbeatResponse{.error_code = ErrorCode::unknown_member_id});
}

TEST_F(Connections, OneBatchAnswersEveryFetchThatWaitsForIt) {
  WireClient other(api.world, "other");
  ASSERT_EQ(client.ask<FetchResponse>(waiting_fetch(), 12), std::nullopt);
  ASSERT_EQ(other.ask<FetchResponse>(waiting_fetch(), 12), std::nullopt);
  other.send(waiting_fetch(1), 12);

  produce(batch_of("a"));
  EXPECT_TRUE(holds_records(client.take<FetchResponse>(12)));
  EXPECT_TRUE(holds_records(other.take<FetchResponse>(12)));
  EXPECT_EQ(other.take<FetchResponse>(12), std::nullopt);
  produce(batch_of("b"));
  EXPECT_TRUE(holds_records(other.take<FetchResponse>(12)));
}

TEST_F(Connections, AClientThatGoesWhileItWaitsIsForgotten) {
  ASSERT_EQ(client.ask<FetchResponse>(waiting_fetch(), 12), std::nullopt);
  client.probe().close();
  api.world.settle();

  EXPECT_TRUE(state().owed.empty());
  EXPECT_TRUE(state().parked_fetches.empty());
  EXPECT_EQ(state().fetch_waits.size(), 0u);
  produce(batch_of("a"));
}

TEST_F(Connections, AJoinWhoseClientWentKeepsItsMember) {
  JoinGroupRequest join{.group_id = "g",
                        .session_timeout_ms = 10'000,
                        .rebalance_timeout_ms = 10'000,
                        .protocol_type = "consumer"};
  join.protocols = {{.name = "range"}};
  ASSERT_EQ(client.ask<JoinGroupResponse>(join, 3), std::nullopt);
  client.probe().close();
  api.world.advance(milliseconds(100));

  EXPECT_TRUE(state().owed.empty());
  EXPECT_EQ(state().coordinator.describe("g")->members.size(), 1u);
}

TEST_F(Connections, ReadingPausesBehindAParkedRequestAndGoesOnAfterIt) {
  client.send(waiting_fetch(), 12);
  constexpr int count = 10'000;
  for (int i = 0; i < count; ++i) client.send(cohort::HeartbeatRequest{.group_id = "g"}, 0);
  api.world.settle();
  const Connection& connection = state().connections.at(api.world.links_of("broker").front());
  EXPECT_TRUE(connection.is_read_paused);
  constexpr std::size_t one_turn =
      std::size_t{256} * 1024;  // What a host hands over before it looks again.
  EXPECT_LT(connection.bytes_ahead, ahead_before_pause + one_turn);

  produce(batch_of("a"));

  EXPECT_TRUE(holds_records(client.take<FetchResponse>(12)));
  for (int i = 0; i < count; ++i) ASSERT_TRUE(client.take<HeartbeatResponse>(0).has_value());
}

TEST_F(Connections, AClientThatNeverReadsIsOwedNoMoreThanAnAnswerAboveTheLimit) {
  const Buffer batch = batch_of(std::string(500'000, 'x'));
  for (int i = 0; i < 2; ++i) produce(batch);
  client.probe().pause();
  for (int i = 0; i < 100; ++i) client.send(waiting_fetch(), 12);
  api.world.settle();

  const Connection& connection = state().connections.at(api.world.links_of("broker").front());
  EXPECT_GE(connection.backlog(), unsent_before_pause);
  EXPECT_LT(connection.backlog(), unsent_before_pause + 1'100'000);

  client.probe().resume();
  api.world.settle();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(holds_records(client.take<FetchResponse>(12)));
}

TEST_F(Connections, ASilentClientIsIdleEvenIfItWaitsForAnAnswer) {
  FetchRequest request = waiting_fetch();
  request.max_wait_ms = 1'000'000;
  ASSERT_EQ(client.ask<FetchResponse>(request, 12), std::nullopt);
  ASSERT_TRUE(producer.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).has_value());

  api.world.advance(minutes(9));
  EXPECT_FALSE(client.is_closed());
  ASSERT_TRUE(producer.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).has_value());
  api.world.advance(minutes(2));
  EXPECT_TRUE(client.is_closed());
  EXPECT_FALSE(producer.is_closed());
  api.world.advance(minutes(8));
  EXPECT_TRUE(producer.is_closed());
  EXPECT_TRUE(state().connections.empty());
  EXPECT_TRUE(state().owed.empty());
}

TEST(ConnectionsThatMayNotBeIdle, AreClosedAtOnce) {
  Config config;
  config.set("connections.max.idle.ms", "0");
  ApiWorld api(config);
  WireClient client(api.world, "client");
  api.world.settle();
  EXPECT_TRUE(client.is_closed());
}

// Kafka's generated code throws on such a string.
TEST_F(Connections, AnAnswerThatCannotBeWrittenEndsItsConnectionOnly) {
  JoinGroupRequest join{.group_id = "g", .session_timeout_ms = 10'000, .protocol_type = "consumer"};
  join.protocols = {{.name = "range"}};
  const std::string longest_client_id(32'767, 'c');
  for (const auto version : {std::int16_t{3}, std::int16_t{4}, std::int16_t{9}}) {
    WireClient wordy(api.world, "wordy " + std::to_string(version));
    wordy.probe().send(encode_request({.api_key = ApiKey::join_group,
                                       .api_version = version,
                                       .correlation_id = 1,
                                       .client_id = longest_client_id},
                                      join));
    api.world.advance(minutes(1));
    EXPECT_TRUE(wordy.is_closed());
    EXPECT_EQ(wordy.probe().take_frame(), std::nullopt);
  }
  EXPECT_TRUE(producer.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).has_value());
}

TEST_F(Connections, ACopyOfTheWorldGivesTheSameAnswers) {
  ASSERT_EQ(client.ask<FetchResponse>(waiting_fetch(), 12), std::nullopt);
  client.send(MetadataRequest{}, 12);
  api.world.settle();

  sim::Simulation copy = api.world;
  copy.advance(minutes(5));
  api.world.advance(minutes(5));

  EXPECT_EQ(copy.digest().hex(), api.world.digest().hex());
  EXPECT_TRUE(client.take<FetchResponse>(12).has_value());
  EXPECT_TRUE(client.take<MetadataResponse>(12).has_value());
}

TEST_F(Connections, BytesThatComeOneByOneAreAnsweredLikeAnyOther) {
  sim::Simulation slow({.faults = {.piece_limit = 1}});
  auto owned = std::make_unique<Broker>(Config{}, slow.now());
  owned->create_topic("t", 1, slow.now());
  slow.add("broker", std::move(owned));
  slow.listen("broker", "broker", 9092);
  WireClient dripping(slow, "dripping");

  EXPECT_TRUE(dripping.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).has_value());
  const auto answer = dripping.ask<ProduceResponse>(produce_to("t", batch_of("a")), 9);
  EXPECT_EQ(
      answer,
      (ProduceResponse{.responses = {{.name = "t", .partition_responses = {stored_at(0, 0)}}}}));
}

TEST_F(Connections, AClientIdMayBeNullOrNoText) {
  for (const std::optional<std::string>& id :
       {std::optional<std::string>(), std::optional<std::string>("\xff\xfe\x80")}) {
    client.probe().send(encode_request(
        {.api_key = ApiKey::metadata, .api_version = 12, .correlation_id = 1, .client_id = id},
        MetadataRequest{}));
    api.world.settle();
    EXPECT_TRUE(client.probe().take_frame().has_value());
  }
}

/// Sends one frame of this length word, then nothing.
TEST_F(Connections, ALengthAloneCostsNothingAndAWrongOneCloses) {
  client.probe().send(std::string_view("\x06\x3f\xff\xff", 4));  // Just below 100 MB.
  api.world.settle();
  EXPECT_FALSE(client.is_closed());
  EXPECT_LE(api.broker().room(api.world.links_of("broker").front()).size(), 65'536u);

  WireClient negative(api.world, "negative");
  negative.probe().send(std::string_view("\xff\xff\xff\xff", 4));
  api.world.settle();
  EXPECT_TRUE(negative.is_closed());
}

TEST(BrokerFacts, ThatNobodyTakesAreBoundedAndTheNewestStay) {
  const Instant now = Instant::from_unix_ms(0);
  Broker broker(Config{}, now);
  std::vector<Action> actions;

  for (std::uint64_t link = 1; link <= 70'000; ++link) {
    broker.opened(LinkId{link}, {.address = std::to_string(link)}, now);
    broker.received(LinkId{link}, Buffer::copy_of("GET / HTTP/1.1"), now);
    broker.take_actions(actions);
    broker.closed(LinkId{link}, now);
  }

  const std::vector<Fact> facts = broker.take_facts();
  EXPECT_LT(facts.size(), 65'537U);
  EXPECT_TRUE(facts.back().detail.starts_with("70000: ")) << facts.back().detail;
}

}  // namespace
}  // namespace cohort::broker
