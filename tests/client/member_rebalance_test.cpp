// ClassicMember: how a group forms, and what its members are told when somebody comes or goes.
#include "client/member_client.hpp"

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MemberRebalance, AloneItGetsAllPartitions) {
  MemberWorld world;
  const MemberClient& a = world.start("a");
  EXPECT_TRUE(world.settles({"a"})) << world.describe();
  EXPECT_THAT(a.told, ElementsAre("assigned orders-0, orders-1, orders-2, orders-3"));
  EXPECT_EQ(a.member().assignor_name(), "range");
  EXPECT_TRUE(a.member().is_leader());
}

TEST(MemberRebalance, NothingIsSentBeforeTheFirstPoll) {
  MemberWorld world;
  MemberClient& a = world.add("a");
  a.polls = false;
  world.turn("a", [](MemberClient& client, Instant) { client.member().subscribe({"orders"}); });
  world.advance(seconds(10));
  EXPECT_FALSE(world.broker.control().group("readers").has_value());
  EXPECT_EQ(a.member().state(), MemberState::outside);
  EXPECT_EQ(a.describe(world.broker.now()), "poll()");
}

TEST(MemberRebalance, EagerMembersGiveAllUpBeforeTheyShare) {
  MemberWorld world;
  const MemberClient& a = world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  const MemberClient& b = world.start("b");
  EXPECT_TRUE(world.settles({"a", "b"})) << world.describe();
  EXPECT_THAT(a.told, ElementsAre("assigned orders-0, orders-1, orders-2, orders-3",
                                  "revoked orders-0, orders-1, orders-2, orders-3",
                                  "assigned orders-0, orders-1"));
  EXPECT_THAT(b.told, ElementsAre("assigned orders-2, orders-3"));
  EXPECT_THAT(world.ledger->conflicts, IsEmpty());
}

TEST(MemberRebalance, CooperativeMembersGiveUpOnlyWhatOthersGet) {
  MemberWorld world;
  const MemberClient& a = world.start("a", MemberWorld::cooperative());
  ASSERT_TRUE(world.settles({"a"}));
  const MemberClient& b = world.start("b", MemberWorld::cooperative());
  EXPECT_TRUE(world.settles({"a", "b"})) << world.describe();
  ASSERT_EQ(a.told.size(), 4U) << world.describe();
  EXPECT_EQ(a.told[1], "revoked " + to_string(b.member().owned()));
  EXPECT_EQ(a.told[2], "assigned none");
  EXPECT_EQ(a.told[3], "assigned none");
  EXPECT_THAT(b.told, ElementsAre("assigned none", "assigned " + to_string(b.member().owned())));
  EXPECT_THAT(world.ledger->conflicts, IsEmpty());
}

TEST(MemberRebalance, MemberThatLeavesIsReplacedAtOnce) {
  MemberWorld world;
  const MemberClient& a = world.start("a");
  world.start("b");
  ASSERT_TRUE(world.settles({"a", "b"}));
  world.leave("b");
  EXPECT_TRUE(world.settles({"a"}, seconds(10))) << world.describe();
  EXPECT_EQ(world.client("b").told.back(), "revoked orders-2, orders-3");
  EXPECT_TRUE(world.client("b").member().has_left());
  EXPECT_EQ(a.member().owned().size(), 4U);
}

TEST(MemberRebalance, LeaderThatLeavesIsReplaced) {
  MemberWorld world;
  world.start("a");
  const MemberClient& b = world.start("b");
  ASSERT_TRUE(world.settles({"a", "b"}));
  ASSERT_TRUE(world.client("a").member().is_leader());
  world.leave("a");
  EXPECT_TRUE(world.settles({"b"}, seconds(10))) << world.describe();
  EXPECT_TRUE(b.member().is_leader());
}

TEST(MemberRebalance, MemberThatDiesIsReplacedWhenItsSessionEnds) {
  MemberWorld world;
  world.start("a");
  world.start("b");
  ASSERT_TRUE(world.settles({"a", "b"}));
  world.kill("a");
  EXPECT_FALSE(world.settles({"b"}, seconds(30)));
  EXPECT_TRUE(world.settles({"b"}, seconds(30))) << world.describe();
}

TEST(MemberRebalance, MemberMayComeBackAfterItLeft) {
  MemberWorld world;
  const MemberClient& a = world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  world.turn("a", [](MemberClient& client, Instant now) {
    client.member().leave({.reason = "unsubscribed"}, now);
    client.member().subscribe({"orders"});
  });
  EXPECT_TRUE(world.settles({"a"}, seconds(10))) << world.describe();
  EXPECT_THAT(a.told, ElementsAre("assigned orders-0, orders-1, orders-2, orders-3",
                                  "revoked orders-0, orders-1, orders-2, orders-3",
                                  "assigned orders-0, orders-1, orders-2, orders-3"));
}

TEST(MemberRebalance, MemberThatLeavesWhileItJoinsIsGoneAtOnce) {
  MemberWorld world;
  world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  // Its JoinGroup waits for that of a, whose user does not poll.
  world.client("a").polls = false;
  world.start("b");
  world.advance(seconds(1));
  ASSERT_EQ(world.client("b").member().state(), MemberState::joining);
  world.leave("b");
  world.advance(seconds(1));
  EXPECT_EQ(world.view().members.size(), 1U) << world.describe();
  EXPECT_TRUE(world.client("b").member().has_left());
}

