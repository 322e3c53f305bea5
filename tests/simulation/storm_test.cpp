// Storms: every scenario is survived, a seed is the same storm everywhere, and what is wrong is
// found and shrunk.
#include <cohort/testing/storm.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace cohort::testing {

namespace {

using Kind = StormStep::Kind;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::Not;

}  // namespace

TEST(Storms, AreSurvivedInEveryScenario) {
  for (const StormScenario& each : storm_scenarios()) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const StormResult result = storm(seed, each.options);
      ASSERT_FALSE(result.run.violation)
          << each.name << ", seed " << seed << ": " << result.run.violation->checker << ": "
          << result.run.violation->what;
      EXPECT_GE(result.run.events, 200U) << each.name << ", seed " << seed;
      EXPECT_GE(result.run.generations, 1U) << each.name << ", seed " << seed;
    }
  }
}

TEST(Storms, OfOneSeedAreOneToTheByteWithEveryCompiler) {
  // These change whenever bytes do; what must not happen is that builds disagree.
  EXPECT_EQ(run_storm(1, {}, storm_steps(1, {})).digest, 0xB3E0C7E6851D9948U);
  EXPECT_EQ(run_storm(2, {}, storm_steps(2, {})).digest, 0x7AF317E6BB36864BU);
}

TEST(Storms, OfOtherSeedsHaveOtherSteps) {
  EXPECT_EQ(storm_steps(1, {}), storm_steps(1, {}));
  EXPECT_NE(storm_steps(1, {}), storm_steps(2, {}));
}

TEST(Storms, LeaveOutSomeKindsOfStepsAndDoThemAllInTheEnd) {
  std::set<Kind> all;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    std::set<Kind> kinds;
    for (const StormStep& step : storm_steps(seed, {.steps = 500})) kinds.insert(step.kind);
    EXPECT_THAT(kinds.size(), Lt(21U)) << seed;
    all.merge(kinds);
  }
  EXPECT_EQ(all.size(), 21U);
  for (const Kind kind : all) EXPECT_NE(name(kind), "?");
}

TEST(Storms, StepsComeInTheOrderOfTheirTimes) {
  const std::vector<StormStep> steps = storm_steps(7, {});
  EXPECT_TRUE(std::ranges::is_sorted(steps, {}, &StormStep::at));
  EXPECT_THAT(steps, Not(IsEmpty()));
}

TEST(Storms, GroupThatCannotSettleIsFoundAndNeedsNoStepForIt) {
  // Members that may not stay long enough to be told anything.
  StormOptions options;
  options.broker["group.max.size"] = "1";
  const StormResult result = storm(1, options);
  ASSERT_TRUE(result.run.violation);
  EXPECT_EQ(result.run.violation->checker, "progress");
  EXPECT_THAT(result.steps, IsEmpty());
}

}  // namespace cohort::testing
