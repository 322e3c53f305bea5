// A client was given a member id, and its JoinGroup with that id is under way for as long as the id
// lasts, or longer. Source: KIP-394; ClassicGroup.pendingJoinMembers.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::GroupState;
using broker::RuleId;

constexpr Duration session = std::chrono::seconds(45);

TEST(PendingId, AJoinThatComesInTimeMakesAMemberOfIt) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.session_timeout = session});
    EXPECT_EQ(anna.send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
    const RuleId held = world.hold(ApiKey::join_group, "anna");
    const Pending<Joined> join = anna.join();

    world.advance(session - milliseconds(1));
    world.release(held);

    EXPECT_EQ(join.await(), (Joined{.generation = 1, .leader = "anna", .members = {"anna"}}));
  });
}

TEST(PendingId, AJoinThatComesTooLateIsThatOfAStranger) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna", {.session_timeout = session});
    EXPECT_EQ(anna.send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
    const RuleId held = world.hold(ApiKey::join_group, "anna");
    const Pending<Joined> join = anna.join();

    world.advance(session);
    world.release(held);

    EXPECT_EQ(join.answer(), (Joined{.error = ErrorCode::unknown_member_id}));
    EXPECT_EQ(world.standing(), (Standing{GroupState::empty, 0, {}}));
  });
}

// Others rejoin, and the group waits for the id, too: until its JoinGroup comes, or its time is up.
TEST(PendingId, ARebalanceWaitsForAnIdUntilItsSessionEnds) {
  race([](RaceWorld& world) {
    RaceMember anna(world, "anna");
    RaceMember bert(world, "bert");
    RaceMember carl(world, "carl", {.session_timeout = std::chrono::seconds(10)});
    form_group({&anna});
    EXPECT_EQ(carl.send_join().answer(), (Joined{.error = ErrorCode::member_id_required}));
    const RuleId held = world.hold(ApiKey::join_group, "carl");
    const Pending<Joined> late = carl.join();
    const Pending<Joined> bert_join = bert.join();
    const Pending<Joined> anna_join = anna.join();

    world.advance(std::chrono::seconds(10) - milliseconds(1));
    EXPECT_EQ(anna_join.answer(), std::nullopt);
    world.advance(milliseconds(1));
    world.release(held);

    EXPECT_EQ(anna_join.answer(),
              (Joined{.generation = 2, .leader = "anna", .members = {"anna", "bert"}}));
    EXPECT_EQ(bert_join.answer(), (Joined{.generation = 2, .leader = "anna"}));
    EXPECT_EQ(late.answer(), (Joined{.error = ErrorCode::unknown_member_id}));
  });
}

}  // namespace
}  // namespace cohort::testing
