// RawClient: waiting, and other ends that are not there or make no sense.
#include "client/garbling_broker.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/raw_client.hpp>
#include <cohort/protocol/messages.hpp>

#include <gmock/gmock.h>

namespace cohort::client {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class RawClientTest : public ::testing::Test {
 protected:
  RawClient connect(RawOptions options = {}) {
    return RawClient({"broker", 9092}, runtime, std::move(options));
  }

  broker::VirtualBroker broker;
  VirtualRuntime runtime{broker.world()};
};

TEST_F(RawClientTest, WaitingEnds) {
  RawClient client = connect({.timeout = seconds(3)});
  const Instant before = broker.now();
  try {
    client.read_frame();
    ADD_FAILURE() << "a frame came";
  } catch (const TimedOut& error) {
    EXPECT_THAT(error.what(), HasSubstr("a frame; connected to broker:9092"));
  }
  EXPECT_EQ(broker.now() - before, seconds(3));
  EXPECT_FALSE(client.wait_for_close());
}

TEST_F(RawClientTest, NobodyThereIsTold) {
  try {
    const RawClient client({"broker", 1}, runtime);
    ADD_FAILURE() << "connected";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::closed);
    EXPECT_THAT(error.what(), HasSubstr("broker:1"));
  }
}

TEST_F(RawClientTest, AnswerToSomethingElseIsNoAnswer) {
  sim::Simulation world;
  world.add("garbled", std::make_unique<GarblingBroker>());
  world.listen("garbled", "garbled", 9092);
  world.node_as<GarblingBroker>("garbled").answers[ApiKey::list_groups] = [](int, int) {
    return Buffers(Buffer::copy_of("\x7f"));
  };
  VirtualRuntime garbled_runtime(world);
  RawClient client({"garbled", 9092}, garbled_runtime);
  EXPECT_THROW(client.ask<ListGroupsResponse>(ListGroupsRequest{}, 0), BadRecord);
  // The body of v0 in the place of a header's tagged fields.
  EXPECT_FALSE(client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 3).api_keys.empty());
}

TEST_F(RawClientTest, VersionThatTheMessageDoesNotHaveIsRefused) {
  RawClient client = connect();
  EXPECT_THROW(client.send(ApiVersionsRequest{}, 99), std::invalid_argument);
  EXPECT_THROW(client.send(ApiVersionsRequest{}, -1), std::invalid_argument);
  client.send_body(ApiKey::api_versions, 99, Buffers{});  // Of the broker's answer v0 is told.
  EXPECT_FALSE(client.read_frame().empty());
}

}  // namespace
}  // namespace cohort::client
