// OffsetCommit and OffsetFetch: who may commit, and what is stored.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class Commit : public GroupTest {
 protected:
  ErrorCode commit_new(std::int32_t generation, bool expects_group_id_not_found) {
    return coordinator_
        .commit_offsets({.group_id = "new",
                         .member = {.member_id = "m"},
                         .generation = generation,
                         .expects_group_id_not_found = expects_group_id_not_found,
                         .offsets = {{.key = {"t", 0}, .offset = 1}}},
                        now_)
        .at(0);
  }
  ErrorCode commit_in_transaction(const std::string& member_id, std::int32_t generation,
                                  std::optional<std::string> instance = std::nullopt) {
    return coordinator_.validate_transactional_commit(
        {.group_id = group_, .member = {member_id, std::move(instance)}, .generation = generation});
  }
};

// Trap 20.
TEST_F(Commit, OfASimpleConsumerMakesAGroupWithoutProtocolType) {
  EXPECT_EQ(commit_simple({"t", 0}, 10, "m"), ErrorCode::none);
  EXPECT_EQ(fetch({"t", 0}), (FetchedOffset{.key = {"t", 0}, .offset = 10, .metadata = "m"}));
  EXPECT_EQ(coordinator_.list(),
            (std::vector<GroupListing>{{.group_id = "g", .state = GroupState::empty}}));
}

TEST_F(Commit, EmptyGroupIdIsLegal) {
  group_ = "";
  EXPECT_EQ(commit_simple({"t", 0}, 44), ErrorCode::none);
  EXPECT_EQ(fetch({"t", 0}).offset, 44);
}

// confluent-kafka-dotnet #2119
TEST_F(Commit, WithAGenerationToAnAbsentGroupIsRefusedByTheVersionsError) {
  EXPECT_EQ(commit_new(5, false), ErrorCode::illegal_generation);
  EXPECT_EQ(commit_new(5, true), ErrorCode::group_id_not_found);
  EXPECT_EQ(coordinator_.describe("new"), std::nullopt);
  EXPECT_EQ(commit_new(-1, true), ErrorCode::none);
}

// Trap 50: whatever the member, even if the group had members before.
TEST_F(Commit, WithoutGenerationIsAcceptedWhileTheGroupIsEmpty) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(commit("", -1), ErrorCode::none);
  EXPECT_EQ(commit("anyone", -1, "any instance"), ErrorCode::none);
}

TEST_F(Commit, WithTheOldGenerationToAnEmptyGroupIsUnknown) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::unknown_member_id);
  EXPECT_EQ(commit(ids[0], 2), ErrorCode::unknown_member_id);
  EXPECT_EQ(commit("", 2), ErrorCode::unknown_member_id);
  EXPECT_EQ(fetch({"t", 0}).offset, -1);
}

TEST_F(Commit, OfASimpleConsumerToALiveGroupIsUnknown) {
  stable({{}});
  EXPECT_EQ(commit("", -1), ErrorCode::unknown_member_id);
  EXPECT_EQ(commit("", -1, "x"), ErrorCode::unknown_member_id);
}

// KAFKA-8487: instance, member, generation, state.
TEST_F(Commit, IsCheckedInKafkasOrder) {
  const auto ids = completing({{}, {.instance = "x"}});
  EXPECT_EQ(commit(ids[0], 1, "other"), ErrorCode::unknown_member_id);
  EXPECT_EQ(commit(ids[0], 0, "x"), ErrorCode::fenced_instance_id);
  EXPECT_EQ(commit("unknown", 0), ErrorCode::unknown_member_id);
  EXPECT_EQ(commit(ids[0], 0), ErrorCode::illegal_generation);
  EXPECT_EQ(commit(ids[0], -1), ErrorCode::illegal_generation);
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::rebalance_in_progress);
}

// librdkafka #4059
TEST_F(Commit, OfTheCurrentGenerationIsAcceptedUntilTheNextIsFormed) {
  const auto ids = stable({{}});
  join_v3();
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  join({.member_id = ids[0]});
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::illegal_generation);
  EXPECT_EQ(commit(ids[0], 2), ErrorCode::rebalance_in_progress);
  sync(ids[0], 2);
  EXPECT_EQ(commit(ids[0], 2), ErrorCode::none);
}

TEST_F(Commit, OfANewMemberThatWaitsIsAccepted) {
  stable({{}});
  join_v3();
  EXPECT_EQ(commit(member_ids()[1], 1), ErrorCode::none);
}

