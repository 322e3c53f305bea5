// Somebody wants to join just as the leader has worked the assignment out: either comes first.
// Source: GroupMetadataManager.classicGroupSyncToClassicGroup, prepareRebalance.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

/// anna leads, bert waits for his part, carl stands at the door. What anna and carl send is held.
struct SyncScene {
  explicit SyncScene(RaceWorld& world)
      : anna(world, "anna"), bert(world, "bert"), carl(world, "carl") {
    join_together({&anna, &bert});
    EXPECT_EQ(carl.send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
    plan_held = world.hold(ApiKey::sync_group, "anna");
    join_held = world.hold(ApiKey::join_group, "carl");
  }

  RaceMember anna;
  RaceMember bert;
  RaceMember carl;
  RuleId plan_held{};
  RuleId join_held{};
};

TEST(JoinAndSync, AnAssignmentThatComesFirstIsHandedOutBeforeTheNextRebalance) {
  race([](RaceWorld& world) {
    SyncScene scene(world);
    const Pending<Synced> follower = scene.bert.sync();
    const Pending<Synced> plan = scene.anna.sync({{"anna", {0}}, {"bert", {1}}});
    const Pending<Joined> join = scene.carl.join();

    world.release(scene.plan_held);
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 1, {"anna", "bert"}}));
    world.release(scene.join_held);

    EXPECT_EQ(plan.answer(), (Synced{.partitions = {0}}));
    EXPECT_EQ(follower.answer(), (Synced{.partitions = {1}}));
    EXPECT_EQ(join.answer(), std::nullopt);
    EXPECT_EQ(world.standing(),
              (Standing{GroupState::preparing_rebalance, 1, {"anna", "bert", "carl"}}));
    EXPECT_EQ(scene.bert.heartbeat().answer(), ErrorCode::rebalance_in_progress);
  });
}

TEST(JoinAndSync, AJoinThatComesFirstMakesTheAssignmentWorthless) {
  race([](RaceWorld& world) {
    SyncScene scene(world);
    const Pending<Synced> follower = scene.bert.sync();
    const Pending<Synced> plan = scene.anna.sync({{"anna", {0}}, {"bert", {1}}});
    const Pending<Joined> join = scene.carl.join();

    world.release(scene.join_held);
    EXPECT_EQ(follower.answer(), (Synced{.error = ErrorCode::rebalance_in_progress}));
    world.release(scene.plan_held);
    EXPECT_EQ(plan.answer(), (Synced{.error = ErrorCode::rebalance_in_progress}));

    const Pending<Joined> bert_again = scene.bert.join();
    EXPECT_EQ(scene.anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna", "bert", "carl"}}));
    EXPECT_EQ(bert_again.answer(), (Joined{.generation = 2, .leader = "anna"}));
    EXPECT_EQ(join.answer(), (Joined{.generation = 2, .leader = "anna"}));
  });
}

}  // namespace
}  // namespace cohort::testing
