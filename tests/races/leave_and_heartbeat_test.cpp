// One member leaves while a heartbeat is under way: another one's, or its own.
// Source: GroupMetadataManager.classicGroupHeartbeatToClassicGroup.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

TEST(LeaveAndHeartbeat, AHeartbeatThatComesFirstKnowsNothingOfTheLeave) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    RaceMember bert(world, "bert");
    form_group({&anna, &bert});
    const RuleId leave_held = world.hold(ApiKey::leave_group, "bert");
    const Pending<ErrorCode> leave = bert.leave();

    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::none);
    world.release(leave_held);

    EXPECT_EQ(leave.answer(), ErrorCode::none);
    EXPECT_EQ(world.standing(), (Standing{GroupState::preparing_rebalance, 1, {"anna"}}));
    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::rebalance_in_progress);
  });
}

TEST(LeaveAndHeartbeat, AHeartbeatThatComesSecondIsToldToJoinAgain) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    RaceMember bert(world, "bert");
    form_group({&anna, &bert});
    const RuleId heartbeat_held = world.hold(ApiKey::heartbeat, "anna");
    const Pending<ErrorCode> heartbeat = anna.heartbeat();

    EXPECT_EQ(bert.leave().answer(), ErrorCode::none);
    world.release(heartbeat_held);

    EXPECT_EQ(heartbeat.answer(), ErrorCode::rebalance_in_progress);
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna"}}));
  });
}

TEST(LeaveAndHeartbeat, AHeartbeatOvertakenByItsOwnMembersLeaveDoesNotBringItBack) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    form_group({&anna});
    const RuleId held = world.hold(ApiKey::heartbeat, "anna");
    const Pending<ErrorCode> heartbeat = anna.heartbeat();

    anna.reconnect();
    EXPECT_EQ(anna.leave().answer(), ErrorCode::none);
    world.release(held);

    EXPECT_EQ(heartbeat.answer(), ErrorCode::unknown_member_id);
    EXPECT_EQ(world.standing(), (Standing{GroupState::empty, 2, {}}));
  });
}

}  // namespace
}  // namespace cohort::testing