TEST_F(Commit, StoresOffsetsAsGiven) {
  EXPECT_EQ(commit_simple({"t", 0}, 10), ErrorCode::none);
  EXPECT_EQ(commit_simple({"t", 0}, 3), ErrorCode::none);
  EXPECT_EQ(fetch({"t", 0}).offset, 3);
  EXPECT_EQ(commit_simple({"t", 0}, -5), ErrorCode::none);
  EXPECT_EQ(fetch({"t", 0}).offset, -5);
}

TEST_F(Commit, StoresLeaderEpochAndMetadataWithZeroBytes) {
  const std::string metadata("a\0b", 3);
  coordinator_.commit_offsets(
      {.group_id = "g",
       .offsets = {{.key = {"t", 0}, .offset = 5, .leader_epoch = 3, .metadata = metadata}}},
      now_);
  EXPECT_EQ(fetch({"t", 0}),
            (FetchedOffset{.key = {"t", 0}, .offset = 5, .leader_epoch = 3, .metadata = metadata}));
}

// librdkafka #4649
TEST_F(Commit, TooLongMetadataIsRefusedForItsPartitionOnly) {
  const std::vector<ErrorCode> errors = coordinator_.commit_offsets(
      {.group_id = "g",
       .offsets = {{.key = {"t", 0}, .offset = 1, .metadata = std::string(4'097, 'm')},
                   {.key = {"t", 1}, .offset = 2, .metadata = std::string(4'096, 'm')}}},
      now_);
  EXPECT_EQ(errors, (std::vector{ErrorCode::offset_metadata_too_large, ErrorCode::none}));
  EXPECT_EQ(fetch({"t", 0}).offset, -1);
  EXPECT_EQ(fetch({"t", 1}).offset, 2);
}

// Java's String.length: an umlaut counts once, a character beyond U+FFFF twice.
TEST_F(Commit, MetadataIsMeasuredInUtf16CodeUnits) {
  std::string umlauts;
  for (int i = 0; i < 4'096; ++i) umlauts += "\xC3\xA4";
  EXPECT_EQ(commit_simple({"t", 0}, 1, umlauts), ErrorCode::none);
  std::string faces;
  for (int i = 0; i < 2'049; ++i) faces += "\xF0\x9F\x98\x80";
  EXPECT_EQ(commit_simple({"t", 0}, 1, faces), ErrorCode::offset_metadata_too_large);
}

TEST_F(Commit, UncommittedPartitionsAndUnknownGroupsAreNoErrors) {
  const FetchedOffset nothing{.key = {"t", 7}};
  EXPECT_EQ(fetch({"t", 7}), nothing);
  EXPECT_EQ(coordinator_.fetch_all_offsets("g"), std::vector<FetchedOffset>{});
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  EXPECT_EQ(fetch({"t", 7}), nothing);
}

TEST_F(Commit, AllOffsetsAreListedByTopicAndPartition) {
  EXPECT_EQ(commit_simple({"u", 0}, 3), ErrorCode::none);
  EXPECT_EQ(commit_simple({"t", 10}, 2), ErrorCode::none);
  EXPECT_EQ(commit_simple({"t", 9}, 1), ErrorCode::none);
  EXPECT_EQ(coordinator_.fetch_all_offsets("g"),
            (std::vector<FetchedOffset>{{.key = {"t", 9}, .offset = 1},
                                        {.key = {"t", 10}, .offset = 2},
                                        {.key = {"u", 0}, .offset = 3}}));
}

// 9.1
TEST_F(Commit, InATransactionNeedsNoMemberButChecksOneThatIsGiven) {
  EXPECT_EQ(commit_in_transaction("", -1), ErrorCode::none);
  EXPECT_EQ(commit_in_transaction("m", 3), ErrorCode::illegal_generation);
  const auto ids = completing({{}, {.instance = "x"}});
  EXPECT_EQ(commit_in_transaction("", -1), ErrorCode::none);
  EXPECT_EQ(commit_in_transaction(ids[0], 1), ErrorCode::none);
  EXPECT_EQ(commit_in_transaction(ids[0], 0), ErrorCode::illegal_generation);
  EXPECT_EQ(commit_in_transaction("x", 1), ErrorCode::unknown_member_id);
  EXPECT_EQ(commit_in_transaction(ids[0], 1, "x"), ErrorCode::fenced_instance_id);
  group_ = "";
  EXPECT_EQ(commit_in_transaction("", -1), ErrorCode::invalid_group_id);
}

}  // namespace cohort::broker
