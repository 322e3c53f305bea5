// OffsetCommits and OffsetQueries: what is committed, in which order, and what comes of errors.
#include "client/member_client.hpp"
#include <cohort/testing/await.hpp>

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using broker::AnswerError;
using broker::Disconnect;
using broker::DropAnswer;
using broker::Moment;
using std::chrono::minutes;
using std::chrono::seconds;

const TopicPartition zero{"orders", 0};

OffsetsToCommit at(std::int64_t offset) {
  return {{zero, {.offset = offset, .leader_epoch = 0, .metadata = "m"}}};
}

/// A group of one, or a client without a group.
class MemberOffsets : public ::testing::Test {
 protected:
  MemberClient& member() {
    MemberClient& a = world_.start("a");
    EXPECT_TRUE(world_.settles({"a"}));
    return a;
  }
  MemberClient& loner() {
    MemberClient& a = world_.add("a");
    a.is_alone = true;
    return a;
  }
  CommitResult commit_sync(std::int64_t offset, Duration within = minutes(1)) {
    world_.turn("a", [&](MemberClient& client, Instant now) {
      client.commits().commit_sync(at(offset), now + within);
    });
    return next_result(within);
  }
  void commit_async(std::int64_t offset) {
    world_.turn("a", [&](MemberClient& client, Instant now) {
      client.commits().commit_async(at(offset), now);
    });
  }
  CommitResult next_result(Duration within = minutes(1)) {
    MemberClient& a = world_.client("a");
    EXPECT_TRUE(world_.broker.run_until([&] { return !a.committed.empty(); }, within));
    if (a.committed.empty()) return {};
    CommitResult result = a.committed.front();
    a.committed.erase(a.committed.begin());
    return result;
  }
  Outcome<CommittedOffsets> query(PartitionSet partitions, Duration within = minutes(1)) {
    MemberClient& a = world_.client("a");
    a.answers.clear();
    world_.turn("a", [&](MemberClient& client, Instant now) {
      client.queries().ask(std::move(partitions), now + within);
    });
    EXPECT_TRUE(world_.broker.run_until([&] { return !a.answers.empty(); }, within + seconds(1)));
    if (a.answers.empty()) return Failure{};
    return a.answers.front().offsets;
  }
  std::int64_t committed() {
    const auto view = world_.view();
    return view.offsets.empty() ? -1 : view.offsets.front().committed;
  }

  MemberWorld world_;
};

TEST_F(MemberOffsets, MemberCommitsInItsGeneration) {
  const MemberClient& a = member();
  const CommitResult result = commit_sync(7);
  EXPECT_FALSE(result.failure.has_value());
  EXPECT_EQ(result.sent_as, a.member().membership());
  EXPECT_EQ(committed(), 7);
}

TEST_F(MemberOffsets, LonerCommitsOutsideOfAnyGeneration) {
  loner();
  const CommitResult result = commit_sync(3);
  EXPECT_FALSE(result.failure.has_value());
  EXPECT_EQ(result.sent_as, Membership{});
  EXPECT_EQ(committed(), 3);
}

TEST_F(MemberOffsets, NothingToCommitIsDoneAtOnce) {
  loner();
  world_.turn("a",
              [](MemberClient& client, Instant now) { client.commits().commit_async({}, now); });
  EXPECT_FALSE(next_result(Duration{}).failure.has_value());
}

TEST_F(MemberOffsets, CommittedOffsetsAreFoundAgain) {
  member();
  commit_sync(7);
  const auto offsets = query({zero, {"orders", 1}});
  ASSERT_TRUE(offsets.has_value());
  EXPECT_EQ(*offsets, (CommittedOffsets{
                          {zero, CommittedOffset{.offset = 7, .leader_epoch = 0, .metadata = "m"}},
                          {{"orders", 1}, std::nullopt}}));
}

TEST_F(MemberOffsets, NoQuestionIsAnsweredAtOnce) {
  loner();
  EXPECT_EQ(query({}, Duration{}).value(), CommittedOffsets{});
}

