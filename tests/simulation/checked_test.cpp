// Scenarios and storms that there can't be are refused, and say why.
#include <cohort/testing/consumer_world.hpp>
#include <cohort/testing/storm.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cohort::testing {

namespace {

struct AsksForRebalances {
  void on_assigned(const Partitions& /*partitions*/, Plan& plan) const { plan.rejoin("again"); }
};

/// Closes its consumer as soon as it owns something.
struct ClosesAtOnce {
  void on_assigned(const Partitions& /*partitions*/, Plan& plan) const { plan.close(); }
};

Scenario one_member() { return {.topics = {{.name = "t"}}, .members = {{.name = "a"}}}; }

/// Why it is refused; empty if it isn't.
std::string refusal_of(const Scenario& scenario) {
  try {
    const ConsumerWorld world(scenario);
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return {};
}

std::string refusal_of(const StormOptions& options) {
  try {
    run_storm(1, options, storm_steps(1, options));
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return {};
}

}  // namespace

TEST(Scenarios, ThatCantBeAreRefused) {
  struct Case {
    std::function<void(Scenario&)> change;
    std::string refusal;
  };
  const std::vector<Case> cases = {
      {[](Scenario& it) { it.consumer["bootstrap.servers"] = "elsewhere:1"; },
       "bootstrap.servers: is the world's own"},
      {[](Scenario& it) { it.members[0].properties["group.id"] = "another"; },
       "group.id: is the world's own"},
      {[](Scenario& it) { it.topics[0].partitions = -1; },
       "topic t: partitions=-1: must be 1 or more"},
      {[](Scenario& it) { it.members.push_back({.name = "a", .is_here = false}); },
       "member a: the name is taken"},
      {[](Scenario& it) { it.members.push_back({.name = "a'"}); }, "member a': the name is taken"},
      {[](Scenario& it) { it.members[0].name = "broker"; }, "member broker: the name is taken"},
      {[](Scenario& it) { it.members[0].topics = {"oders"}; },
       "member a: there is no topic oders to subscribe to"},
      {[](Scenario& it) { it.members[0].crashes = -1; },
       "member a: nothing can happen less than 0 times"},
      {[](Scenario& it) {
         it.topics.clear();
         it.members[0].stray_commits = 1;
       },
       "member a: stray_commits=1: there is no topic"},
  };

  for (const Case& each : cases) {
    Scenario scenario = one_member();
    each.change(scenario);
    EXPECT_EQ(refusal_of(scenario), each.refusal);
  }
  EXPECT_EQ(refusal_of(one_member()), "");
}

TEST(Scenarios, WhoseGroupNeverSettlesDontBeginSettled) {
  Scenario scenario = one_member();
  scenario.begins_settled = true;
  scenario.members[0].program = AsksForRebalances{};

  EXPECT_THROW(ConsumerWorld{scenario}, std::logic_error);
}

TEST(Scenarios, BeginSettledInTheSameWayWhateverIsLeftOut) {
  Scenario scenario = one_member();
  scenario.topics[0].partitions = 2;
  scenario.members = alike(2, {.program = ClosesAtOnce{}});
  scenario.begins_settled = true;

  const ConsumerWorld reduced(scenario);
  const ConsumerWorld whole(scenario, {.answers_first = false});

  EXPECT_EQ(whole.state(), reduced.state());
}

TEST(Scenarios, AreFinishedWhenWhatIsSubscribedToHasItsOwners) {
  Scenario scenario = one_member();
  scenario.topics.push_back({.name = "other"});
  scenario.members[0].topics = {"other"};
  ConsumerWorld world(scenario);
  EXPECT_FALSE(world.is_finished());
  EXPECT_EQ(world.missing(), "a is not settled, nobody owns other-0");

  for (int moves = 0; moves < 20 && !world.is_finished(); ++moves) world.make(0);

  EXPECT_TRUE(world.is_finished());
  EXPECT_EQ(world.members().front().owned, (client::PartitionSet{{"other", 0}}));
}

TEST(Scenarios, HaveTimeToGetOverWhatGoesWrong) {
  Scenario scenario = one_member();
  scenario.members = alike(2, {});
  scenario.members[0].crashes = 1;
  scenario.consumer = {{"enable.auto.commit", "true"}, {"auto.commit.interval.ms", "5000"}};
  scenario.begins_settled = true;
  scenario.horizon = std::chrono::seconds(60);

  const Exploration found = explore(ConsumerWorld(scenario), group_checkers());

  EXPECT_FALSE(found.violation) << to_string(found);
  EXPECT_TRUE(found.is_exhausted);
  scenario.horizon = std::chrono::seconds(30);
  EXPECT_EQ(refusal_of(scenario), "horizon: what may go wrong takes 39000 ms to get over");
}

TEST(Storms, ThatCantBeAreRefused) {
  EXPECT_EQ(refusal_of(StormOptions{.members = -1}), "members=-1: must be 0 or more");
  EXPECT_EQ(refusal_of(StormOptions{.topics = 0}), "topics=0: must be 1 or more");
  EXPECT_EQ(refusal_of(StormOptions{.partitions = 0}), "partitions=0: must be 1 or more");
  EXPECT_EQ(refusal_of(StormOptions{.brokers = 0}), "brokers=0: must be 1 or more");
  EXPECT_EQ(refusal_of(StormOptions{.length = -std::chrono::seconds(1)}),
            "length: must be longer than 0");
  EXPECT_EQ(refusal_of(StormOptions{.steps = -1}), "steps=-1: must be 0 or more");
  EXPECT_EQ(refusal_of(StormOptions{.assignors = {}}), "assignors: none; must be one or more");
  EXPECT_EQ(refusal_of(StormOptions{.consumer = {{"group.id", "another"}}}),
            "group.id: is the world's own");
}

}  // namespace cohort::testing
