#include "node/echo_node.hpp"
#include <cohort/client/call.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/sim/probe.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

EchoNode& echo_of(Node& node) { return dynamic_cast<EchoNode&>(node); }

/// A world with an echo server at echo:9092, to which the way is 1 ms long.
sim::Simulation world_with_server() {
  sim::Simulation world({.faults = {.latency_min = 1ms, .latency_max = 1ms}});
  world.add("echo", std::make_unique<EchoNode>());
  world.listen("echo", "echo", 9092);
  return world;
}

void dial_server(Driver& driver) {
  driver.turn([](Node& node, Instant) {
    echo_of(node).actions.emplace_back(Dial{"echo", 9092, DialTag{}});
  });
}

bool is_open(Node& node, Instant) { return !echo_of(node).notes.empty(); }

TEST(VirtualRuntime, ANodeRunsUnderANameThatIsFree) {
  sim::Simulation world;
  world.add("client-2", std::make_unique<EchoNode>());
  VirtualRuntime runtime(world);
  const auto first = runtime.run(std::make_unique<EchoNode>());
  const auto second = runtime.run(std::make_unique<EchoNode>());
  EXPECT_TRUE(world.contains("client-1"));
  EXPECT_TRUE(world.contains("client-3"));
}

TEST(VirtualRuntime, WaitingLetsTheWorldGoOnUntilItHolds) {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime(world);
  const auto driver = runtime.run(std::make_unique<EchoNode>());
  const Instant start = driver->now();
  dial_server(*driver);
  EXPECT_TRUE(driver->run_until(is_open, start + 1s));
  EXPECT_EQ(runtime.now(), start + 2ms) << "the way there and back";
}

TEST(VirtualRuntime, NoTimePassesWhenItHoldsAtOnce) {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime(world);
  const auto driver = runtime.run(std::make_unique<EchoNode>());
  const Instant start = driver->now();
  EXPECT_TRUE(driver->run_until([](Node&, Instant) { return true; }, Instant::never()));
  EXPECT_EQ(driver->now(), start);
}

TEST(VirtualRuntime, ADeadlineThatHasPassedLooksOnce) {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime(world);
  const auto driver = runtime.run(std::make_unique<EchoNode>());
  const Instant start = driver->now();
  dial_server(*driver);
  int looks = 0;
  EXPECT_FALSE(driver->run_until([&](Node&, Instant) { return ++looks > 1; }, start - 1ns));
  EXPECT_EQ(looks, 1);
  EXPECT_EQ(driver->now(), start);
}

TEST(VirtualRuntime, AtTheDeadlineItGivesUp) {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime(world);
  const auto driver = runtime.run(std::make_unique<EchoNode>());
  const Instant start = driver->now();
  EXPECT_FALSE(driver->run_until([](Node&, Instant) { return false; }, start + 3s));
  EXPECT_EQ(driver->now(), start + 3s);
  runtime.pause(1s);
  EXPECT_EQ(driver->now(), start + 4s);
}

TEST(VirtualRuntime, WhatTheWorkThrowsIsThrownBehindWhatTheNodeWanted) {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime(world);
  const auto driver = runtime.run(std::make_unique<EchoNode>());
  EXPECT_THROW(driver->turn([](Node& node, Instant) {
    echo_of(node).actions.emplace_back(Dial{"echo", 9092, DialTag{}});
    throw std::runtime_error("no");
  }),
               std::runtime_error);
  EXPECT_TRUE(driver->run_until(is_open, driver->now() + 1s));
}

TEST(VirtualRuntime, WhenTheDriverGoesItsLinksCloseAndNothingHappensToTheNode) {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime(world);
  auto driver = runtime.run(std::make_unique<EchoNode>());
  dial_server(*driver);
  ASSERT_TRUE(driver->run_until(is_open, driver->now() + 1s));
  driver->turn([](Node& node, Instant now) { echo_of(node).timers.set("late", now + 1s); });

  driver.reset();
  world.advance(1min);

  EXPECT_EQ(world.node_as<EchoNode>("echo").notes.back(), "2: closed");
  EXPECT_THAT(world.node_as<EchoNode>("client-1").notes,
              ElementsAre("0: opened listener 0 of 127.0.0.1"));
  const auto next = runtime.run(std::make_unique<EchoNode>());
  EXPECT_TRUE(world.contains("client-2")) << "the name of one that is gone is not given again";
}

