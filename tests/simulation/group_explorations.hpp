// The explorations of a group: what may happen in each, and where it ends.
#pragma once

#include <cohort/testing/consumer_world.hpp>

#include <string>
#include <vector>

namespace cohort::testing {

struct GroupExploration {
  std::string name;
  std::string about;
  Scenario scenario;
  bool is_large = false;
};

/// All are explored to the end within a million states.
inline constexpr Bound group_bound{.states = 1'000'000};

const std::vector<GroupExploration>& group_explorations();

}  // namespace cohort::testing