TEST_F(MemberOffsets, LaterCommitNeverOvertakesAnEarlierOne) {
  const MemberClient& a = member();
  world_.rule(ApiKey::offset_commit, AnswerError{ErrorCode::coordinator_load_in_progress}, 2);
  world_.turn("a", [](MemberClient& client, Instant now) {
    client.commits().commit_async(at(1), now);
    client.commits().commit_sync(at(2), now + minutes(1));
    client.commits().commit_async(at(3), now);
    client.commits().commit_async(at(4), now);
  });
  ASSERT_TRUE(world_.broker.run_until([&] { return a.committed.size() == 4; }, minutes(1)));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(a.committed[i].offsets, at(static_cast<std::int64_t>(i) + 1));
    EXPECT_FALSE(a.committed[i].failure.has_value());
  }
  EXPECT_EQ(committed(), 4);
}

TEST_F(MemberOffsets, SyncCommitIsTriedAgainAfterWhatPasses) {
  member();
  for (const broker::FaultAction& action :
       {broker::FaultAction{AnswerError{ErrorCode::coordinator_load_in_progress}},
        broker::FaultAction{AnswerError{ErrorCode::coordinator_not_available}},
        broker::FaultAction{AnswerError{ErrorCode::not_coordinator}},
        broker::FaultAction{AnswerError{ErrorCode::request_timed_out}},
        broker::FaultAction{AnswerError{ErrorCode::unknown_topic_or_partition}},
        broker::FaultAction{Disconnect{Moment::before}},
        broker::FaultAction{Disconnect{Moment::after}}, broker::FaultAction{DropAnswer{}}}) {
    world_.rule(ApiKey::offset_commit, action);
    EXPECT_FALSE(commit_sync(5).failure.has_value()) << to_string(action);
    EXPECT_TRUE(world_.settles({"a"}));
  }
}

TEST_F(MemberOffsets, AsyncCommitIsNotTriedAgain) {
  member();
  for (const ErrorCode code :
       {ErrorCode::coordinator_load_in_progress, ErrorCode::not_coordinator,
        ErrorCode::request_timed_out, ErrorCode::unknown_topic_or_partition}) {
    world_.rule(ApiKey::offset_commit, AnswerError{code});
    commit_async(9);
    const CommitResult result = next_result();
    ASSERT_TRUE(result.failure.has_value()) << name(code);
    EXPECT_EQ(result.failure->code, code);
    EXPECT_TRUE(result.is_retriable);
  }
  EXPECT_EQ(committed(), -1);
}

TEST_F(MemberOffsets, RefusalsForGoodAreToldAsTheyAre) {
  member();
  for (const ErrorCode code :
       {ErrorCode::group_authorization_failed, ErrorCode::topic_authorization_failed,
        ErrorCode::offset_metadata_too_large, ErrorCode::invalid_commit_offset_size,
        ErrorCode::kafka_storage_error}) {
    world_.rule(ApiKey::offset_commit, AnswerError{code});
    const CommitResult result = commit_sync(9);
    ASSERT_TRUE(result.failure.has_value());
    EXPECT_EQ(result.failure->kind, FailureKind::refused);
    EXPECT_EQ(result.failure->code, code);
    EXPECT_EQ(result.failure->partition, zero);
    EXPECT_FALSE(result.is_retriable);
  }
}

TEST_F(MemberOffsets, MemberOfAnOldGenerationFailsToCommitAndRejoins) {
  MemberClient& a = member();
  for (const ErrorCode code : {ErrorCode::unknown_member_id, ErrorCode::illegal_generation}) {
    const std::string id = a.member().membership().member_id;
    world_.rule(ApiKey::offset_commit, AnswerError{code});
    const CommitResult result = commit_sync(9);
    ASSERT_TRUE(result.failure.has_value());
    EXPECT_EQ(result.failure->kind, FailureKind::commit_failed);
    EXPECT_TRUE(
        world_.broker.run_until([&] { return a.told.back().starts_with("assigned"); }, minutes(2)));
    EXPECT_EQ(a.told[a.told.size() - 2].substr(0, 4), "lost");
    // With ILLEGAL_GENERATION the id may still be good.
    EXPECT_EQ(a.member().membership().member_id == id, code == ErrorCode::illegal_generation);
  }
}

