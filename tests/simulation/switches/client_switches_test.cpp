// Every rule switch of the client switches something, as is seen in a group of two.
#include "client/member_client.hpp"
#include "membership/rule_switches.hpp"
#include "simulation/switches/with_and_without.hpp"

#include <gtest/gtest.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using testing::with_and_without;

TEST(ClientSwitches, WhatWasGivenUpHasOneOwnerOrTwo) {
  const auto [with, without] = with_and_without(revocation_ends_ownership, [] {
    MemberWorld world;
    world.start("a");
    EXPECT_TRUE(world.settles({"a"}));
    world.start("b");
    world.advance(seconds(20));
    return world.ledger->conflicts.size();
  });
  EXPECT_EQ(with, 0U);
  EXPECT_GT(without, 0U);
}

TEST(ClientSwitches, WhatIsToBeGivenUpGoesToOthersOrNever) {
  const auto [with, without] = with_and_without(revocation_ends_ownership, [] {
    MemberWorld world;
    world.start("a", MemberWorld::cooperative());
    EXPECT_TRUE(world.settles({"a"}));
    world.start("b", MemberWorld::cooperative());
    return world.settles({"a", "b"}, seconds(20));
  });
  EXPECT_TRUE(with);
  EXPECT_FALSE(without);
}

TEST(ClientSwitches, ANewMemberWakesTheOthersOrWaits) {
  const auto [with, without] = with_and_without(rebalance_wakes_members, [] {
    MemberWorld world;
    world.start("a");
    EXPECT_TRUE(world.settles({"a"}));
    world.start("b");
    return world.settles({"a", "b"}, seconds(20));
  });
  EXPECT_TRUE(with);
  EXPECT_FALSE(without);
}

}  // namespace

}  // namespace cohort::client
