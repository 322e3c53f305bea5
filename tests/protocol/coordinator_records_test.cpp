// The bytes are written by hand from Kafka 3.9's definitions (group-coordinator and
// transaction-coordinator, src/main/resources/common/message).
#include "protocol/hex.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages.hpp>

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

template <class Message>
void expect_bytes(const Message& message, int version, std::string_view hex) {
  const Buffer bytes = from_hex(hex);
  EXPECT_EQ(encode_versioned(message, version), bytes);
  const auto decoded = decode_versioned<Message>(bytes);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->version, version);
  EXPECT_EQ(decoded->message, message);
}

TEST(CoordinatorRecords, KeysHaveTheVersionThatTellsThemApart) {
  expect_bytes(OffsetCommitKey{.group = "g", .topic = "tt", .partition = 5}, 1,
               "0001 0001 67 0002 7474 00000005");
  expect_bytes(GroupMetadataKey{.group = "g"}, 2, "0002 0001 67");
  expect_bytes(TransactionLogKey{.transactional_id = "x"}, 0, "0000 0001 78");
}

TEST(CoordinatorRecords, AnOffsetInVersion3HasALeaderEpoch) {
  expect_bytes(
      OffsetCommitValue{
          .offset = 7, .leader_epoch = 2, .metadata = "m", .commit_timestamp = 1'700'000'000'000},
      3, "0003 0000000000000007 00000002 0001 6d 0000018bcfe56800");
}

TEST(CoordinatorRecords, AnOffsetInVersion1HasATimeAtWhichItExpires) {
  expect_bytes(OffsetCommitValue{.offset = -1, .commit_timestamp = 1, .expire_timestamp = 258}, 1,
               "0001 ffffffffffffffff 0000 0000000000000001 0000000000000102");
}

TEST(CoordinatorRecords, AnOffsetInVersion4IsFlexible) {
  expect_bytes(OffsetCommitValue{.offset = 7, .metadata = "m", .commit_timestamp = 1}, 4,
               "0004 0000000000000007 ffffffff 02 6d 0000000000000001 00");
}

TEST(CoordinatorRecords, AGroupWithoutMembersHasNullsForProtocolAndLeader) {
  expect_bytes(GroupMetadataValue{.current_state_timestamp = 3}, 3,
               "0003 0000 00000000 ffff ffff 0000000000000003 00000000");
}

const GroupMetadataValue group{.protocol_type = "c",
                               .generation = 4,
                               .protocol = "range",
                               .leader = "a-1",
                               .current_state_timestamp = 3,
                               .members = {{.member_id = "a-1",
                                            .group_instance_id = "i",
                                            .client_id = "a",
                                            .client_host = "/h",
                                            .rebalance_timeout = 300,
                                            .session_timeout = 45,
                                            .subscription = Buffer::copy_of("s"),
                                            .assignment = Buffer::copy_of("as")}}};

TEST(CoordinatorRecords, AGroupHasItsMembersWithSubscriptionsAndAssignments) {
  expect_bytes(group, 3,
               "0003 0001 63 00000004 0005 72616e6765 0003 612d31 0000000000000003 00000001"
               "0003 612d31 0001 69 0001 61 0002 2f68 0000012c 0000002d 00000001 73 00000002 6173");
}

TEST(CoordinatorRecords, AGroupInVersion0KnowsNoTimesAndInstances) {
  EXPECT_EQ(encode_versioned(group, 0),
            from_hex("0000 0001 63 00000004 0005 72616e6765 0003 612d31 00000001"
                     "0003 612d31 0001 61 0002 2f68 0000002d 00000001 73 00000002 6173"));
}

TEST(CoordinatorRecords, ATransactionListsItsPartitionsByTopic) {
  expect_bytes(TransactionLogValue{.producer_id = 9,
                                   .producer_epoch = 1,
                                   .transaction_timeout_ms = 60'000,
                                   .transaction_status = 1,
                                   .transaction_partitions =
                                       std::vector<TransactionLogPartitions>{{"t", {0, 1}}},
                                   .transaction_last_update_timestamp_ms = 6,
                                   .transaction_start_timestamp_ms = 5},
               0,
               "0000 0000000000000009 0001 0000ea60 01 00000001 0001 74 00000002 00000000 00000001"
               "0000000000000006 0000000000000005");
}

TEST(CoordinatorRecords, ANewProducersTransactionHasNoListOfPartitions) {
  expect_bytes(TransactionLogValue{.producer_id = 9,
                                   .transaction_timeout_ms = 1,
                                   .transaction_last_update_timestamp_ms = 6,
                                   .transaction_start_timestamp_ms = -1},
               0,
               "0000 0000000000000009 0000 00000001 00 ffffffff 0000000000000006 ffffffffffffffff");
}

TEST(CoordinatorRecords, AVersionThatIsNotKnownIsAnError) {
  EXPECT_EQ(decode_versioned<GroupMetadataKey>(from_hex("0001 0001 67")).error().fault,
            DecodeFault::unsupported_version);
  EXPECT_EQ(decode_versioned<OffsetCommitKey>(from_hex("0002 0001 67")).error().fault,
            DecodeFault::unsupported_version);
}

TEST(CoordinatorRecords, CutAnywhereIsAnError) {
  const Buffer bytes = encode_versioned(group, 3);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_versioned<GroupMetadataValue>(bytes.slice(0, size)).has_value()) << size;
  }
}

}  // namespace
}  // namespace cohort::testing
