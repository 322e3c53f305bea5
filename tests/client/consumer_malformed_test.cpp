// Consumer: answers that can't be read end with an error that tells which and why, and never in
// silence.
#include "client/garbling_broker.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/sim/simulation.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

Buffers nonsense() { return Buffers(Buffer::adopt({0xff, 0xff, 0xff, 0xff, 0x7f})); }

class ConsumerMalformed : public ::testing::Test {
 protected:
  ConsumerMalformed() {
    world.add("broker", std::make_unique<GarblingBroker>());
    world.listen("broker", "garbled", 9092);
    consumer.emplace(consumer_config({{"bootstrap.servers", "garbled:9092"},
                                      {"group.id", "readers"},
                                      {"auto.offset.reset", "earliest"}}),
                     runtime);
  }

  void say_nonsense(ApiKey api) {
    world.node_as<GarblingBroker>("broker").answers[api] = [](int, int) { return nonsense(); };
  }
  /// What polling throws; nothing if it does not within half a minute.
  std::optional<Failure> failure_of_polling() {
    const Instant deadline = world.now() + seconds(30);
    try {
      while (world.now() < deadline) consumer->poll(seconds(1));
    } catch (const Error& error) {
      return error.failure();
    }
    return std::nullopt;
  }

  sim::Simulation world;
  VirtualRuntime runtime{world};
  std::optional<Consumer> consumer;
};

TEST_F(ConsumerMalformed, UnreadableJoinGroupIsTold) {
  say_nonsense(ApiKey::join_group);
  consumer->subscribe({"orders"});
  const auto failure = failure_of_polling();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, ErrorCode::unknown_server_error);
  EXPECT_THAT(failure->message,
              HasSubstr("JoinGroup of group readers: an answer that can't be read"));
  EXPECT_TRUE(failure_of_polling().has_value());  // It is asked again.
}

/// As librdkafka's mock cluster refuses a follower that comes late: with an assignment of null.
TEST_F(ConsumerMalformed, UnreadableSyncGroupIsTold) {
  world.node_as<GarblingBroker>("broker").answers[ApiKey::join_group] = [](int version, int) {
    return encode(
        JoinGroupResponse{
            .generation_id = 1, .protocol_name = "range", .leader = "other", .member_id = "one"},
        version);
  };
  say_nonsense(ApiKey::sync_group);
  consumer->subscribe({"orders"});
  const auto failure = failure_of_polling();
  ASSERT_TRUE(failure.has_value());
  EXPECT_THAT(failure->message,
              HasSubstr("SyncGroup of group readers: an answer that can't be read"));
}

TEST_F(ConsumerMalformed, UnreadableListOffsetsIsTold) {
  say_nonsense(ApiKey::list_offsets);
  consumer->assign({{"orders", 0}});
  consumer->seek_to_beginning();
  const auto failure = failure_of_polling();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->partition, (TopicPartition{"orders", 0}));
  EXPECT_THAT(failure->message, HasSubstr("ListOffsets of orders-0: an answer that can't be read"));
}

TEST(ConsumerLimits, AnswerThatIsTooLargeIsToldAndNotFetchedAllTheTime) {
  broker::VirtualBroker broker({.topics = {{.name = "orders", .partitions = 1}}});
  VirtualRuntime runtime(broker.world());
  Consumer reader(consumer_config({{"bootstrap.servers", broker.bootstrap_servers()},
                                   {"fetch.max.bytes", "400"},
                                   {"receive.message.max.bytes", "1000"}}),
                  runtime);
  broker.control().append("orders", 0, {{.value = Buffer::copy_of(std::string(5'000, 'x'))}});
  reader.assign({{"orders", 0}});
  reader.seek_to_beginning();
  const auto fetches =
      broker.control().add_rule({.match = {.api = ApiKey::fetch}, .action = broker::Observe{}});
  std::vector<std::string> told;
  const Instant deadline = broker.now() + seconds(60);
  while (broker.now() < deadline) {
    try {
      reader.poll(seconds(1));
    } catch (const Error& error) {
      told.emplace_back(error.what());
    }
  }
  ASSERT_FALSE(told.empty());
  EXPECT_THAT(told.front(), HasSubstr("sent what is no answer"));
  EXPECT_LT(broker.control().rule(fetches)->hits, 120U);
}

}  // namespace
}  // namespace cohort::client
