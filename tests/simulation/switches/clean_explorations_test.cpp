// With all rules on, no order of things breaks a promise: the figures of README.md. Here, since
// this build is optimised.
#include "simulation/group_explorations.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <future>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

namespace {

struct Timed {
  Exploration found;
  std::chrono::duration<double> took{};
};

Timed explored(const GroupExploration& each) {
  const auto begin = std::chrono::steady_clock::now();
  Exploration found =
      explore(ConsumerWorld(each.scenario), group_checkers(),
              {.states = std::min<std::size_t>(group_bound.states, COHORT_MOST_STATES)});
  return {std::move(found), std::chrono::steady_clock::now() - begin};
}

}  // namespace

TEST(CleanExplorations, AreExhaustedWithoutAViolation) {
  std::vector<std::pair<std::string, std::future<Timed>>> under_way;
  for (const GroupExploration& each : group_explorations()) {
    if (each.is_large)
      under_way.emplace_back(each.name, std::async(std::launch::async, explored, each));
  }
  std::vector<std::pair<std::string, Timed>> done;
  for (const GroupExploration& each : group_explorations()) {
    if (!each.is_large) done.emplace_back(each.name, explored(each));
  }
  for (auto& [name, later] : under_way) done.emplace_back(name, later.get());
  for (const auto& [name, timed] : done) {
    std::cout << name << ": " << to_string(timed.found) << " in " << timed.took.count() << " s\n";
    EXPECT_FALSE(timed.found.violation) << name;
#ifndef COHORT_SEES_FEW_STATES
    EXPECT_TRUE(timed.found.is_exhausted) << name;
#endif
  }
}

}  // namespace cohort::testing
