// An operator deletes a group that nobody is in, just as somebody wants to join it.
// Source: ClassicGroup.validateDeleteGroup.
#include "races/race_member.hpp"
#include <cohort/protocol/messages/delete_groups.hpp>

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

Pending<ErrorCode> delete_group(RaceClient& client) {
  const DeleteGroupsRequest request{.groups_names = {RaceWorld::group}};
  return client.send<DeleteGroupsResponse>(request, 2, [](const DeleteGroupsResponse& response) {
    return response.results.at(0).error_code;
  });
}

/// anna has committed and left. She has an id to come back with, and the operator has come.
struct DeletionScene {
  explicit DeletionScene(RaceWorld& world) : anna(world, "anna"), operating(world, "operator") {
    form_group({&anna});
    EXPECT_EQ(anna.commit(7).answer(), ErrorCode::none);
    EXPECT_EQ(anna.leave().answer(), ErrorCode::none);
    EXPECT_EQ(world.standing(), (Standing{GroupState::empty, 2, {}}));
    anna.forget_id();
    EXPECT_EQ(anna.send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
    join_held = world.hold(ApiKey::join_group, "anna");
    deletion_held = world.hold(ApiKey::delete_groups, "operator");
  }

  RaceMember anna;
  RaceClient operating;
  RuleId join_held{};
  RuleId deletion_held{};
};

TEST(DeleteGroupAndJoin, AJoinThatComesFirstSavesTheGroup) {
  race([](RaceWorld& world) {
    DeletionScene scene(world);
    const Pending<ErrorCode> deletion = delete_group(scene.operating);
    const Pending<Joined> join = scene.anna.join();

    world.release(scene.join_held);
    world.release(scene.deletion_held);

    EXPECT_EQ(deletion.answer(), ErrorCode::non_empty_group);
    EXPECT_EQ(join.await(), (Joined{.generation = 3, .leader = "anna", .members = {"anna"}}));
    EXPECT_EQ(world.committed(), 7);
  });
}

TEST(DeleteGroupAndJoin, AJoinThatComesSecondHasAnIdThatNobodyKnows) {
  race([](RaceWorld& world) {
    DeletionScene scene(world);
    const Pending<ErrorCode> deletion = delete_group(scene.operating);
    const Pending<Joined> join = scene.anna.join();

    world.release(scene.deletion_held);
    world.release(scene.join_held);

    EXPECT_EQ(deletion.answer(), ErrorCode::none);
    EXPECT_EQ(join.answer(), (Joined{.error = ErrorCode::unknown_member_id}));
    EXPECT_EQ(world.committed(), std::nullopt);
    // Whoever comes now finds nothing of it, not even its number.
    scene.anna.forget_id();
    EXPECT_EQ(scene.anna.join().await(),
              (Joined{.generation = 1, .leader = "anna", .members = {"anna"}}));
  });
}

}  // namespace
}  // namespace cohort::testing
