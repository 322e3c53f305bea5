// RawClient: anything sent, and everything that comes back.
#include "client/anywhere/anywhere.hpp"
#include <cohort/protocol/messages.hpp>

#include <algorithm>
#include <stdexcept>

namespace cohort::client {
namespace {

class RawCalls : public Anywhere {
 protected:
  RawClient connect(RawOptions options = {}) {
    const std::vector<Endpoint> brokers = parse_bootstrap(stage.settings().at("bootstrap.servers"));
    return RawClient(brokers.at(0), runtime(), std::move(options));
  }
};

TEST_P(RawCalls, AsksAtAnyVersionThatBothKnow) {
  const std::string topic = stage.make_topic("orders", 2);
  RawClient client = connect();
  const auto known = client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).api_keys;
  const auto metadata = std::ranges::find(known, MetadataRequest::api.key,
                                          [](const auto& each) { return ApiKey{each.api_key}; });
  ASSERT_NE(metadata, known.end());
  const int first = std::max<int>(metadata->min_version, MetadataRequest::api.versions.first);
  const int last = std::min<int>(metadata->max_version, MetadataRequest::api.versions.last);
  EXPECT_LE(first, last);
  for (int version = first; version <= last; ++version) {
    MetadataRequest request;
    request.topics->push_back({.name = topic});
    const auto response = client.ask<MetadataResponse>(request, version);
    EXPECT_EQ(response.topics.at(0).partitions.size(), 2U) << "version " << version;
  }
}

TEST_P(RawCalls, AnswersComeInTheOrderOfRequests) {
  RawClient client = connect();
  EXPECT_EQ(client.send(
                ApiVersionsRequest{.client_software_name = "a", .client_software_version = "1"}, 3),
            1);
  EXPECT_EQ(client.send(ListGroupsRequest{}, 4), 2);
  EXPECT_FALSE(client.read<ApiVersionsResponse>().api_keys.empty());
  EXPECT_EQ(client.read<ListGroupsResponse>().error_code, ErrorCode::none);
}

TEST_P(RawCalls, HeaderIsAsItIsGiven) {
  RawClient client = connect();
  client.send(ListGroupsRequest{}, 0, {.correlation_id = -7, .client_id = "someone"});
  const Buffer frame = client.read_frame();
  const auto header = decode_response_header(frame, ApiKey::list_groups, 0);
  EXPECT_EQ(header->correlation_id, -7);
  EXPECT_EQ(client.send(ListGroupsRequest{}, 0), -6);
}

TEST_P(RawCalls, BytesWithAndWithoutALengthAreSentAsTheyAre) {
  RawClient client = connect();
  // ApiVersions v0, correlation id 5, client id null.
  const std::vector<std::uint8_t> request{0, 18, 0, 0, 0, 0, 0, 5, 0xff, 0xff};
  client.send_frame(Buffers(Buffer::copy_of(request)));
  EXPECT_EQ(client.read_frame().slice(0, 4), Buffer::adopt({0, 0, 0, 5}));

  client.send_bytes(Buffers(Buffer::adopt({0, 0, 0, 10, 0, 18})));
  EXPECT_EQ(client.waiting_frames(), 0U);
  client.send_bytes(Buffers(Buffer::adopt({0, 0, 0, 0, 0, 6, 0xff, 0xff})));
  EXPECT_EQ(client.read_frame().slice(0, 4), Buffer::adopt({0, 0, 0, 6}));
}

TEST_P(RawCalls, FramesThatCameAreCountedUntilTheyAreRead) {
  RawClient client = connect();
  client.send(ApiVersionsRequest{}, 0);
  client.send(ApiVersionsRequest{}, 0);
  EXPECT_TRUE(stage.wait_until([&] { return client.waiting_frames() == 2; }));
  client.read_frame();
  EXPECT_EQ(client.waiting_frames(), 1U);
}

TEST_P(RawCalls, BodyMayBeBroken) {
  RawClient client = connect();
  client.send_body(ApiKey::metadata, 9, Buffers(Buffer::copy_of("nonsense")));
  EXPECT_TRUE(client.wait_for_close());
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(failure_of([&] { client.read_frame(); }).kind, FailureKind::closed);
}

TEST_P(RawCalls, WhatCameBeforeTheEndCanStillBeRead) {
  RawClient client = connect();
  client.send(ApiVersionsRequest{}, 0);
  client.send_frame(Buffers(Buffer::copy_of("x")));
  EXPECT_TRUE(client.wait_for_close());
  EXPECT_FALSE(client.read<ApiVersionsResponse>().api_keys.empty());
  EXPECT_EQ(failure_of([&] { client.read_frame(); }).kind, FailureKind::closed);
  EXPECT_EQ(failure_of([&] { client.send(ApiVersionsRequest{}, 0); }).kind, FailureKind::closed);
}

TEST_P(RawCalls, ClosesWhenToldTo) {
  RawClient client = connect();
  client.close();
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(failure_of([&] { client.send(ApiVersionsRequest{}, 0); }).kind, FailureKind::closed);
}

TEST_P(RawCalls, RequestWithoutAnAnswerIsNotWaitedFor) {
  RawClient client = connect();
  client.send(ProduceRequest{.acks = 0}, 3);
  client.expect_no_answer();
  EXPECT_FALSE(client.ask<ApiVersionsResponse>(ApiVersionsRequest{}, 0).api_keys.empty());
  EXPECT_THROW(client.expect_no_answer(), std::logic_error);
  EXPECT_THROW(client.read<MetadataResponse>(), std::logic_error);
}

TEST_P(RawCalls, FrameThatIsTooLongEndsTheConnection) {
  RawClient client = connect({.max_frame_size = 50});
  client.send(ApiVersionsRequest{}, 0);
  EXPECT_THAT(failure_of([&] { client.read_frame(); }).message, HasSubstr("sent what is no frame"));
}

INSTANTIATE_TEST_SUITE_P(Anywhere, RawCalls, ::testing::ValuesIn(testing::all_places()),
                         place_name);

}  // namespace
}  // namespace cohort::client
