#include "node/echo_node.hpp"
#include <cohort/sim/probe.hpp>
#include <cohort/sim/simulation.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace cohort {

namespace {

/// Two raw ends that dial in vain.
sim::Simulation two_callers() {
  sim::Simulation world;
  sim::Probe a(world, "a", "nowhere", 1);
  sim::Probe b(world, "b", "nowhere", 1);
  return world;
}

}  // namespace

TEST(SimulationState, TheOrderInWhichThingsHappenedIsForgottenWhereItDoesNotMatter) {
  sim::Simulation one = two_callers();
  sim::Simulation other = two_callers();
  const auto choices = one.choices();
  one.take(choices.at(0));
  other.take(choices.at(1));
  EXPECT_NE(one.state(), other.state());

  one.take(choices.at(1));
  other.take(choices.at(0));

  EXPECT_EQ(one.state(), other.state());
}

TEST(SimulationState, WhatIsUnderWayIsPartOfIt) {
  sim::Simulation world = two_callers();
  const StateHash before = world.state();
  world.settle();

  EXPECT_NE(world.state(), before);
}

TEST(SimulationState, ANodeThatCanNotTellItsOwnSaysSo) {
  sim::Simulation world;
  world.add("echo", std::make_unique<EchoNode>());

  EXPECT_THROW(world.state(), std::logic_error);
  world.retire("echo");
  EXPECT_NO_THROW(world.state());
}

}  // namespace cohort
