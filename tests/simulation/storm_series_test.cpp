#include <cohort/testing/storm_series.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace cohort::testing {

namespace {

using ::testing::ElementsAre;

StormResult kept(std::uint64_t seed) {
  return {.run = {.digest = seed * 7, .events = 10, .generations = 2, .violation = {}},
          .steps = {}};
}

StormResult broken(std::uint64_t seed) {
  StormResult result = kept(seed);
  result.run.violation = Violation{.checker = "one owner", .what = "two", .path = {}};
  result.steps = {3, 8};
  return result;
}

/// Every third seed breaks a rule.
StormResult storm_of_thirds(std::uint64_t seed) {
  return seed % 3 == 0 ? broken(seed) : kept(seed);
}

/// Seeds 1 to 20.
StormSeries twenty(unsigned jobs) {
  StormSeries series{.seeds = {.first = 1, .last = 20}, .jobs = jobs};
  series.storm = storm_of_thirds;
  series.tick = std::chrono::milliseconds(1);
  return series;
}

}  // namespace

TEST(StormSeries, BothEndsOfTheRangeBelongToIt) {
  StormSeries series = twenty(2);
  series.storm = kept;

  const StormTally tally = run_series(series);

  EXPECT_EQ(tally.seeds, 20U);
  EXPECT_EQ(tally.events, 200U);
  EXPECT_EQ(tally.generations, 40U);
  EXPECT_EQ(tally.violations, 0U);
  EXPECT_FALSE(tally.is_stopped);
}

TEST(StormSeries, ItsDigestDependsOnTheSeedsAndNotOnTheThreads) {
  const StormTally alone = run_series(twenty(1));
  const StormTally together = run_series(twenty(5));
  StormSeries fewer = twenty(1);
  fewer.seeds.last = 19;

  EXPECT_EQ(together.digest, alone.digest);
  EXPECT_NE(run_series(fewer).digest, alone.digest);
}

TEST(StormSeries, TellsViolationsInTheOrderOfSeeds) {
  StormSeries series = twenty(4);
  std::vector<std::uint64_t> seeds;
  series.on_violation = [&](std::uint64_t seed, const StormResult&) { seeds.push_back(seed); };

  run_series(series);

  EXPECT_THAT(seeds, ElementsAre(3, 6, 9, 12, 15, 18));
}

TEST(StormSeries, EndsAfterSoManyViolationsWithWhateverThreads) {
  StormSeries series = twenty(1);
  series.most_violations = 2;
  const StormTally alone = run_series(series);
  series.jobs = 4;
  const StormTally together = run_series(series);

  EXPECT_EQ(alone.seeds, 6U);
  EXPECT_EQ(alone.violations, 2U);
  EXPECT_FALSE(alone.is_stopped);
  EXPECT_EQ(together.seeds, alone.seeds);
  EXPECT_EQ(together.digest, alone.digest);
}

TEST(StormSeries, AStormThatThrowsIsAViolation) {
  StormSeries series = twenty(1);
  series.seeds.last = 1;
  series.storm = [](std::uint64_t) -> StormResult { throw std::runtime_error("no way on"); };
  std::string what;
  series.on_violation = [&](std::uint64_t, const StormResult& result) {
    what = result.run.violation->what;
  };

  EXPECT_EQ(run_series(series).violations, 1U);
  EXPECT_EQ(what, "no way on");
}

TEST(StormSeries, BeginsNoSeedOnceItIsUnwanted) {
  StormSeries series = twenty(2);
  series.seeds.last = 1'000'000'000;
  series.storm = kept;
  series.is_unwanted = [] { return true; };

  const StormTally tally = run_series(series);

  EXPECT_TRUE(tally.is_stopped);
  EXPECT_LT(tally.seeds, 1'000'000'000U);
}

TEST(ReplayCommand, NamesScenarioSeedAndSteps) {
  EXPECT_EQ(replay_command("eager", 7, {3, 8}),
            "cohort trace --scenario eager --seed 7 --steps 3,8");
  EXPECT_EQ(replay_command("group", 12, {}),
            "cohort trace --scenario group --seed 12 --steps none");
}

}  // namespace cohort::testing
