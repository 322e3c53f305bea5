#include "echo_node.hpp"
#include <cohort/sim/probe.hpp>
#include <cohort/sim/simulation.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cohort::sim {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

/// A world with an echo server at echo:9092, whose way is 1 ms long.
Simulation mortal_world() {
  Simulation world({.faults = {.latency_min = 1ms, .latency_max = 1ms}});
  world.add("echo", std::make_unique<EchoNode>());
  world.listen("echo", "echo", 9092);
  return world;
}

EchoNode& mortal(Simulation& world) { return world.node_as<EchoNode>("echo"); }

TEST(SimulationRetire, TheOtherEndsGetWhatWasSentAndHearOfTheEnd) {
  Simulation world = mortal_world();
  Probe probe(world, "probe", "echo", 9092);
  world.advance(2ms);
  world.turn("echo", [&] {
    mortal(world).actions.emplace_back(
        Send{mortal(world).last_opened, Buffers(Buffer::copy_of("last words"))});
  });

  world.retire("echo");
  world.advance(1ms);

  EXPECT_EQ(probe.inbox(), "last words");
  EXPECT_TRUE(probe.is_closed());
  EXPECT_THAT(world.links_of("probe"), ElementsAre());
}

TEST(SimulationRetire, NothingHappensToTheNodeAnyMore) {
  Simulation world = mortal_world();
  Probe probe(world, "probe", "echo", 9092);
  world.advance(2ms);
  mortal(world).timers.set("never fires", world.now() + 5ms);
  probe.send("never arrives");

  world.retire("echo");
  world.advance(1s);

  EXPECT_THAT(mortal(world).notes, ElementsAre("0: opened listener 0 of 127.0.0.1"));
  EXPECT_THAT(world.links_of("echo"), ElementsAre());
  EXPECT_THAT(world.armed_timers(), ElementsAre());
  EXPECT_EQ(world.next_deadline(), Instant::never());
  EXPECT_NO_THROW(world.run_until_idle(1s));
}

TEST(SimulationRetire, LinksThatOpenJustThenAreClosedForTheOthers) {
  Simulation world = mortal_world();
  Probe dials(world, "dials", "echo", 9092);
  world.add("other", std::make_unique<EchoNode>());
  world.listen("other", "other", 9092);
  world.turn("echo", [&] { mortal(world).actions.emplace_back(Dial{"other", 9092, DialTag{}}); });

  world.retire("echo");
  world.advance(1s);

  EXPECT_TRUE(dials.is_closed());
  EXPECT_THAT(world.node_as<EchoNode>("other").notes,
              ElementsAre("0: opened listener 0 of 127.0.0.1", "0: closed"));
  EXPECT_EQ(world.next_deadline(), Instant::never());
}

TEST(SimulationRetire, WhoDialsItIsRefused) {
  Simulation world = mortal_world();
  world.retire("echo");
  Probe probe(world, "probe", "echo", 9092);
  world.advance(1s);
  EXPECT_EQ(probe.refusal(), "Connection refused");
}

TEST(SimulationRetire, ItsNameStaysTakenAndItHasNoMoreTurns) {
  Simulation world = mortal_world();
  world.retire("echo");
  world.retire("echo");
  EXPECT_TRUE(world.contains("echo"));
  EXPECT_FALSE(world.contains("nobody"));
  EXPECT_THROW(world.add("echo", std::make_unique<EchoNode>()), std::invalid_argument);
  EXPECT_THROW(world.turn("echo", [] {}), std::invalid_argument);
  EXPECT_THROW(world.listen("echo", "echo", 9093), std::invalid_argument);
  EXPECT_THROW(world.retire("nobody"), std::invalid_argument);
}

TEST(SimulationRetire, WhatItWantsInItsLastTurnIsNotDone) {
  Simulation world = mortal_world();
  Probe probe(world, "probe", "echo", 9092);
  world.advance(2ms);
  world.turn("echo", [&] {
    world.retire("echo");
    mortal(world).actions.emplace_back(Dial{"echo", 9092, DialTag{}});
  });
  EXPECT_THAT(world.links_of("echo"), ElementsAre());
  world.advance(1s);
  EXPECT_TRUE(probe.is_closed());
}

