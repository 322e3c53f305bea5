// RawClient: anything sent, and everything that comes back.
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

  broker::VirtualBroker broker{{.topics = {{.name = "orders", .partitions = 2}}}};
  VirtualRuntime runtime{broker.world()};
};

TEST_F(RawClientTest, AsksAtAnyVersion) {
  RawClient client = connect();
  for (int version = 0; version <= MetadataRequest::api.versions.last; ++version) {
    MetadataRequest request;
    request.topics->push_back({.name = "orders"});
    const auto response = client.ask<MetadataResponse>(request, version);
    EXPECT_EQ(response.topics.at(0).partitions.size(), 2U);
  }
}

TEST_F(RawClientTest, AnswersComeInTheOrderOfRequests) {
  RawClient client = connect();
  EXPECT_EQ(client.send(
                ApiVersionsRequest{.client_software_name = "a", .client_software_version = "1"}, 3),
            1);
  EXPECT_EQ(client.send(ListGroupsRequest{}, 4), 2);
  EXPECT_FALSE(client.read<ApiVersionsResponse>().api_keys.empty());
  EXPECT_TRUE(client.read<ListGroupsResponse>().groups.empty());
}

TEST_F(RawClientTest, HeaderIsAsItIsGiven) {
  RawClient client = connect();
  client.send(ListGroupsRequest{}, 0, {.correlation_id = -7, .client_id = "someone"});
  const Buffer frame = client.read_frame();
  const auto header = decode_response_header(frame, ApiKey::list_groups, 0);
  EXPECT_EQ(header->correlation_id, -7);
  EXPECT_EQ(client.send(ListGroupsRequest{}, 0), -6);
}

TEST_F(RawClientTest, BytesWithAndWithoutALengthAreSentAsTheyAre) {
  RawClient client = connect();
  // ApiVersions v0, correlation id 5, client id null.
  const std::vector<std::uint8_t> request{0, 18, 0, 0, 0, 0, 0, 5, 0xff, 0xff};
  client.send_frame(Buffers(Buffer::copy_of(request)));
  EXPECT_EQ(client.read_frame().slice(0, 4), Buffer::adopt({0, 0, 0, 5}));

  client.send_bytes(Buffers(Buffer::adopt({0, 0, 0, 10, 0, 18})));
  broker.settle();
  EXPECT_EQ(client.waiting_frames(), 0U);
  client.send_bytes(Buffers(Buffer::adopt({0, 0, 0, 0, 0, 6, 0xff, 0xff})));
  EXPECT_EQ(client.read_frame().slice(0, 4), Buffer::adopt({0, 0, 0, 6}));
}

TEST_F(RawClientTest, BodyMayBeBroken) {
  RawClient client = connect();
  client.send_body(ApiKey::metadata, 9, Buffers(Buffer::copy_of("nonsense")));
  EXPECT_TRUE(client.wait_for_close());
  EXPECT_TRUE(client.is_closed());
  EXPECT_THAT([&] { client.read_frame(); },
              ::testing::Throws<Error>(::testing::Property(&Error::kind, FailureKind::closed)));
}

TEST_F(RawClientTest, WhatCameBeforeTheEndCanStillBeRead) {
  RawClient client = connect();
  client.send(ApiVersionsRequest{}, 0);
  client.send_frame(Buffers(Buffer::copy_of("x")));
  EXPECT_TRUE(client.wait_for_close());
  EXPECT_FALSE(client.read<ApiVersionsResponse>().api_keys.empty());
  EXPECT_THROW(client.read_frame(), Error);
  EXPECT_THROW(client.send(ApiVersionsRequest{}, 0), Error);
}

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

TEST_F(RawClientTest, ClosesWhenToldTo) {
  RawClient client = connect();
  client.close();
  EXPECT_TRUE(client.is_closed());
  EXPECT_THROW(client.send(ApiVersionsRequest{}, 0), Error);
}

TEST_F(RawClientTest, RequestWithoutAnAnswerIsNotWaitedFor) {
  RawClient client = connect();
  client.send(ProduceRequest{.acks = 0}, 3);
  client.expect_no_answer();
  EXPECT_FALSE(client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).api_keys.empty());
  EXPECT_THROW(client.expect_no_answer(), std::logic_error);
  EXPECT_THROW(client.read<MetadataResponse>(), std::logic_error);
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

TEST_F(RawClientTest, FrameThatIsTooLongEndsTheConnection) {
  RawClient client = connect({.max_frame_size = 50});
  client.send(ApiVersionsRequest{}, 0);
  try {
    client.read_frame();
    ADD_FAILURE() << "a frame came";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("sent what is no frame"));
  }
}

}  // namespace
}  // namespace cohort::client
