// What members tell each other in bytes, against other clients' bytes.
#include "assignors/sticky_user_data.hpp"
#include "client/assignments.hpp"
#include "protocol/hex.hpp"
#include <cohort/client/member_bytes.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

Outcome<GroupMember> read_member(const Buffer& metadata) {
  return member_from_bytes({.member_id = "m-1", .group_instance_id = "i-1", .metadata = metadata});
}

TEST(MemberBytes, SubscriptionComesBackAsItWas) {
  const GroupMember member{.member_id = "m-1",
                           .instance_id = "i-1",
                           .topics = {"orders", "trades"},
                           .user_data = Buffer::copy_of("8"),
                           .owned = partition_set("orders0,2 trades1"),
                           .generation = 7,
                           .rack = "rack-a"};
  EXPECT_EQ(read_member(subscription_bytes(member)).value(), member);
}

// By KIP-881's definition of version 3: topics, user data, owned partitions, generation, rack.
TEST(MemberBytes, SubscriptionIsWrittenInVersionThreeInOrder) {
  GroupMember member = subscriber("m-1", "b a");
  member.owned = partition_set("a1,0");
  EXPECT_EQ(subscription_bytes(member), testing::from_hex("0003"
                                                          "00000002"
                                                          "000161"
                                                          "000162"
                                                          "00000000"
                                                          "00000001"
                                                          "000161"
                                                          "00000002"
                                                          "00000000"
                                                          "00000001"
                                                          "ffffffff"
                                                          "ffff"));
}

// Made by kafka-python 2.0.2: ConsumerProtocolMemberMetadata(0, ["orders", "trades"], b"8").
TEST(MemberBytes, SubscriptionOfVersionZeroIsRead) {
  GroupMember expected = static_subscriber("m-1", "i-1", "orders trades");
  expected.user_data = Buffer::copy_of("8");
  EXPECT_EQ(read_member(testing::from_hex("000000000002"
                                          "00066f7264657273"
                                          "0006747261646573"
                                          "0000000138"))
                .value(),
            expected);
}

TEST(MemberBytes, AMemberThatCanNotBeReadIsNamedWhereverItsBytesEnd) {
  const Buffer whole = subscription_bytes(
      {.member_id = "m-1", .topics = {"x"}, .owned = partition_set("x0"), .rack = "r"});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Outcome<GroupMember> member = read_member(whole.slice(0, size));
    ASSERT_TRUE(member.has_error()) << size;
    EXPECT_EQ(member.error().kind, FailureKind::wrong_assignment);
    EXPECT_EQ(member.error().message.find("the metadata of member m-1 can't be read: "), 0U)
        << member.error().message;
  }
}

// Made by kafka-python 2.0.2: ConsumerProtocolMemberAssignment(0, [("orders", [0, 2])], b"").
TEST(MemberBytes, AssignmentOfVersionZeroIsRead) {
  EXPECT_EQ(assignment_from_bytes(testing::from_hex("0000"
                                                    "00000001"
                                                    "00066f7264657273"
                                                    "00000002"
                                                    "00000000"
                                                    "00000002"
                                                    "00000000"),
                                  3)
                .value(),
            (ReceivedAssignment{.partitions = partition_set("orders0,2"), .generation = 3}));
}

TEST(MemberBytes, AssignmentComesBackAsItWas) {
  for (const PartitionSet& given :
       {partition_set(""), partition_set("x0 y0,1"), partition_set("x0,1,2")}) {
    const Buffer bytes = assignment_bytes(given, Buffer::copy_of("told"));
    EXPECT_FALSE(bytes.empty());
    EXPECT_EQ(assignment_from_bytes(bytes, 4).value(),
              (ReceivedAssignment{given, 4, Buffer::copy_of("told")}));
  }
}

TEST(MemberBytes, NoAssignmentAtAllIsNothing) {
  EXPECT_EQ(assignment_from_bytes({}, 4).value(), (ReceivedAssignment{.generation = 4}));
}

TEST(MemberBytes, AnAssignmentThatEndsEarlyIsAFailure) {
  const Buffer whole = assignment_bytes(partition_set("x0 y0"));
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_TRUE(assignment_from_bytes(whole.slice(0, size), 1).has_error()) << size;
  }
}

// Made by kafka-python 2.0.2: StickyAssignorUserDataV1([("a", [0, 5]), ("orders", [2])], 7).
const char* const sticky_version_1 =
    "00000002"
    "000161"
    "00000002"
    "00000000"
    "00000005"
    "00066f7264657273"
    "00000001"
    "00000002"
    "00000007";

TEST(StickyUserData, IsKafkaPythonsAndJavas) {
  const Claim claim{partition_set("a0,5 orders2"), 7};
  EXPECT_EQ(sticky_user_data(claim), testing::from_hex(sticky_version_1));
  EXPECT_EQ(claim_from_sticky(testing::from_hex(sticky_version_1)), claim);
}

TEST(StickyUserData, OfVersionZeroHasNoGeneration) {
  const Buffer whole = testing::from_hex(sticky_version_1);
  EXPECT_EQ(claim_from_sticky(whole.slice(0, whole.size() - 4)),
            (Claim{partition_set("a0,5 orders2"), -1}));
}

TEST(StickyUserData, ThatEndsEarlyIsNoClaim) {
  const Buffer whole = testing::from_hex(sticky_version_1);
  for (std::size_t size = 0; size < whole.size() - 4; ++size) {
    EXPECT_EQ(claim_from_sticky(whole.slice(0, size)), std::nullopt) << size;
  }
}

TEST(StickyUserData, WithNegativeOrEndlessCountsIsNoClaim) {
  for (const char* hex : {"ffffffff", "7fffffff", "00000001ffff00000000", "00000001000161ffffffff",
                          "000000010001617fffffff", "00000001000161000000020000000000"}) {
    EXPECT_EQ(claim_from_sticky(testing::from_hex(hex)), std::nullopt) << hex;
  }
}

}  // namespace
}  // namespace cohort::client
