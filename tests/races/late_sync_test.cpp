// A SyncGroup is under way for as long as the group waits for it, or longer.
// Source: GroupMetadataManager.expirePendingSync (KAFKA-12890).
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

const MemberOptions patient{.session_timeout = std::chrono::minutes(2),
                            .rebalance_timeout = std::chrono::seconds(30)};
constexpr Duration just_in_time = milliseconds(29'999);

TEST(LateSync, AFollowersThatComesJustInTimeIsAnswered) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", patient);
    RaceMember bert(world, "bert", patient);
    join_together({&anna, &bert});
    const RuleId held = world.hold(ApiKey::sync_group, "bert");
    const Pending<Synced> late = bert.sync();
    EXPECT_EQ(anna.sync({{"anna", {0}}, {"bert", {1}}}).answer(), (Synced{.partitions = {0}}));

    world.advance(just_in_time);
    world.release(held);
    world.advance(milliseconds(1));

    EXPECT_EQ(late.answer(), (Synced{.partitions = {1}}));
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 1, {"anna", "bert"}}));
  });
}

TEST(LateSync, AFollowersThatComesTooLateIsThatOfAStranger) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", patient);
    RaceMember bert(world, "bert", patient);
    join_together({&anna, &bert});
    const RuleId held = world.hold(ApiKey::sync_group, "bert");
    const Pending<Synced> late = bert.sync();
    EXPECT_EQ(anna.sync({{"anna", {0}}, {"bert", {1}}}).answer(), (Synced{.partitions = {0}}));

    world.advance(just_in_time + milliseconds(1));
    EXPECT_EQ(world.standing(), (Standing{GroupState::preparing_rebalance, 1, {"anna"}}));
    world.release(held);

    EXPECT_EQ(late.answer(), (Synced{.error = ErrorCode::unknown_member_id}));
    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::rebalance_in_progress);
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna"}}));
  });
}

TEST(LateSync, ALeadersThatComesTooLateCostsItItsOffice) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", patient);
    RaceMember bert(world, "bert", patient);
    join_together({&anna, &bert});
    const RuleId held = world.hold(ApiKey::sync_group, "anna");
    const Pending<Synced> late = anna.sync({{"anna", {0}}, {"bert", {1}}});
    const Pending<Synced> follower = bert.sync();

    world.advance(just_in_time);
    EXPECT_EQ(follower.answer(), std::nullopt);
    world.advance(milliseconds(1));
    world.release(held);

    EXPECT_EQ(follower.answer(), (Synced{.error = ErrorCode::rebalance_in_progress}));
    EXPECT_EQ(late.answer(), (Synced{.error = ErrorCode::unknown_member_id}));
    EXPECT_EQ(bert.join().answer(),
              (Joined{.generation = 2, .leader = "bert", .members = {"bert"}}));
  });
}

}  // namespace
}  // namespace cohort::testing
