#include "explore/exactly_once.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace cohort::testing {

namespace {

Exploration explored(const ProcessingOptions& options) {
  const Exploration found = explore(ProcessingWorld(options), exactly_once_checkers());
  std::cout << to_string(found) << '\n';
  return found;
}

}  // namespace

TEST(ExactlyOnce, HoldsInEveryOrderWithoutFaults) {
  const Exploration found = explored({.crashes = 0, .expiries = 0});
  EXPECT_TRUE(found.is_exhausted);
  EXPECT_FALSE(found.violation);
}

TEST(ExactlyOnce, HoldsInEveryOrderWithoutFaultsFull) {
  const Exploration found = explored({.crashes = 0, .expiries = 0, .answers_at_once = false});
  EXPECT_TRUE(found.is_exhausted);
}

TEST(ExactlyOnce, HoldsWithOneCrash) {
  const Exploration found = explored({.crashes = 1, .expiries = 0});
  EXPECT_TRUE(found.is_exhausted);
}

TEST(ExactlyOnce, HoldsWithOneRebalance) {
  const Exploration found = explored({.crashes = 0, .expiries = 1});
  EXPECT_TRUE(found.is_exhausted);
}

}  // namespace cohort::testing