TEST_F(MemberOffsets, CommitDuringARebalanceMayBeTriedAgainLater) {
  MemberClient& a = member();
  world_.rule(ApiKey::offset_commit, AnswerError{ErrorCode::rebalance_in_progress});
  const CommitResult result = commit_sync(9);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->code, ErrorCode::rebalance_in_progress);
  EXPECT_TRUE(result.is_retriable);
  EXPECT_TRUE(world_.broker.run_until([&] { return a.told.size() == 3; }, minutes(1)));
  EXPECT_TRUE(world_.settles({"a"}));
  EXPECT_FALSE(commit_sync(9).failure.has_value());
}

TEST_F(MemberOffsets, CommitOfAFencedInstanceIsFatal) {
  MemberClient& a = world_.start("a", MemberWorld::of_instance("one"));
  ASSERT_TRUE(world_.settles({"a"}));
  world_.rule(ApiKey::offset_commit, AnswerError{ErrorCode::fenced_instance_id});
  const CommitResult result = commit_sync(9);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, FailureKind::fatal);
  EXPECT_EQ(a.member().state(), MemberState::fenced);
}

TEST_F(MemberOffsets, CommitIsPossibleWhilePartitionsAreRevoked) {
  MemberClient& a = member();
  a.commits_when_revoked = at(11);
  world_.start("b");
  ASSERT_TRUE(world_.settles({"a", "b"}));
  EXPECT_EQ(a.told[1].substr(0, 7), "revoked");
  ASSERT_EQ(a.committed.size(), 1U);
  EXPECT_FALSE(a.committed[0].failure.has_value());
  EXPECT_EQ(committed(), 11);
}

TEST_F(MemberOffsets, SyncCommitEndsAtItsDeadlineAndSaysWhy) {
  member();
  world_.broker.control().stop_broker(1);
  const CommitResult result = commit_sync(9, seconds(5));
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, FailureKind::timed_out);
  EXPECT_TRUE(result.is_retriable);
}

TEST_F(MemberOffsets, CommitThatIsLateDoesNotDisturbTheNext) {
  member();
  world_.rule(ApiKey::offset_commit, broker::DelayAnswer{seconds(10)});
  const CommitResult late = commit_sync(9, seconds(5));
  ASSERT_TRUE(late.failure.has_value());
  EXPECT_FALSE(commit_sync(10).failure.has_value());
  EXPECT_EQ(committed(), 10);
}

TEST_F(MemberOffsets, QueriesAreAskedAgainAfterWhatPasses) {
  member();
  commit_sync(5);
  for (const broker::FaultAction& action :
       {broker::FaultAction{AnswerError{ErrorCode::coordinator_load_in_progress}},
        broker::FaultAction{AnswerError{ErrorCode::not_coordinator}},
        broker::FaultAction{AnswerError{ErrorCode::unstable_offset_commit}},
        broker::FaultAction{Disconnect{Moment::before}},
        broker::FaultAction{Disconnect{Moment::after}}, broker::FaultAction{DropAnswer{}}}) {
    world_.rule(ApiKey::offset_fetch, action);
    const auto offsets = query({zero});
    ASSERT_TRUE(offsets.has_value()) << to_string(action);
    EXPECT_EQ(offsets->at(zero)->offset, 5);
  }
}

TEST_F(MemberOffsets, RefusedQueriesAreToldAsTheyAre) {
  member();
  for (const ErrorCode code :
       {ErrorCode::group_authorization_failed, ErrorCode::topic_authorization_failed,
        ErrorCode::unknown_topic_or_partition, ErrorCode::kafka_storage_error}) {
    world_.rule(ApiKey::offset_fetch, AnswerError{code});
    const auto offsets = query({zero});
    ASSERT_FALSE(offsets.has_value()) << name(code);
    EXPECT_EQ(offsets.error().code, code);
  }
}

TEST_F(MemberOffsets, QueryEndsAtItsDeadline) {
  member();
  world_.broker.control().stop_broker(1);
  const auto offsets = query({zero}, seconds(5));
  ASSERT_FALSE(offsets.has_value());
  EXPECT_EQ(offsets.error().kind, FailureKind::timed_out);
}

}  // namespace

}  // namespace cohort::client