TEST(SimulationRetire, ACopyLeavesItRetiredAndGoesOnAlike) {
  Simulation world = mortal_world();
  Probe probe(world, "probe", "echo", 9092);
  world.advance(2ms);
  probe.send("x");
  mortal(world).timers.set("never fires", world.now() + 5ms);
  world.retire("echo");
  Simulation copy = world;

  world.advance(1s);
  copy.advance(1s);

  EXPECT_EQ(copy.digest(), world.digest());
  EXPECT_EQ(copy.node_as<EchoNode>("echo").notes, mortal(world).notes);
  EXPECT_THROW(copy.turn("echo", [] {}), std::invalid_argument);
}

/// Nodes that change in turns, and so are not asked for their deadlines.
Simulation quiet_world(Changes changes) {
  Simulation world;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "node-" + std::to_string(i);
    world.add(name, std::make_unique<EchoNode>(), changes);
    world.listen(name, name, 9092);
  }
  return world;
}

EchoNode& as_echo(Node& node) { return dynamic_cast<EchoNode&>(node); }

/// Sets timers of several nodes at equal and at different times, and returns who fired when.
std::vector<std::string> firing_order(Simulation world) {
  const Instant start = world.now();
  std::vector<std::string> order;
  const std::vector<std::pair<int, milliseconds>> timers{{4, 7ms}, {2, 7ms}, {0, 9ms},
                                                         {3, 7ms}, {1, 5ms}, {2, 3ms}};
  for (const auto& timer : timers) {
    world.turn("node-" + std::to_string(timer.first), [&](Node& node) {
      as_echo(node).timers.set("after " + std::to_string(timer.second.count()),
                               start + timer.second);
    });
  }
  while (world.next_deadline() != Instant::never()) {
    for (const ArmedTimer& timer : world.armed_timers()) {
      if (timer.deadline == world.next_deadline()) order.push_back(timer.name);
    }
    world.advance(world.next_deadline() - world.now());
  }
  for (int i = 0; i < 5; ++i) {
    const Node& node = std::as_const(world).node("node-" + std::to_string(i));
    for (const std::string& note : dynamic_cast<const EchoNode&>(node).notes) order.push_back(note);
  }
  return order;
}

TEST(SimulationDeadlines, NodesThatChangeInTurnsFireAsThoseThatAreAsked) {
  const std::vector<std::string> order = firing_order(quiet_world(Changes::in_turns));
  EXPECT_EQ(order, firing_order(quiet_world(Changes::at_any_time)));
  EXPECT_THAT(order, testing::Contains("node-3: after 7"));
}

TEST(SimulationDeadlines, ANodeThatWasHandedOutMayChangeAtAnyTime) {
  Simulation world = quiet_world(Changes::in_turns);
  const Instant start = world.now();
  EchoNode& handed_out = world.node_as<EchoNode>("node-3");
  handed_out.timers.set("a", start + 2s);
  EXPECT_EQ(world.next_deadline(), start + 2s);
  world.advance(3s);
  handed_out.timers.set("b", start + 5s);
  world.turn("node-1", [&](Node& node) { as_echo(node).timers.set("c", start + 4s); });
  EXPECT_EQ(world.next_deadline(), start + 4s);
  world.advance(3s);
  EXPECT_THAT(handed_out.notes, ElementsAre("0: timer a", "3000: timer b"));
}

TEST(SimulationDeadlines, EachIsFoundInTheOrderOfTimeAndThenOfAdding) {
  Deadlines deadlines;
  EXPECT_EQ(deadlines.earliest().first, Instant::never());
  const Instant start = Instant::from_unix_ms(1000);
  for (std::uint32_t node = 0; node < 37; ++node) {
    deadlines.set(NodeIndex{node}, start + milliseconds(node % 5));
  }
  std::vector<std::uint32_t> order;
  while (deadlines.earliest().first != Instant::never()) {
    const NodeIndex next = deadlines.earliest().second;
    order.push_back(static_cast<std::uint32_t>(next));
    deadlines.set(next, Instant::never());
  }
  ASSERT_EQ(order.size(), 37U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end(), [](std::uint32_t a, std::uint32_t b) {
    return std::pair(a % 5, a) < std::pair(b % 5, b);
  }));
}

TEST(SimulationRunUntil, WithoutALimitItThrowsWhenNothingIsLeftToHappen) {
  Simulation world = quiet_world(Changes::in_turns);
  const Instant start = world.now();
  world.turn("node-1", [&](Node& node) { as_echo(node).timers.set("a", start + 4s); });
  EXPECT_THROW(world.run_until([] { return false; }, Instant::never() - start), std::runtime_error);
  EXPECT_EQ(world.now(), start + 4s);
}

}  // namespace
}  // namespace cohort::sim
