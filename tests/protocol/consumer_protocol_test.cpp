#include "protocol/hex.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages.hpp>

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

const ConsumerProtocolSubscription full{
    .topics = {"a"},
    .user_data = Buffer::copy_of("u"),
    .owned_partitions = {{.topic = "a", .partitions = {0}}},
    .generation_id = 7,
    .rack_id = "r",
};

TEST(ConsumerProtocol, ASubscriptionHasItsVersionInFront) {
  EXPECT_EQ(encode_versioned(ConsumerProtocolSubscription{.topics = {"a"}}, 0),
            from_hex("0000 00000001 0001 61 ffffffff"));
  EXPECT_EQ(encode_versioned(full, 3),
            from_hex("0003 00000001 0001 61 00000001 75"
                     "00000001 0001 61 00000001 00000000 00000007 0001 72"));
}

TEST(ConsumerProtocol, EveryVersionReadsBack) {
  for (int version = 0; version <= 3; ++version) {
    const auto decoded =
        decode_versioned<ConsumerProtocolSubscription>(encode_versioned(full, version));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->version, version);
    EXPECT_EQ(decoded->message.topics, full.topics);
  }
  const ConsumerProtocolAssignment assignment{
      .assigned_partitions = {{.topic = "a", .partitions = {1, 2}}}, .user_data = Buffer()};
  EXPECT_EQ(decode_versioned<ConsumerProtocolAssignment>(encode_versioned(assignment, 1))->message,
            assignment);
}

TEST(ConsumerProtocol, ALaterVersionIsReadAsTheHighestKnownAndItsExtraBytesAreIgnored) {
  std::vector<std::uint8_t> bytes;
  const Buffer known = encode_versioned(full, 3);
  bytes.assign(known.bytes().begin(), known.bytes().end());
  bytes[1] = 100;
  bytes.insert(bytes.end(), {1, 2, 3});

  const auto decoded =
      decode_versioned<ConsumerProtocolSubscription>(Buffer::adopt(std::move(bytes)));

  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->version, 100);
  EXPECT_EQ(decoded->message, full);
}

TEST(ConsumerProtocol, CutAnywhereIsAnErrorAndSoIsANegativeVersion) {
  const Buffer bytes = encode_versioned(full, 3);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_versioned<ConsumerProtocolSubscription>(bytes.slice(0, size)).has_value())
        << size;
  }
  EXPECT_EQ(decode_versioned<ConsumerProtocolSubscription>(from_hex("ffff 00000000")).error().fault,
            DecodeFault::unsupported_version);
}

}  // namespace
}  // namespace cohort::testing
