// The group's coordinator moves to another broker in the middle of a rebalance.
// Source: GroupCoordinatorService.onResignation; GroupMetadataManager.onUnloaded, onLoaded.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

/// anna was alone in generation 1. In generation 2 bert is with her, and her plan is held.
struct MoveScene {
  explicit MoveScene(RaceWorld& world) : anna(world, "anna"), bert(world, "bert") {
    form_group({&anna});
    const Pending<Joined> join = bert.join();
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna", "bert"}}));
    EXPECT_EQ(join.answer(), (Joined{.generation = 2, .leader = "anna"}));
    plan_held = world.hold(ApiKey::sync_group, "anna");
  }

  RaceMember anna;
  RaceMember bert;
  RuleId plan_held{};
};

TEST(CoordinatorMove, AMoveBeforeTheAssignmentTakesTheGroupBackToItsLastGeneration) {
  race({.brokers = 2}, [](RaceWorld& world) {
    MoveScene scene(world);
    const Pending<Synced> follower = scene.bert.sync();
    const Pending<Synced> plan = scene.anna.sync({{"anna", {0}}, {"bert", {1}}});

    world.broker.control().move_coordinator(RaceWorld::group);
    world.release(scene.plan_held);

    EXPECT_EQ(follower.answer(), (Synced{.error = ErrorCode::not_coordinator}));
    EXPECT_EQ(plan.answer(), (Synced{.error = ErrorCode::not_coordinator}));
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 1, {"anna"}}));
    scene.anna.reconnect();
    scene.bert.reconnect();
    EXPECT_EQ(scene.anna.heartbeat().answer(), ErrorCode::illegal_generation);
    EXPECT_EQ(scene.bert.heartbeat().answer(), ErrorCode::unknown_member_id);
  });
}

TEST(CoordinatorMove, AMoveAfterTheAssignmentIsNotFeltByTheGroup) {
  race({.brokers = 2}, [](RaceWorld& world) {
    MoveScene scene(world);
    const Pending<Synced> follower = scene.bert.sync();
    const Pending<Synced> plan = scene.anna.sync({{"anna", {0}}, {"bert", {1}}});

    world.release(scene.plan_held);
    world.broker.control().move_coordinator(RaceWorld::group);

    EXPECT_EQ(plan.answer(), (Synced{.partitions = {0}}));
    EXPECT_EQ(follower.answer(), (Synced{.partitions = {1}}));
    EXPECT_EQ(scene.bert.heartbeat().answer(), ErrorCode::not_coordinator);
    scene.bert.reconnect();
    EXPECT_EQ(scene.bert.heartbeat().answer(), ErrorCode::none);
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 2, {"anna", "bert"}}));
  });
}

}  // namespace
}  // namespace cohort::testing
