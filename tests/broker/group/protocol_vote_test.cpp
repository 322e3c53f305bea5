// The vote on the protocol, and Java's way with texts that decides its ties.
#include "broker/group/group_test.hpp"
#include "group/java_string.hpp"

namespace cohort::broker {

class ProtocolVote : public GroupTest {
 protected:
  /// The members' lists, the leader's first; gives what the group then uses.
  std::string elected(const std::vector<std::vector<std::string>>& lists) {
    std::vector<Joining> members;
    for (const std::vector<std::string>& list : lists) {
      members.push_back({.protocols = {}});
      for (const std::string& protocol : list) members.back().protocols.push_back(offers(protocol));
    }
    stable(members);
    return described().protocol_name;
  }
};

// Trap 48: no member's first choice has to be the others'.
TEST_F(ProtocolVote, MostVotesWin) {
  EXPECT_EQ(elected({{"range", "sticky"}, {"sticky", "range"}, {"sticky", "range"}}), "sticky");
}

// Trap 4
TEST_F(ProtocolVote, OnlyWhatAllSupportIsACandidate) {
  EXPECT_EQ(elected({{"a", "b", "c"}, {"a", "c", "b"}, {"d", "b"}}), "b");
}

// As a Java HashMap would list them: sticky (8), range (9), roundrobin (10), cooperative-sticky
// (15).
TEST_F(ProtocolVote, TiesGoToTheFirstInJavasHashOrder) {
  EXPECT_EQ(elected({{"range", "roundrobin"}, {"roundrobin", "range"}}), "range");
  group_ = "h";
  EXPECT_EQ(elected({{"roundrobin", "range"}, {"range", "roundrobin"}}), "range");
  group_ = "i";
  EXPECT_EQ(elected({{"cooperative-sticky", "sticky"}, {"sticky", "cooperative-sticky"}}),
            "sticky");
}

TEST_F(ProtocolVote, TiesWithinOneBucketGoToTheLeadersChoice) {
  EXPECT_EQ(elected({{"BB", "Aa"}, {"Aa", "BB"}}), "BB");
}

// confluent-kafka-go #605
TEST_F(ProtocolVote, AssignorIsChangedByWayOfACommonOne) {
  const auto ids = stable({{.protocols = {offers("range")}}});
  EXPECT_EQ(joined(join({.protocols = {offers("cooperative-sticky")}})).error,
            ErrorCode::inconsistent_group_protocol);
  EXPECT_EQ(generation(), 1);
  const ReplyId both = join_v3({.protocols = {offers("cooperative-sticky"), offers("range")}});
  join({.member_id = ids[0]});
  EXPECT_EQ(joined(both).protocol_name, "range");
}

// The well-known hash of "hello" and collision of "Aa" and "BB"; the others by the definition of
// String.hashCode.
TEST(JavaString, HashesAsJavaDoes) {
  EXPECT_EQ(java_hash(""), 0u);
  EXPECT_EQ(java_hash("hello"), 99'162'322u);
  EXPECT_EQ(java_hash("Aa"), java_hash("BB"));
  EXPECT_EQ(java_hash("\xC3\xA4"), 0xE4u);
  EXPECT_EQ(java_hash("\xF0\x9F\x98\x80"), 0xD83Du * 31 + 0xDE00u);
}

TEST(JavaString, CountsUtf16CodeUnits) {
  EXPECT_EQ(java_length("abc"), 3u);
  EXPECT_EQ(java_length("\xC3\xA4"), 1u);
  EXPECT_EQ(java_length("\xE2\x82\xAC"), 1u);
  EXPECT_EQ(java_length("\xF0\x9F\x98\x80"), 2u);
}

TEST(JavaString, BytesThatAreNoUtf8CountOneEach) {
  EXPECT_EQ(java_length("\xFF\xFE"), 2u);
  EXPECT_EQ(java_length("\xC3"), 1u);
  EXPECT_EQ(java_length("\xE2\x82"), 2u);
  EXPECT_EQ(java_length("\xC3(a"), 3u);
}

}  // namespace cohort::broker
