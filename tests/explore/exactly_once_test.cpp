// The broker as it is. Not optimised, it takes its time: the larger scenarios are in switches/.
#include "explore/exactly_once.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace cohort::testing {

namespace {

Exploration explored(const ProcessingOptions& options, const Bound& bound = {}) {
  const Exploration found = explore(ProcessingWorld(options), exactly_once_checkers(), bound);
  std::cout << to_string(found) << '\n';
  return found;
}

}  // namespace

TEST(ExactlyOnce, HoldsInEveryOrderWithoutFaults) {
  const Exploration found = explored({.crashes = 0, .expiries = 0});

  EXPECT_TRUE(found.is_exhausted);
  EXPECT_FALSE(found.violation);
  // The same with every compiler, and with the rules as variables (switches/).
  EXPECT_EQ(found.states, 453U);
  EXPECT_EQ(found.transitions, 906U);
  EXPECT_EQ(found.depth, 20U);
}

TEST(ExactlyOnce, HoldsWhenAnswersAreUnderWayToo) {
  const Exploration found =
      explored({.crashes = 0, .expiries = 0, .leaves_out_detours = false}, {.states = 1000});

  EXPECT_FALSE(found.violation);
}

TEST(ExactlyOnce, HoldsWithFaultsAsFarAsItLooks) {
  const Exploration found = explored({}, {.states = 1000});

  EXPECT_FALSE(found.violation);
}

}  // namespace cohort::testing
