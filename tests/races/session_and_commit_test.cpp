// A member's last sign of life is a commit, which is under way when its session ends.
// Source: GroupMetadataManager.expireClassicGroupMemberHeartbeat; OffsetMetadataManager.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

constexpr Duration session_length = std::chrono::seconds(45);

TEST(SessionAndCommit, ACommitThatArrivesInTimeKeepsTheSession) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.session_timeout = session_length});
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> commit = anna.commit(7);

    world.advance(session_length - milliseconds(1));
    world.release(held);
    world.advance(session_length - milliseconds(1));

    EXPECT_EQ(commit.answer(), ErrorCode::none);
    EXPECT_EQ(world.committed(), 7);
    EXPECT_EQ(world.standing(), (Standing{GroupState::stable, 1, {"anna"}}));
    world.advance(milliseconds(1));
    EXPECT_EQ(world.standing(), (Standing{GroupState::empty, 2, {}}));
  });
}

TEST(SessionAndCommit, ACommitThatArrivesTooLateIsThatOfAStranger) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.session_timeout = session_length});
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> commit = anna.commit(7);

    world.advance(session_length);
    world.release(held);

    EXPECT_EQ(commit.answer(), ErrorCode::unknown_member_id);
    EXPECT_EQ(world.committed(), std::nullopt);
    EXPECT_EQ(world.standing(), (Standing{GroupState::empty, 2, {}}));
    anna.forget_id();
    EXPECT_EQ(anna.join().await(),
              (Joined{.generation = 3, .leader = "anna", .members = {"anna"}}));
  });
}

}  // namespace
}  // namespace cohort::testing
