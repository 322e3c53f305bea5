#include "protocol/hex.hpp"
#include <cohort/protocol/apis.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace cohort::testing {
namespace {

TEST(RequestHeader, IsVersionTwoFromTheFirstFlexibleVersionOn) {
  EXPECT_EQ(request_header_version(ApiKey::heartbeat, 3), 1);
  EXPECT_EQ(request_header_version(ApiKey::heartbeat, 4), 2);
  EXPECT_EQ(request_header_version(ApiKey::sasl_handshake, 1), 1);
  EXPECT_EQ(request_header_version(ApiKey::api_versions, 99), 2);
  EXPECT_EQ(request_header_version(ApiKey::vote, 0), std::nullopt);
  EXPECT_EQ(request_header_version(ApiKey{-1}, 0), std::nullopt);
}

TEST(ResponseHeader, OfApiVersionsIsAlwaysVersionZero) {
  EXPECT_EQ(response_header_version(ApiKey::api_versions, 4), 0);
  EXPECT_EQ(response_header_version(ApiKey::heartbeat, 3), 0);
  EXPECT_EQ(response_header_version(ApiKey::heartbeat, 4), 1);
  EXPECT_EQ(response_header_version(ApiKey::vote, 0), std::nullopt);
}

TEST(EncodeRequest, MakesAWholeFrame) {
  const RequestHeader plain{ApiKey::heartbeat, 0, 7, "me"};
  const RequestHeader flexible{ApiKey::heartbeat, 4, 7, std::nullopt};
  const HeartbeatRequest request{.group_id = "g", .generation_id = 1, .member_id = "m"};

  EXPECT_EQ(encode_request(plain, request).joined(),
            from_hex("00000016 000c 0000 00000007 0002 6d65  0001 67 00000001 0001 6d"));
  EXPECT_EQ(encode_request(flexible, request).joined(),
            from_hex("00000015 000c 0004 00000007 ffff 00  0267 00000001 026d 00 00"));
  EXPECT_EQ(frame_request(flexible, encode(request, 4)).joined(),
            encode_request(flexible, request).joined());
}

TEST(EncodeResponse, MakesAWholeFrameInOnePieceWithoutRecords) {
  const HeartbeatResponse response{.error_code = ErrorCode::unknown_member_id};
  EXPECT_EQ(encode_response(7, response, 0).joined(), from_hex("00000006 00000007 0019"));
  EXPECT_EQ(encode_response(7, response, 4).joined(),
            from_hex("0000000c 00000007 00 00000000 0019 00"));
  EXPECT_EQ(encode_response(7, response, 4).pieces().size(), 1u);
  EXPECT_EQ(encode_response(7, ApiVersionsResponse{}, 3).joined(),
            from_hex("0000000c 00000007 0000 01 00000000 00"));
}

TEST(EncodeResponse, CountsSharedPiecesInTheFrameLength) {
  const FetchPartitionData partition{.records = Buffers(Buffer::copy_of(std::string(300, 'r')))};
  const FetchResponse response{.responses = {{.topic = "t", .partitions = {partition}}}};
  const Buffers frame = encode_response(1, response, 11);
  EXPECT_EQ(frame.size(), 4 + 4 + encoded_size(response, 11));
  EXPECT_EQ(frame.joined().bytes()[3] + 256 * frame.joined().bytes()[2],
            static_cast<int>(frame.size() - 4));
}

TEST(DecodeRequestHeader, GivesTheHeaderAndWhereTheBodyStarts) {
  const RequestHeader header{ApiKey::heartbeat, 4, 7, "me"};
  const Buffer frame = encode_request(header, HeartbeatRequest{}).joined().slice(4);

  const auto decoded = decode_request_header(frame);

  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->header, header);
  EXPECT_EQ(decoded->size, 13u);
  EXPECT_EQ(decode<HeartbeatRequest>(frame.slice(decoded->size), 4).value(), HeartbeatRequest{});
}

TEST(DecodeRequestHeader, SkipsUnknownTags) {
  const auto decoded =
      decode_request_header(from_hex("000c 0004 00000007 ffff 02 00 02 aaaa 09 00"));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->size, 17u);
}

TEST(DecodeRequestHeader, CutAtAnyByteIsAnError) {
  for (const std::int16_t version : {std::int16_t{3}, std::int16_t{4}}) {
    const RequestHeader header{ApiKey::heartbeat, version, 7, "me"};
    const Buffer frame = encode_request(header, HeartbeatRequest{}).joined().slice(4);
    const std::size_t size = decode_request_header(frame)->size;
    for (std::size_t cut = 0; cut < size; ++cut) {
      EXPECT_FALSE(decode_request_header(Buffer::copy_of(frame.slice(0, cut).bytes())).has_value())
          << cut;
    }
  }
}

TEST(DecodeRequestHeader, AnUnknownApiKeyIsAnError) {
  EXPECT_EQ(decode_request_header(from_hex("03e7 0000 00000007 ffff")).error().fault,
            DecodeFault::unknown_api_key);
}

TEST(DecodeResponseHeader, GivesTheCorrelationIdAtEveryVersion) {
  for (const int version : {3, 4}) {
    const Buffer frame = encode_response(-9, HeartbeatResponse{}, version).joined().slice(4);
    const auto decoded = decode_response_header(frame, ApiKey::heartbeat, version);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->correlation_id, -9);
    EXPECT_EQ(decoded->size, version == 3 ? 4u : 5u);
    for (std::size_t cut = 0; cut < decoded->size; ++cut) {
      EXPECT_FALSE(
          decode_response_header(frame.slice(0, cut), ApiKey::heartbeat, version).has_value());
    }
  }
}

TEST(Apis, AreFoundByKey) {
  EXPECT_EQ(find_api(ApiKey::fetch)->versions, (Versions{0, 17}));
  EXPECT_EQ(find_api(ApiKey::join_group)->flexible_from, 6);
  EXPECT_EQ(find_api(ApiKey::vote), nullptr);
  EXPECT_EQ(apis().size(), static_cast<std::size_t>(RequestList::size));
}

}  // namespace
}  // namespace cohort::testing
