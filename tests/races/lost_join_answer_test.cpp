// The answer to a JoinGroup gets lost, and the client asks again on a new connection.
// Source: KIP-394; GroupMetadataManager.classicGroupJoinNewMember.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;

// The trouble that KIP-394 ended: the broker can't tell that it is the same client.
TEST(LostJoinAnswer, BeforeV4ItLeavesAGhostThatLeadsTheGroupUntilItsSessionEnds) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.join_version = 3});
    world.lose_answer(ApiKey::join_group, "anna");
    anna.join();
    anna.reconnect();

    // Its namesake leads, and nobody is there to speak for it.
    EXPECT_EQ(anna.join().await(), (Joined{.generation = 1, .leader = "anna"}));
    EXPECT_EQ(world.standing(), (Standing{GroupState::completing_rebalance, 1, {"anna", "anna"}}));
    const Pending<Synced> sync = anna.sync();
    world.advance(std::chrono::seconds(45) - milliseconds(1));
    EXPECT_EQ(sync.answer(), std::nullopt);
    world.advance(milliseconds(1));
    EXPECT_EQ(sync.answer(), (Synced{.error = ErrorCode::rebalance_in_progress}));
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna"}}));
  });
}

TEST(LostJoinAnswer, SinceV4AnIdThatGotLostIsNoMember) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    world.lose_answer(ApiKey::join_group, "anna");
    anna.send_join();
    anna.reconnect();

    EXPECT_EQ(anna.join().await(),
              (Joined{.generation = 1, .leader = "anna", .members = {"anna"}}));
    EXPECT_EQ(anna.sync({{"anna", {0, 1}}}).answer(), (Synced{.partitions = {0, 1}}));
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 1, {"anna"}}));
  });
}

TEST(LostJoinAnswer, SinceV4AMemberThatAsksAgainIsKnownByItsId) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    EXPECT_EQ(anna.send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
    world.lose_answer(ApiKey::join_group, "anna");
    EXPECT_EQ(anna.join().await(), std::nullopt);
    EXPECT_EQ(world.standing(), (Standing{GroupState::completing_rebalance, 1, {"anna"}}));

    anna.reconnect();

    // The generation stands: what was said once is said again.
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 1, .leader = "anna", .members = {"anna"}}));
    EXPECT_EQ(anna.sync({{"anna", {0, 1}}}).answer(), (Synced{.partitions = {0, 1}}));
  });
}

}  // namespace
}  // namespace cohort::testing