/// Sends a text and waits until as many bytes have come back.
Operation<EchoNode, std::string, std::size_t> echoed(const std::string& text) {
  return {.start =
              [text](EchoNode& node, Instant) {
                if (text.empty()) throw std::invalid_argument("no text");
                node.actions.emplace_back(Send{node.last_opened, Buffers(Buffer::copy_of(text))});
                return "received " + std::to_string(text.size());
              },
          .is_done =
              [](const EchoNode& node, const std::string& note) {
                return std::ranges::any_of(
                    node.notes, [&](const std::string& each) { return each.ends_with(note); });
              },
          .take = [](EchoNode& node, const std::string&, Instant) -> Outcome<std::size_t> {
            return node.notes.size();
          },
          .abandon = [](EchoNode& node, const std::string&,
                        Instant) { node.notes.emplace_back("abandoned"); },
          .describe = [](const EchoNode&, const std::string&) { return std::string("the echo"); }};
}

/// A client with a link to an echo server.
struct CallWorld {
  sim::Simulation world = world_with_server();
  VirtualRuntime runtime{world};
  std::unique_ptr<Driver> driver = runtime.run(std::make_unique<EchoNode>());
  CallWorld() {
    dial_server(*driver);
    driver->run_until(is_open, driver->now() + 1s);
  }
};

TEST(Call, GivesWhatTheOperationTook) {
  CallWorld client;
  const Instant start = client.driver->now();
  const Outcome<std::size_t> outcome = call(*client.driver, echoed("hello"), 1s);
  EXPECT_EQ(outcome.value(), 4U) << "opened, unsent, received, and unsent as it comes back";
  EXPECT_EQ(client.driver->now(), start + 2ms);
}

TEST(Call, OfNoAnswerInTimeTellsWhatItWaitedForAndAbandonsTheOperation) {
  CallWorld client;
  Outcome<std::size_t> outcome = call(*client.driver, echoed("hello"), 1ms);
  EXPECT_EQ(outcome.error(), (Failure{.kind = FailureKind::timed_out,
                                      .message = "timed out after 1 ms: waited for the echo"}));
  EXPECT_THROW(outcome.value(), TimedOut);
  EXPECT_EQ(client.world.node_as<EchoNode>("client-1").notes.back(), "abandoned");
}

TEST(Call, ThrowsWhatItsStartThrows) {
  CallWorld client;
  EXPECT_THROW(static_cast<void>(call(*client.driver, echoed(""), 1s)), std::invalid_argument);
}

TEST(Call, ThatThrowsWhileItWaitsIsAbandoned) {
  CallWorld client;
  auto operation = echoed("hello");
  operation.is_done = [looks = 0](const EchoNode&, const std::string&) mutable -> bool {
    if (++looks > 1) throw std::runtime_error("no");
    return false;
  };
  EXPECT_THROW(static_cast<void>(call(*client.driver, operation, 1s)), std::runtime_error);
  EXPECT_EQ(client.world.node_as<EchoNode>("client-1").notes.back(), "abandoned");
}

TEST(Call, OfNothingButAnEndHasNoValue) {
  CallWorld client;
  const Operation<EchoNode, int, void> nothing{
      .start = [](EchoNode&, Instant) { return 1; },
      .is_done = [](const EchoNode&, const int& token) { return token == 1; },
      .take = [](EchoNode&, const int&, Instant) -> Outcome<void> { return {}; }};
  EXPECT_TRUE(call(*client.driver, nothing, 0s).has_value());
}

}  // namespace
}  // namespace cohort::client
