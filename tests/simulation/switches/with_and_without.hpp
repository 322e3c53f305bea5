// with_and_without: what a scenario comes to where a rule holds, and where it does not.
#pragma once

#include "support/turned_off.hpp"

#include <utility>

namespace cohort::testing {

/// `scenario` starts anew each time. What it comes to with the rule, and without.
template <class Scenario>
auto with_and_without(bool& rule, const Scenario& scenario) {
  auto with = scenario();
  const TurnedOff off(rule);
  return std::pair{std::move(with), scenario()};
}

}  // namespace cohort::testing
