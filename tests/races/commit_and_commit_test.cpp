// A member gives a commit up as lost, reads on, and commits again on a new connection.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::RuleId;

TEST(CommitAndCommit, AnOldCommitThatComesFirstIsOverwritten) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> given_up = anna.commit(7);
    anna.reconnect();

    world.release(held);
    EXPECT_EQ(anna.commit(9).answer(), ErrorCode::none);

    EXPECT_EQ(given_up.answer(), ErrorCode::none);
    EXPECT_EQ(world.committed(), 9);
  });
}

// Nothing in the protocol tells which one is newer: whatever comes last stands.
TEST(CommitAndCommit, AnOldCommitThatComesSecondTakesTheOffsetBack) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::offset_commit, "anna");
    const Pending<ErrorCode> given_up = anna.commit(7);
    anna.reconnect();

    EXPECT_EQ(anna.commit(9).answer(), ErrorCode::none);
    world.release(held);

    EXPECT_EQ(given_up.answer(), ErrorCode::none);
    EXPECT_EQ(world.committed(), 7);
  });
}

}  // namespace
}  // namespace cohort::testing
