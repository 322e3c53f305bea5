// Rebalances as users meet them: several requests and several members, in virtual time.
#include "support/group_world.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>

namespace cohort::testing {
namespace {

using std::chrono::seconds;

/// The answer of the second generation to a member that follows.
JoinGroupResponse follower_answer(const GroupMember& leader, const GroupMember& follower) {
  return {.generation_id = 2,
          .protocol_name = "range",
          .leader = leader.id(),
          .member_id = follower.id()};
}

// https://github.com/confluentinc/librdkafka/issues/5569
TEST(Rebalance, AnIdThatNobodyComesBackForStallsTheGroupForItsSessionTimeout) {
  GroupWorld world;
  const MemberTimeouts timeouts{.session_ms = 45'000, .rebalance_ms = 300'000};
  GroupMember a(world, "a", timeouts);
  GroupMember b(world, "b", timeouts);
  a.join_alone();
  b.ask_for_id();

  const std::string abandoned = b.id();
  b.ask_for_id();
  b.join();
  EXPECT_EQ(a.heartbeat(), ErrorCode::rebalance_in_progress);
  a.join();
  world.advance(milliseconds(44'999));
  EXPECT_EQ(a.take_joined(), std::nullopt);
  EXPECT_EQ(b.take_joined(), std::nullopt);
  EXPECT_EQ(world.group_state(), "PreparingRebalance");

  world.advance(milliseconds(1));
  EXPECT_EQ(a.take_joined().value().members.size(), 2U);
  EXPECT_EQ(b.take_joined(), follower_answer(a, b));
  EXPECT_NE(abandoned, b.id());
}

TEST(Rebalance, ReleasingTheAbandonedIdEndsTheStallAtOnce) {
  GroupWorld world;
  GroupMember a(world, "a");
  GroupMember b(world, "b");
  GroupMember other(world, "other");
  a.join_alone();
  const std::string abandoned = b.ask_for_id();
  b.ask_for_id();
  b.join();
  a.join();
  world.settle();
  ASSERT_EQ(b.take_joined(), std::nullopt);

  EXPECT_EQ(other.leave(abandoned), ErrorCode::none);

  EXPECT_EQ(a.take_joined().value().generation_id, 2);
  EXPECT_EQ(b.take_joined(), follower_answer(a, b));
}

// KAFKA-9246: commits keep the session, but only a heartbeat tells of the rebalance.
TEST(Rebalance, AMemberThatOnlyCommitsStaysAndHoldsTheRebalanceUp) {
  GroupWorld world;
  GroupMember a(world, "a", {.session_ms = 6'000});
  GroupMember b(world, "b");
  a.join_alone();
  b.join();

  for (int second = 1; second <= 10; ++second) {
    world.advance(seconds(1));
    EXPECT_EQ(a.commit(second), ErrorCode::none);
    EXPECT_EQ(b.take_joined(), std::nullopt);
  }
  EXPECT_EQ(a.heartbeat(), ErrorCode::rebalance_in_progress);
  a.join();
  world.settle();

  EXPECT_EQ(a.take_joined().value().generation_id, 2);
  EXPECT_EQ(b.take_joined(), follower_answer(a, b));
  EXPECT_EQ(world.committed_offset(), 10);
}

TEST(Rebalance, AMemberThatIsTooLateToJoinAgainCanCommitNoMore) {
  GroupWorld world;
  GroupMember late(world, "late", {.session_ms = 60'000, .rebalance_ms = 5'000});
  GroupMember b(world, "b", {.session_ms = 60'000, .rebalance_ms = 5'000});
  late.join_alone();
  EXPECT_EQ(late.commit(7), ErrorCode::none);

  b.join();
  world.advance(milliseconds(4'999));
  ASSERT_EQ(b.take_joined(), std::nullopt);
  world.advance(milliseconds(1));

  EXPECT_EQ(b.take_joined().value().leader, b.id());
  EXPECT_EQ(late.commit(8), ErrorCode::unknown_member_id);
  EXPECT_EQ(late.heartbeat(), ErrorCode::unknown_member_id);
  EXPECT_EQ(world.committed_offset(), 7);
}

TEST(Rebalance, ACommitOfTheOldGenerationIsRefusedOnceTheNewOneIsThere) {
  GroupWorld world;
  GroupMember a(world, "a");
  GroupMember b(world, "b");
  a.join_alone();
  b.join();
  world.settle();
  EXPECT_EQ(a.commit(3), ErrorCode::none);  // The generation it belongs to is still the group's.

  a.join();
  world.settle();
  ASSERT_EQ(a.take_joined().value().generation_id, 2);

  EXPECT_EQ(a.commit(4, 1), ErrorCode::illegal_generation);
  EXPECT_EQ(a.commit(4), ErrorCode::rebalance_in_progress);  // Until it has its assignment.
  EXPECT_EQ(world.committed_offset(), 3);
}

TEST(Rebalance, TwentyMembersSettleWithinOneHeartbeatInterval) {
  GroupWorld world;
  std::deque<GroupMember> members;
  for (int i = 0; i < 20; ++i) members.emplace_back(world, "m" + std::to_string(i));
  members.front().join_alone();
  for (std::size_t i = 1; i < members.size(); ++i) members[i].join();
  world.advance(seconds(3));  // The heartbeat interval of every client.

  EXPECT_EQ(members.front().heartbeat(), ErrorCode::rebalance_in_progress);
  members.front().join();
  world.settle();
  const JoinGroupResponse leader = members.front().take_joined().value();
  EXPECT_EQ(leader.members.size(), 20U);
  for (std::size_t i = 1; i < members.size(); ++i) {
    EXPECT_EQ(members[i].take_joined(), follower_answer(members.front(), members[i]));
    members[i].sync({});
  }
  members.front().sync(leader.members);
  world.settle();

  for (GroupMember& member : members) EXPECT_EQ(member.take_assignment(), member.id());
  EXPECT_EQ(world.group_state(), "Stable");
}

}  // namespace
}  // namespace cohort::testing
