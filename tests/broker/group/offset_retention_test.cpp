// When committed offsets, and groups without any, are forgotten (KIP-211).
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class OffsetRetention : public GroupTest {
 protected:
  static GroupConfig short_retention() {
    GroupConfig config = without_delay();
    config.offsets_retention = hours(1);
    config.offsets_retention_check_interval = minutes(1);
    return config;
  }
  OffsetRetention() : GroupTest(short_retention()) {}

  /// Lets the time pass while the members send heartbeats.
  void pass_alive(Duration time, const std::vector<std::string>& ids) {
    for (Duration passed{0}; passed < time; passed += seconds(5)) {
      pass(seconds(5));
      for (const std::string& id : ids) ASSERT_EQ(heartbeat(id, 1), ErrorCode::none);
    }
  }
};

TEST_F(OffsetRetention, SimpleConsumersOffsetsAgeFromEachCommit) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  pass(minutes(30));
  EXPECT_EQ(commit_simple({"t", 1}, 2), ErrorCode::none);
  pass(minutes(29));
  EXPECT_EQ(fetch({"t", 0}).offset, 1);
  pass(minutes(1));
  EXPECT_EQ(coordinator_.fetch_all_offsets("g"),
            (std::vector<FetchedOffset>{{.key = {"t", 1}, .offset = 2}}));
  pass(minutes(30));
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
}

TEST_F(OffsetRetention, OffsetsAgeFromTheMomentTheGroupBecameEmpty) {
  const auto ids = stable({{}});
  EXPECT_EQ(commit(ids[0], 1), ErrorCode::none);
  pass_alive(minutes(90), ids);
  leaves(ids[0]);
  pass(minutes(59));
  EXPECT_EQ(fetch({"t", 0}).offset, 10);
  pass(minutes(1));
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
}

TEST_F(OffsetRetention, StableConsumersLoseOnlyTopicsThatNobodyReads) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  EXPECT_EQ(commit_simple({"other", 0}, 2), ErrorCode::none);
  const auto ids = stable({{}});
  pass_alive(minutes(61), ids);
  EXPECT_EQ(coordinator_.fetch_all_offsets("g"),
            (std::vector<FetchedOffset>{{.key = {"t", 0}, .offset = 1}}));
}

TEST_F(OffsetRetention, NothingAgesWhileSubscriptionsAreUnknownOrTheTypeIsAnother) {
  EXPECT_EQ(commit_simple({"other", 0}, 2), ErrorCode::none);
  const auto ids = stable({{.protocols = {offers("range", "m", std::nullopt)}}});
  pass_alive(minutes(61), ids);
  EXPECT_EQ(fetch({"other", 0}).offset, 2);

  group_ = "connect";
  EXPECT_EQ(commit_simple({"other", 0}, 2), ErrorCode::none);
  const auto workers = stable({{.type = "connect"}});
  pass_alive(minutes(61), workers);
  EXPECT_EQ(fetch({"other", 0}).offset, 2);
}

TEST_F(OffsetRetention, NothingAgesDuringARebalance) {
  EXPECT_EQ(commit_simple({"other", 0}, 2), ErrorCode::none);
  completing({{.session = minutes(25), .rebalance = hours(9)}});
  for (int i = 0; i < 4; ++i) {
    pass(minutes(20));
    EXPECT_EQ(heartbeat(member_ids()[0], 1), ErrorCode::none);
  }
  EXPECT_EQ(fetch({"other", 0}).offset, 2);
}

// OffsetCommit v2 to v4
TEST_F(OffsetRetention, RetentionOfTheCommitReplacesTheBrokers) {
  coordinator_.commit_offsets(
      {.group_id = "g", .retention = minutes(2), .offsets = {{.key = {"t", 0}, .offset = 1}}},
      now_);
  coordinator_.commit_offsets(
      {.group_id = "g", .retention = hours(2), .offsets = {{.key = {"t", 1}, .offset = 1}}}, now_);
  pass(minutes(1));
  EXPECT_EQ(fetch({"t", 0}).offset, 1);
  pass(minutes(1));
  EXPECT_EQ(fetch({"t", 0}).offset, -1);
  pass(minutes(100));
  EXPECT_EQ(fetch({"t", 1}).offset, 1);
}

// OffsetCommit v1
TEST_F(OffsetRetention, CommitMayBringItsOwnTime) {
  coordinator_.commit_offsets(
      {.group_id = "g",
       .offsets = {{.key = {"t", 0}, .offset = 1, .commit_time = now_ - minutes(59)},
                   {.key = {"t", 1}, .offset = 1, .commit_time = Instant::never()}}},
      now_);
  pass(minutes(1));
  EXPECT_EQ(fetch({"t", 0}).offset, -1);
  EXPECT_EQ(fetch({"t", 1}).offset, 1);
}

TEST_F(OffsetRetention, GroupWithoutMembersAndOffsetsGoesAtTheNextCheck) {
  const auto ids = stable({{}});
  leaves(ids[0]);
  pending_id(seconds(600));
  pass(seconds(59));
  EXPECT_NE(coordinator_.describe("g"), std::nullopt);
  pass(seconds(1));
  EXPECT_EQ(coordinator_.describe("g"), std::nullopt);
  EXPECT_EQ(coordinator_.timers().size(), 1u);  // The retention check itself.
}

TEST_F(OffsetRetention, ExpiryLeavesFacts) {
  EXPECT_EQ(commit_simple({"t", 0}, 1), ErrorCode::none);
  pass(hours(1));
  EXPECT_EQ(facts(), (std::vector{FactKind::offsets_committed, FactKind::offset_expired,
                                  FactKind::group_deleted}));
}

}  // namespace cohort::broker
