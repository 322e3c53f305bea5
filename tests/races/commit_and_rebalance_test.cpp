// A commit is under way while the group gets a new generation.
// Source: ClassicGroup.validateOffsetCommit.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

TEST(CommitAndRebalance, ACommitThatArrivesWhileOthersJoinIsStored) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    RaceMember bert(world, "bert");
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> commit = anna.commit(7);

    const Pending<Joined> join = bert.join();
    world.release(held);

    // The old generation stands until everybody has joined again, and anna owns her partitions.
    EXPECT_EQ(world.standing(), (Standing{GroupState::preparing_rebalance, 1, {"anna", "bert"}}));
    EXPECT_EQ(commit.answer(), ErrorCode::none);
    EXPECT_EQ(world.committed(), 7);
    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::rebalance_in_progress);
    EXPECT_EQ(join.answer(), std::nullopt);
  });
}

TEST(CommitAndRebalance, ACommitThatArrivesAfterTheNewGenerationWasFormedIsRefused) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    RaceMember bert(world, "bert");
    form_group({&anna});

    // anna's commit is under way, and takes its time.
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> commit = anna.commit(7);

    // Meanwhile bert joins. anna gives her connection up, and joins again on another one.
    const Pending<Joined> join = bert.join();
    anna.reconnect();
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna", "bert"}}));
    EXPECT_EQ(join.answer(), (Joined{.generation = 2, .leader = "anna"}));

    // Only now the commit arrives: it is from generation 1.
    world.release(held);
    EXPECT_EQ(commit.answer(), ErrorCode::illegal_generation);
    EXPECT_EQ(world.committed(), std::nullopt);
  });
}

TEST(CommitAndRebalance, ACommitThatArrivesAfterItsMemberWasLeftBehindIsRefused) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.rebalance_timeout = std::chrono::seconds(30)});
    RaceMember bert(world, "bert", {.rebalance_timeout = std::chrono::seconds(30)});
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> commit = anna.commit(7);

    const Pending<Joined> join = bert.join();
    world.advance(std::chrono::seconds(30));
    world.release(held);

    EXPECT_EQ(join.answer(), (Joined{.generation = 2, .leader = "bert", .members = {"bert"}}));
    EXPECT_EQ(commit.answer(), ErrorCode::unknown_member_id);
    EXPECT_EQ(world.committed(), std::nullopt);
  });
}

// KAFKA-8487: in its new generation a member has its old partitions no more, its new ones not yet.
TEST(CommitAndRebalance, ACommitThatOvertakesTheAssignmentIsToBeSentAgain) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    RaceMember bert(world, "bert");
    join_together({&anna, &bert});
    const RuleId held = world.hold(ApiKey::sync_group, "anna");
    const Pending<Synced> plan = anna.sync({{"anna", {1}}, {"bert", {0}}});

    EXPECT_EQ(bert.commit(7).answer(), ErrorCode::rebalance_in_progress);
    world.release(held);
    EXPECT_EQ(bert.commit(8).answer(), ErrorCode::none);

    EXPECT_EQ(plan.answer(), (Synced{.partitions = {1}}));
    EXPECT_EQ(world.committed(), 8);
  });
}

}  // namespace
}  // namespace cohort::testing
