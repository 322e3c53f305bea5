// ClassicMember: heartbeats, sessions, and users who do not poll.
#include "client/member_client.hpp"
#include <cohort/testing/await.hpp>

#include <gmock/gmock.h>

namespace cohort::client {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* all_four = "orders-0, orders-1, orders-2, orders-3";

/// A group of one whose user does not poll from now on.
MemberClient& with_absent_user(MemberWorld& world, const MemberOptions& options) {
  MemberClient& a = world.start("a", options);
  EXPECT_TRUE(world.settles({"a"})) << world.describe();
  a.polls = false;
  return a;
}

TEST(MemberLiveness, HeartbeatsComeAsOftenAsConfigured) {
  MemberWorld world;
  world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  const testing::RequestWatch heartbeats(world.broker, {.api = ApiKey::heartbeat});
  world.advance(seconds(30));
  EXPECT_EQ(heartbeats.seen(), 10U);
}

TEST(MemberLiveness, HeartbeatsGoOnWhileTheUserIsBusy) {
  MemberWorld world;
  MemberClient& a = with_absent_user(world, MemberWorld::eager());
  world.advance(minutes(4));
  EXPECT_TRUE(a.member().is_stable());
  EXPECT_EQ(world.view().members.size(), 1U);
}

TEST(MemberLiveness, MemberThatIsNotPolledLeaves) {
  MemberWorld world;
  MemberClient& a = with_absent_user(world, MemberWorld::eager());
  world.advance(minutes(5) + seconds(1));
  EXPECT_THAT(world.view().members, IsEmpty());
  EXPECT_EQ(a.member().committer().standing, Standing::outside);
  EXPECT_EQ(a.member().call(), (RebalanceCall{RebalanceCallKind::lost, world.all_partitions()}));
}

TEST(MemberLiveness, TheNextPollBringsItBack) {
  MemberWorld world;
  MemberClient& a = with_absent_user(world, MemberWorld::eager());
  world.advance(minutes(10));
  world.turn("a", [](MemberClient& client, Instant) { client.polls = true; });
  EXPECT_TRUE(world.settles({"a"})) << world.describe();
  EXPECT_THAT(a.told,
              ElementsAre(std::string("assigned ") + all_four, std::string("lost ") + all_four,
                          std::string("assigned ") + all_four));
}

TEST(MemberLiveness, StaticMemberThatIsNotPolledStaysUntilItsSessionEnds) {
  MemberWorld world;
  with_absent_user(world, MemberWorld::of_instance("one"));
  world.advance(minutes(5) + seconds(1));
  EXPECT_EQ(world.view().members.size(), 1U);
  world.advance(seconds(45));
  EXPECT_THAT(world.view().members, IsEmpty());
}

TEST(MemberLiveness, OthersWaitForABusyUserUntilItHasRevoked) {
  MemberWorld world;
  MemberClient& a = with_absent_user(world, MemberWorld::eager());
  world.start("b");
  world.advance(minutes(1));
  EXPECT_EQ(a.member().owned().size(), 4U);
  EXPECT_EQ(world.client("b").member().state(), MemberState::joining);
  world.turn("a", [](MemberClient& client, Instant) { client.polls = true; });
  EXPECT_TRUE(world.settles({"a", "b"}, seconds(1))) << world.describe();
}

TEST(MemberLiveness, CommitsAreAMembersUntilItsRevocationIsDone) {
  MemberWorld world;
  MemberClient& a = world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  a.lingers = true;
  world.start("b");
  ASSERT_TRUE(world.broker.run_until([&] { return a.told.size() == 2; }, seconds(10)));
  EXPECT_EQ(a.member().state(), MemberState::preparing);
  EXPECT_EQ(a.member().committer().standing, Standing::member);
  world.turn("a", [](MemberClient& client, Instant now) { client.end_call(now); });
  EXPECT_EQ(a.member().committer().standing, Standing::rebalancing);
  EXPECT_TRUE(world.settles({"a", "b"}));
}

TEST(MemberLiveness, RevocationThatTakesTooLongEndsInTheLossOfTheRest) {
  MemberWorld world;
  MemberClient& a = world.start("a", MemberWorld::cooperative());
  ASSERT_TRUE(world.settles({"a"}));
  world.start("b", MemberWorld::cooperative());
  ASSERT_TRUE(world.broker.run_until(
                  [&] {
                    return a.member().call() &&
                           a.member().call()->kind == RebalanceCallKind::revoked;
                  },
                  seconds(10)) ||
              a.told.size() > 1);
  EXPECT_TRUE(world.settles({"a", "b"}));
  a.lingers = true;
  world.leave("b");
  // The user begins "assigned" and does not come back from it.
  world.advance(minutes(6));
  EXPECT_THAT(world.view().members, IsEmpty());
  world.turn("a", [](MemberClient& client, Instant now) { client.end_call(now); });
  EXPECT_TRUE(world.settles({"a"})) << world.describe();
  EXPECT_EQ(a.told[a.told.size() - 2], std::string("lost ") + all_four);
}

TEST(MemberLiveness, SilentCoordinatorIsLookedForAgain) {
  MemberWorld world;
  MemberOptions options = MemberWorld::eager();
  options.session_timeout = seconds(10);
  world.start("a", options);
  ASSERT_TRUE(world.settles({"a"}));
  // It hears of heartbeats, and does not answer.
  const auto rule = world.broker.control().add_rule(
      {.match = {.api = ApiKey::heartbeat}, .times = 1, .action = broker::DropAnswer{}});
  const testing::RequestWatch lookups(world.broker, {.api = ApiKey::find_coordinator});
  world.advance(seconds(14));
  EXPECT_EQ(world.broker.control().rule(rule)->hits, 1U);
  EXPECT_EQ(lookups.seen(), 1U);
  EXPECT_TRUE(world.settles({"a"}));
  EXPECT_EQ(world.client("a").told.size(), 1U);
}

TEST(MemberLiveness, ItTellsWhatItWaitsFor) {
  MemberWorld world;
  world.start("a");
  ASSERT_TRUE(world.settles({"a"}));
  EXPECT_EQ(world.client("a").describe(world.broker.now()), "");
  world.client("a").polls = false;
  world.start("b");
  world.advance(milliseconds(2100));
  EXPECT_EQ(world.client("b").describe(world.broker.now()),
            "the answer to JoinGroup of group readers from broker 1 (rebalance under way for "
            "2.1 s)");
}

}  // namespace

}  // namespace cohort::client