TEST(MemberRebalance, ChangedSubscriptionIsToldToTheGroup) {
  MemberWorld world;
  world.broker.control().create_topic("returns", 1);
  const MemberClient& a = world.start("a", MemberWorld::cooperative());
  ASSERT_TRUE(world.settles({"a"}));
  world.turn("a", [](MemberClient& client, Instant) { client.member().subscribe({"returns"}); });
  EXPECT_TRUE(world.broker.run_until(
      [&] {
        return a.member().owned() == PartitionSet{{"returns", 0}};
      },
      seconds(10)));
  EXPECT_THAT(a.told,
              ElementsAre("assigned orders-0, orders-1, orders-2, orders-3",
                          "revoked orders-0, orders-1, orders-2, orders-3", "assigned returns-0"));
}

TEST(MemberRebalance, RebalanceIsEnforcedWithItsReason) {
  MemberWorld world;
  const MemberClient& a = world.start("a", MemberWorld::cooperative());
  ASSERT_TRUE(world.settles({"a"}));
  const std::int32_t before = a.member().membership().generation_id;
  world.turn("a", [](MemberClient& client, Instant) {
    client.member().request_rejoin("the disk is full");
  });
  EXPECT_TRUE(world.settles({"a"}, seconds(10)));
  EXPECT_EQ(a.member().membership().generation_id, before + 1);
}

TEST(MemberRebalance, StaticMemberComesBackWithoutARebalance) {
  MemberWorld world;
  world.start("a");
  world.start("b", MemberWorld::of_instance("two"));
  ASSERT_TRUE(world.settles({"a", "b"}));
  const std::int32_t before = world.view().generation;
  world.leave("b", {.reason = "closed", .is_for_good = true});
  ASSERT_TRUE(world.client("b").member().has_left());
  world.advance(seconds(5));
  EXPECT_EQ(world.view().members.size(), 2U);
  world.start("c", MemberWorld::of_instance("two"));
  EXPECT_TRUE(world.settles({"a", "c"}, seconds(10))) << world.describe();
  EXPECT_EQ(world.view().generation, before);
}

TEST(MemberRebalance, StaticMemberLeavesIfThatIsAskedFor) {
  MemberWorld world;
  world.start("a", MemberWorld::of_instance("one"));
  ASSERT_TRUE(world.settles({"a"}));
  world.leave("a", {.reason = "for ever", .even_if_static = true});
  world.advance(seconds(1));
  EXPECT_THAT(world.view().members, IsEmpty());
}

TEST(MemberRebalance, StaticMemberWhosePlaceIsTakenIsFenced) {
  MemberWorld world;
  world.start("a", MemberWorld::of_instance("one"));
  ASSERT_TRUE(world.settles({"a"}));
  world.start("b", MemberWorld::of_instance("one"));
  EXPECT_TRUE(world.settles({"b"})) << world.describe();
  world.advance(seconds(3));  // Its next heartbeat tells.
  const MemberClient& a = world.client("a");
  ASSERT_EQ(a.failures.size(), 1U);
  EXPECT_EQ(a.failures[0].kind, FailureKind::fatal);
  EXPECT_EQ(a.failures[0].code, ErrorCode::fenced_instance_id);
  EXPECT_EQ(a.told.back(), "assigned orders-0, orders-1, orders-2, orders-3");
  EXPECT_EQ(a.member().call()->kind, RebalanceCallKind::lost);
  world.leave("a");
  EXPECT_EQ(a.member().state(), MemberState::leaving);
}

TEST(MemberRebalance, WhoLeavesBetweenTwoGenerationsCommitsInNeither) {
  MemberWorld world;
  MemberClient& a = world.start("a", MemberWorld::cooperative());
  ASSERT_TRUE(world.settles({"a"}));
  world.start("b", MemberWorld::cooperative());
  ASSERT_TRUE(world.broker.run_until([&] { return a.member().state() == MemberState::joining; },
                                     seconds(10)));
  a.lingers = true;
  world.leave("a");
  ASSERT_EQ(a.member().state(), MemberState::leaving);
  EXPECT_EQ(a.member().call()->kind, RebalanceCallKind::lost);
  EXPECT_FALSE(a.member().owned().empty());
  EXPECT_EQ(a.member().committer().standing, Standing::outside);
}

TEST(MemberRebalance, WithoutLeaveOnCloseNobodyIsTold) {
  MemberWorld world;
  MemberOptions options = MemberWorld::eager();
  options.leave_on_close = false;
  world.start("a", options);
  ASSERT_TRUE(world.settles({"a"}));
  world.leave("a", {.reason = "closed", .is_for_good = true});
  world.advance(seconds(1));
  EXPECT_EQ(world.view().members.size(), 1U);
  EXPECT_EQ(world.client("a").told.size(), 1U);
}

TEST(MemberRebalance, ManyMembersShareWhatThereIs) {
  for (const auto& options : {MemberWorld::eager(), MemberWorld::cooperative()}) {
    MemberWorld world({.partitions = 12});
    for (const char* name : {"a", "b", "c", "d", "e"}) world.start(name, options);
    EXPECT_TRUE(world.settles({"a", "b", "c", "d", "e"})) << world.describe();
    world.leave("c");
    world.kill("a");
    EXPECT_TRUE(world.settles({"b", "d", "e"})) << world.describe();
    EXPECT_THAT(world.ledger->conflicts, IsEmpty());
  }
}

TEST(MemberRebalance, SameSeedGivesTheSameBytes) {
  const auto run = [] {
    MemberWorld world;
    for (const char* name : {"a", "b", "c"}) world.start(name, MemberWorld::cooperative());
    EXPECT_TRUE(world.settles({"a", "b", "c"}));
    world.kill("b");
    EXPECT_TRUE(world.settles({"a", "c"}));
    return world.digest();
  };
  EXPECT_EQ(run(), run());
}

}  // namespace

}  // namespace cohort::client
