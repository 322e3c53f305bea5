// The answer to a heartbeat is under way while the group rebalances: old news.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::RuleId;

constexpr Duration rebalance_timeout = std::chrono::seconds(30);

TEST(HeartbeatAnswer, OldNewsThatComeWhileTheGroupStillWaitsCostAHeartbeat) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.rebalance_timeout = rebalance_timeout});
    RaceMember bert(world, "bert", {.rebalance_timeout = rebalance_timeout});
    form_group({&anna});
    const RuleId held = world.hold_answer(ApiKey::heartbeat, "anna");
    const Pending<ErrorCode> heartbeat = anna.heartbeat();

    const Pending<Joined> join = bert.join();
    world.advance(rebalance_timeout - milliseconds(1));
    world.release(held);

    EXPECT_EQ(heartbeat.answer(), ErrorCode::none);
    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::rebalance_in_progress);
    EXPECT_EQ(anna.join().answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna", "bert"}}));
    EXPECT_EQ(join.answer(), (Joined{.generation = 2, .leader = "anna"}));
  });
}

TEST(HeartbeatAnswer, OldNewsThatComeAfterTheRebalanceCostTheMembership) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.rebalance_timeout = rebalance_timeout});
    RaceMember bert(world, "bert", {.rebalance_timeout = rebalance_timeout});
    form_group({&anna});
    const RuleId held = world.hold_answer(ApiKey::heartbeat, "anna");
    const Pending<ErrorCode> heartbeat = anna.heartbeat();

    const Pending<Joined> join = bert.join();
    world.advance(rebalance_timeout);
    world.release(held);

    EXPECT_EQ(join.answer(), (Joined{.generation = 2, .leader = "bert", .members = {"bert"}}));
    EXPECT_EQ(heartbeat.answer(), ErrorCode::none);
    EXPECT_EQ(anna.heartbeat().answer(), ErrorCode::unknown_member_id);
  });
}

}  // namespace
}  // namespace cohort::testing
