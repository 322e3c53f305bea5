// Bytes that are no message, one rule at a time.
#include "protocol/hex.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {
namespace {

template <class Message>
DecodeError error_of(const char* hex, int version) {
  const Result<Message> decoded = decode<Message>(from_hex(hex), version);
  EXPECT_FALSE(decoded.has_value()) << hex;
  return decoded ? DecodeError{} : decoded.error();
}

TEST(MalformedMessage, NullGroupIdIsAnError) {
  EXPECT_EQ(error_of<HeartbeatRequest>("ffff 00000001 0000", 0),
            (DecodeError{DecodeFault::null_not_allowed, 2, "group_id"}));
  EXPECT_EQ(error_of<HeartbeatRequest>("00 00000001 01 01 00", 4),
            (DecodeError{DecodeFault::null_not_allowed, 1, "group_id"}));
}

TEST(MalformedMessage, NullTopicsAreAnErrorOnlyBeforeTheVersionThatAllowsThem) {
  EXPECT_EQ(error_of<MetadataRequest>("ffffffff", 0),
            (DecodeError{DecodeFault::null_not_allowed, 4, "topics"}));
  EXPECT_EQ(decode<MetadataRequest>(from_hex("ffffffff"), 1).value(),
            (MetadataRequest{.topics = std::nullopt}));
}

TEST(MalformedMessage, ACountBeyondTheBytesLeftIsAnErrorAtOnce) {
  EXPECT_EQ(error_of<MetadataRequest>("7fffffff 0001 61", 1),
            (DecodeError{DecodeFault::count_out_of_range, 4, "topics"}));
  EXPECT_EQ(error_of<MetadataRequest>("ffffffff07 02 61 00", 9),
            (DecodeError{DecodeFault::count_out_of_range, 5, "topics"}));
}

TEST(MalformedMessage, AVarintOfSixBytesIsAnError) {
  EXPECT_EQ(error_of<HeartbeatRequest>("80808080 8001 61", 4),
            (DecodeError{DecodeFault::varint_too_long, 5, "group_id"}));
}

TEST(MalformedMessage, ACompactStringOfMoreThan32767BytesIsAnError) {
  EXPECT_EQ(error_of<HeartbeatRequest>("818002", 4),
            (DecodeError{DecodeFault::length_out_of_range, 3, "group_id"}));
}

TEST(MalformedMessage, ATagThatReachesBeyondTheEndIsAnError) {
  EXPECT_EQ(error_of<ListGroupsRequest>("01 63 05 01", 3),
            (DecodeError{DecodeFault::ends_early, 3, ""}));
  EXPECT_EQ(error_of<ListGroupsRequest>("ffffffff07", 3),
            (DecodeError{DecodeFault::ends_early, 5, ""}));
}

TEST(MalformedMessage, AKnownTagLongerOrShorterThanItsValueIsAnError) {
  const char* before = "0000 01 00000000";  // ApiVersionsResponse v3 up to its tags.
  const std::string longer = std::string(before) + "01 03 02 01 00";
  const std::string shorter = std::string(before) + "01 01 04 0000000000000000";
  EXPECT_EQ(error_of<ApiVersionsResponse>(longer.c_str(), 3).fault, DecodeFault::tag_size_mismatch);
  EXPECT_EQ(error_of<ApiVersionsResponse>(shorter.c_str(), 3).fault, DecodeFault::ends_early);
}

TEST(MalformedMessage, AVersionThatThereIsNotIsAnError) {
  EXPECT_EQ(error_of<HeartbeatRequest>("", 5),
            (DecodeError{DecodeFault::unsupported_version, 0, ""}));
  EXPECT_EQ(error_of<HeartbeatRequest>("", -1),
            (DecodeError{DecodeFault::unsupported_version, 0, ""}));
}

TEST(MalformedMessage, AnErrorSaysWhatWhereAndInWhichField) {
  EXPECT_EQ(to_string(error_of<HeartbeatRequest>("0001 61 0000", 0)),
            "the bytes end early in \"generation_id\" at byte 3");
  EXPECT_THROW((void)decode<HeartbeatRequest>(from_hex("00"), 0).value(), std::invalid_argument);
}

TEST(Codec, UnknownTagsAreSkippedAndCountedAtEveryDepth) {
  // MetadataRequest v9: one topic, tags 7 (2 bytes) and 300 (none) in it, tag 0 (1 byte) behind it
  // all.
  const Buffer body = from_hex("02 02 61 02 07 02 aaaa ac02 00  01 00 00  01 00 01 bb");

  const auto decoded = decode_prefix<MetadataRequest>(body, 9);

  ASSERT_TRUE(decoded.has_value()) << to_string(decoded.error());
  EXPECT_EQ(decoded->unknown_tags, 3u);
  EXPECT_EQ(decoded->size, body.size());
  EXPECT_EQ(print(decoded->message), R"(MetadataRequest{topics=[{name="a"}]})");
  EXPECT_EQ(encode(decoded->message, 9).joined(), from_hex("02 02 61 00  01 00 00  00"));
}

TEST(Codec, TaggedFieldsAreWrittenInOrderAndOnlyIfTheyDifferFromTheirDefault) {
  ApiVersionsResponse response{.finalized_features_epoch = 5, .zk_migration_ready = true};
  EXPECT_EQ(encode(response, 3).joined(),
            from_hex("0000 01 00000000 02 01 08 0000000000000005 03 01 01"));
  response = {};
  EXPECT_EQ(encode(response, 3).joined(), from_hex("0000 01 00000000 00"));
}

TEST(Codec, NullWhereAVersionHasNoneIsWrittenAsEmpty) {
  EXPECT_EQ(encode(MetadataRequest{.topics = std::nullopt}, 0).joined(), from_hex("00000000"));
  const JoinGroupResponse response{.protocol_name = std::nullopt};
  EXPECT_EQ(encode(response, 6).joined(),
            encode(JoinGroupResponse{.protocol_name = ""}, 6).joined());
}

TEST(Codec, AnOptionalPartHasAMarkerByte) {
  DescribeTopicPartitionsRequest request{.cursor = std::nullopt};
  EXPECT_EQ(encode(request, 0).joined(), from_hex("01 000007d0 ff 00"));
  request.cursor = DescribeTopicPartitionsRequestCursor{.topic_name = "t", .partition_index = 2};
  EXPECT_EQ(encode(request, 0).joined(), from_hex("01 000007d0 01 0274 00000002 00 00"));
  EXPECT_EQ(decode<DescribeTopicPartitionsRequest>(encode(request, 0).joined(), 0).value(),
            request);
}

TEST(Codec, AStringOfMoreThan32767BytesCannotBeWritten) {
  HeartbeatRequest request{.group_id = std::string(32'767, 'g')};
  for (const int version : {0, 4}) {
    EXPECT_EQ(decode<HeartbeatRequest>(encode(request, version).joined(), version).value(),
              request);
  }
  request.group_id += "g";
  for (const auto version : {std::int16_t{0}, std::int16_t{4}}) {
    EXPECT_TRUE(encode(request, version).empty());
    EXPECT_TRUE(
        encode_request({.api_key = ApiKey::heartbeat, .api_version = version}, request).empty());
  }
}

// The bytes on the right are what Java 17 gave for new String(bytes, UTF_8).
TEST(Codec, MalformedTextIsReplacedAsInJava) {
  const std::string gone = "\xEF\xBF\xBD";
  const std::vector<std::pair<std::string, std::string>> texts{
      {"gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80",
       "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80"},
      {"\xFF\xFE", gone + gone},
      {"a\x80z", "a" + gone + "z"},
      {"\xC1\xBF", gone + gone},                        // Overlong.
      {"\xE0\x9F\xBF", gone + gone + gone},             // Overlong.
      {"\xED\xA0\x80z", gone + "z"},                    // A surrogate.
      {"\xE2\x82z", gone + "z"},                        // Cut in the middle.
      {"\xE2\x82", gone},                               // Cut at the end.
      {"\xF0\x9F\x98z", gone + "z"},                    //
      {"\xF0\x8F\xBF\xBF", gone + gone + gone + gone},  // Overlong.
      {"\xF4\x90\x80\x80", gone + gone + gone + gone},  // Above U+10FFFF.
  };
  for (const auto& [bytes, text] : texts) {
    const HeartbeatRequest request{.group_id = bytes};
    EXPECT_EQ(decode<HeartbeatRequest>(encode(request, 0).joined(), 0).value().group_id, text);
  }
}

TEST(Codec, RecordsAreSharedAndNotCopied) {
  const Buffer batch = Buffer::copy_of(std::string(1000, 'b'));
  const PartitionProduceData partition{.index = 1, .records = Buffers(batch)};
  const ProduceRequest request{.topic_data = {{.name = "t", .partition_data = {partition}}}};

  const Buffers encoded = encode(request, 9);
  const Buffer whole = encoded.joined();
  const ProduceRequest decoded = decode<ProduceRequest>(whole, 9).value();

  ASSERT_EQ(encoded.pieces().size(), 3u);
  EXPECT_EQ(encoded.pieces()[1].data(), batch.data());
  const Buffer records = decoded.topic_data[0].partition_data[0].records->joined();
  EXPECT_EQ(records, batch);
  EXPECT_GE(records.data(), whole.data());
  EXPECT_LT(records.data(), whole.data() + whole.size());
}

}  // namespace
}  // namespace cohort::testing
