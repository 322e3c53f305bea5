// With every rule in force nothing goes wrong.
#include "explore/exactly_once.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <iostream>

namespace cohort::testing {

namespace {

constexpr std::size_t most_states = COHORT_MOST_STATES;

Exploration clean(const ProcessingOptions& options, const Bound& bound) {
  const Exploration found = explore(ProcessingWorld(options), exactly_once_checkers(), bound);
  std::cout << to_string(found) << '\n';
  return found;
}

}  // namespace

TEST(ExactlyOnceWithSwitches, IsTheSameBrokerWhileAllAreOn) {
  const Exploration found = clean({.crashes = 0, .expiries = 0}, {});

  // As with the constants, in exactly_once_test.cpp.
  EXPECT_TRUE(found.is_exhausted);
  EXPECT_FALSE(found.violation);
  EXPECT_EQ(found.states, 453U);
  EXPECT_EQ(found.transitions, 906U);
  EXPECT_EQ(found.depth, 20U);
}

// A processor dies at any point; what it has sent may still arrive, or not; another process takes
// its place; and its session ends, which costs the group a rebalance or two.
TEST(ExactlyOnceWithSwitches, HoldsWithOneCrashAndItsRebalances) {
  const Exploration found = clean({.crashes = 1, .expiries = 0}, {.states = most_states});

  EXPECT_FALSE(found.violation);
  EXPECT_TRUE(found.is_exhausted || found.states >= most_states);
}

// The session of a member that lives ends at any point, and it goes on for as long as it is let.
TEST(ExactlyOnceWithSwitches, HoldsWithOneRebalanceAndItsZombie) {
  const Exploration found = clean({.crashes = 0, .expiries = 1}, {.states = most_states});

  EXPECT_FALSE(found.violation);
  EXPECT_TRUE(found.is_exhausted || found.states >= most_states);
}

// Both in one run are more than a million situations: as far as the bound.
TEST(ExactlyOnceWithSwitches, HoldsWithBothAsFarAsItLooks) {
  const Exploration found = clean({}, {.states = most_states / 20});

  EXPECT_FALSE(found.violation);
}

}  // namespace cohort::testing
