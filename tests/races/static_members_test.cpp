// Two processes were started with one group.instance.id. Whoever comes second is believed.
// Source: KIP-345; ClassicGroup.replaceStaticMember.
#include "races/race_member.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::RuleId;

const MemberOptions till{.instance_id = "till"};

/// The JoinGroups of both are under way; that of the one called `early` arrives first.
void start_both(RaceWorld& world, const std::string& early, const std::string& late) {
  RaceMember first(world, early, till);
  RaceMember second(world, late, till);
  const RuleId first_held = world.hold(ApiKey::join_group, early);
  const RuleId second_held = world.hold(ApiKey::join_group, late);
  const Pending<Joined> second_join = second.join();
  const Pending<Joined> first_join = first.join();

  world.release(first_held);
  EXPECT_EQ(first_join.answer(), std::nullopt);
  world.release(second_held);
  world.advance(std::chrono::seconds(1));

  EXPECT_EQ(first_join.answer(), (Joined{.error = ErrorCode::fenced_instance_id}));
  EXPECT_EQ(second_join.answer(), (Joined{.generation = 1, .leader = "till", .members = {"till"}}));
  EXPECT_EQ(second.sync({{"till", {0, 1}}}).answer(), (Synced{.partitions = {0, 1}}));
}

TEST(StaticMembers, OfTwoThatStartAtOnceTheSecondFencesTheFirst) {
  race([](RaceWorld& world) { start_both(world, "red", "blue"); });
  race([](RaceWorld& world) { start_both(world, "blue", "red"); });
}

TEST(StaticMembers, ACommitOfTheFormerProcessThatComesFirstIsStored) {
  race([](RaceWorld& world) {
    RaceMember former(world, "former", till);
    RaceMember present(world, "present", till);
    join_together({&former});
    former.sync({{"till", {0, 1}}});
    const RuleId join_held = world.hold(ApiKey::join_group, "present");
    const Pending<Joined> join = present.join();

    EXPECT_EQ(former.commit(7).answer(), ErrorCode::none);
    world.release(join_held);

    // It takes over the assignment, too: no rebalance.
    EXPECT_EQ(join.answer(), (Joined{.generation = 1, .leader = "till", .members = {"till"}}));
    EXPECT_EQ(present.sync().answer(), (Synced{.partitions = {0, 1}}));
    EXPECT_EQ(world.committed(), 7);
    EXPECT_EQ(former.heartbeat().answer(), ErrorCode::fenced_instance_id);
  });
}

TEST(StaticMembers, ACommitOfTheFormerProcessThatComesSecondIsFenced) {
  race([](RaceWorld& world) {
    RaceMember former(world, "former", till);
    RaceMember present(world, "present", till);
    join_together({&former});
    former.sync({{"till", {0, 1}}});
    const RuleId commit_held = world.hold(ApiKey::offset_commit, "former");
    const Pending<ErrorCode> commit = former.commit(7);

    EXPECT_EQ(present.join().answer(),
              (Joined{.generation = 1, .leader = "till", .members = {"till"}}));
    world.release(commit_held);

    EXPECT_EQ(commit.answer(), ErrorCode::fenced_instance_id);
    EXPECT_EQ(world.committed(), std::nullopt);
    EXPECT_NE(former.id(), present.id());
    EXPECT_EQ(world.broker.control().group(RaceWorld::group)->members.at(0).member_id,
              present.id());
  });
}

}  // namespace
}  // namespace cohort::testing
