// ClassicMember as the leader of its group: what it assigns, what it watches, and what becomes of
// the group when its assignor fails.
#include "client/member_client.hpp"
#include <cohort/client/assignor.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace cohort::client {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

MemberOptions with(Assignors assignors) {
  MemberOptions options = MemberWorld::eager();
  options.assignors = std::move(assignors);
  return options;
}

AssignorPointer custom(Allocate allocate, const std::string& name = "range") {
  return custom_assignor({.name = name, .allocate = std::move(allocate)});
}

AssignorPointer throwing_assignor() {
  return custom([](const auto&, const auto&) -> Assignment {
    throw std::runtime_error("no capacity is known");
  });
}

TEST(MemberLeader, AssignorThatThrowsFailsPoll) {
  MemberWorld world;
  const MemberClient& a = world.start("a", with({throwing_assignor()}));
  world.advance(seconds(10));
  ASSERT_FALSE(a.failures.empty());
  EXPECT_EQ(a.failures[0], (Failure{.kind = FailureKind::wrong_assignment,
                                    .message = "assignor 'range' failed: no capacity is known"}));
  EXPECT_LT(a.failures.size(), 20U);
}

TEST(MemberLeader, WrongAssignmentFailsPollAndNamesWhatIsWrong) {
  MemberWorld world;
  const MemberClient& a =
      world.start("a", with({custom([](const auto& members, const auto&) {
                    return Assignment{{members.front().member_id, {{"orders", 77}}}};
                  })}));
  world.advance(seconds(1));
  ASSERT_FALSE(a.failures.empty());
  EXPECT_EQ(a.failures[0].kind, FailureKind::wrong_assignment);
  EXPECT_THAT(a.failures[0].message, HasSubstr("assignor 'range': "));
  EXPECT_THAT(a.failures[0].message, HasSubstr("orders-77"));
}

TEST(MemberLeader, GroupGoesOnUnderAnotherLeader) {
  MemberWorld world;
  world.start("a", with({throwing_assignor()}));
  world.start("b");
  EXPECT_TRUE(world.settles({"a", "b"}, minutes(2))) << world.describe();
  EXPECT_TRUE(world.client("b").member().is_leader());
  EXPECT_FALSE(world.client("a").failures.empty());
}

TEST(MemberLeader, StaticLeaderStaysAndTriesAgain) {
  MemberWorld world;
  MemberOptions options = with({throwing_assignor()});
  options.instance_id = "one";
  const MemberClient& a = world.start("a", options);
  world.advance(seconds(10));
  EXPECT_GT(a.failures.size(), 2U);
  EXPECT_EQ(world.view().members.size(), 1U);
}

TEST(MemberLeader, UserWhoIsNotToldKeepsNobodyWaiting) {
  MemberWorld world;
  MemberClient& a = world.start("a", with({throwing_assignor()}));
  ASSERT_TRUE(world.broker.run_until([&] { return !a.failures.empty(); }, seconds(5)));
  a.polls = false;
  world.start("b");
  EXPECT_TRUE(world.settles({"b"}, seconds(10))) << world.describe();
}

TEST(MemberLeader, TopicThatGrowsIsSharedAnew) {
  MemberWorld world;
  world.start("a");
  world.start("b");
  ASSERT_TRUE(world.settles({"a", "b"}));
  world.broker.control().grow_topic("orders", 8);
  for (const char* each : {"a", "b"}) {
    world.turn(each, [](MemberClient& client, Instant) { client.cache().invalidate(); });
  }
  EXPECT_TRUE(world.settles({"a", "b"}, minutes(1))) << world.describe();
  EXPECT_EQ(world.client("a").member().owned().size(), 4U);
}

TEST(MemberLeader, TopicThatComesIsSharedAsSoonAsItIsSeen) {
  MemberWorld world;
  for (const char* each : {"a", "b"}) {
    world.add(each);
    world.turn(each, [](MemberClient& client, Instant) {
      client.member().subscribe({"orders", "returns"});
    });
  }
  ASSERT_TRUE(world.settles({"a", "b"}));
  world.broker.control().create_topic("returns", 2);
  EXPECT_TRUE(world.broker.run_until(
      [&] {
        return world.client("a").member().owned().contains({"returns", 0}) &&
               world.client("b").member().owned().contains({"returns", 1});
      },
      minutes(6)))
      << world.describe();
}

TEST(MemberLeader, TopicsOfOtherMembersAreAssigned) {
  MemberWorld world;
  world.broker.control().create_topic("returns", 1);
  world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  world.add("b");
  world.turn("b", [](MemberClient& client, Instant) { client.member().subscribe({"returns"}); });
  EXPECT_TRUE(world.broker.run_until(
      [&] {
        return world.client("b").member().owned() == PartitionSet{{"returns", 0}};
      },
      seconds(10)))
      << world.describe();
  EXPECT_EQ(world.client("a").member().owned().size(), 4U);
  // At once: the leader asks for a topic that is new to it before it assigns.
  EXPECT_EQ(world.view().generation, 2);
}

TEST(MemberLeader, StaticLeaderThatComesBackChangesNothing) {
  MemberWorld world;
  world.start("a", MemberWorld::of_instance("one"));
  world.start("b", MemberWorld::of_instance("two"));
  ASSERT_TRUE(world.settles({"a", "b"}));
  const bool leads = world.client("a").member().is_leader();
  const std::string leader = leads ? "a" : "b";
  const std::int32_t before = world.view().generation;
  world.kill(leader);
  world.start("c", MemberWorld::of_instance(leads ? "one" : "two"));
  EXPECT_TRUE(world.settles({leads ? "b" : "a", "c"}, seconds(10))) << world.describe();
  EXPECT_EQ(world.view().generation, before);
  EXPECT_TRUE(world.client("c").member().is_leader());
}

TEST(MemberLeader, GroupGoesFromEagerToCooperativeInTwoSteps) {
  MemberWorld world;
  const MemberOptions first = with({range_assignor()});
  const MemberOptions both = with({cooperative_sticky_assignor(), range_assignor()});
  const MemberOptions last = with({cooperative_sticky_assignor()});
  EXPECT_EQ(ClassicMember(both).protocol(), RebalanceProtocol::eager);
  world.start("a1", first);
  world.start("b1", first);
  ASSERT_TRUE(world.settles({"a1", "b1"}));
  world.leave("a1");
  world.start("a2", both);
  ASSERT_TRUE(world.settles({"a2", "b1"})) << world.describe();
  EXPECT_EQ(world.client("a2").member().assignor_name(), "range");
  world.leave("b1");
  world.start("b2", both);
  ASSERT_TRUE(world.settles({"a2", "b2"})) << world.describe();
  EXPECT_EQ(world.client("a2").member().assignor_name(), "cooperative-sticky");
  world.leave("b2");
  world.start("b3", last);
  ASSERT_TRUE(world.settles({"a2", "b3"})) << world.describe();
  world.leave("a2");
  world.start("a3", last);
  EXPECT_TRUE(world.settles({"a3", "b3"})) << world.describe();
  EXPECT_THAT(world.ledger->conflicts, IsEmpty());
}

TEST(MemberLeader, MembersWithoutACommonAssignorAreRefused) {
  MemberWorld world;
  world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  const MemberClient& b = world.start("b", with({roundrobin_assignor()}));
  world.advance(seconds(1));
  ASSERT_FALSE(b.failures.empty());
  EXPECT_EQ(b.failures[0].code, ErrorCode::inconsistent_group_protocol);
  EXPECT_TRUE(world.settles({"a"})) << world.describe();
}

}  // namespace

}  // namespace cohort::client
