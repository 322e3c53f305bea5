#include "echo_node.hpp"
#include <cohort/sim/probe.hpp>
#include <cohort/sim/simulation.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace cohort::sim {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

/// A world with an echo server at echo:9092.
Simulation echo_world(Options options = {}) {
  Simulation world(options);
  world.add("echo", std::make_unique<EchoNode>());
  world.listen("echo", "echo", 9092);
  return world;
}

EchoNode& echo(Simulation& world) { return world.node_as<EchoNode>("echo"); }

TEST(Simulation, StartsWithTheYear2024) { EXPECT_EQ(Simulation().now().unix_ms(), 1704067200000); }

TEST(Simulation, SettleRunsAWholeExchangeWhileTimeStandsStill) {
  Simulation world = echo_world();
  const Instant start = world.now();
  Probe probe(world, "probe", "echo", 9092);
  probe.send("hello");
  EXPECT_EQ(probe.inbox(), "");

  world.settle();

  EXPECT_EQ(probe.take().text(), "hello");
  EXPECT_EQ(world.now(), start);
  EXPECT_THAT(echo(world).notes,
              ElementsAre("0: opened listener 0 of 127.0.0.1", "0: received 5", "0: unsent 0"));
}

TEST(Simulation, AClosedListenerRefusesUntilItIsOpenedAgain) {
  Simulation world = echo_world();
  Probe stays(world, "stays", "echo", 9092);
  world.settle();
  world.turn("echo", [&] { echo(world).actions.emplace_back(CloseListener{0}); });
  Probe refused(world, "refused", "echo", 9092);
  stays.send("x");
  world.settle();
  EXPECT_FALSE(refused.is_open());
  EXPECT_EQ(stays.take().text(), "x");

  world.turn("echo", [&] { echo(world).actions.emplace_back(OpenListener{0}); });
  Probe back(world, "back", "echo", 9092);
  world.settle();
  EXPECT_TRUE(back.is_open());
}

TEST(Simulation, LatencyIsPaidByEachWayAndSettleWaitsForNone) {
  Simulation world = echo_world({.faults = {.latency_min = 3ms, .latency_max = 3ms}});
  Probe probe(world, "probe", "echo", 9092);
  probe.send("hello");
  world.settle();
  EXPECT_FALSE(probe.is_open());

  world.advance(6ms);  // The way there and back of the opening.
  EXPECT_TRUE(probe.is_open());
  world.advance(6ms - 1ns);
  EXPECT_EQ(probe.inbox(), "");
  world.advance(1ns);
  EXPECT_EQ(probe.inbox(), "hello");
}

TEST(Simulation, EachListenerHasItsNumber) {
  Simulation world = echo_world();
  world.listen("echo", "echo", 9093);
  Probe probe(world, "probe", "echo", 9093);
  world.settle();
  EXPECT_THAT(echo(world).notes, ElementsAre("0: opened listener 1 of 127.0.0.1"));
}

TEST(Simulation, DiallingWhereNobodyListensIsRefused) {
  Simulation world = echo_world();
  Probe probe(world, "probe", "echo", 1);
  world.settle();
  EXPECT_TRUE(probe.is_closed());
  EXPECT_EQ(probe.refusal(), "Connection refused");
}

TEST(Simulation, NamesAndAddressesAreUnique) {
  Simulation world = echo_world();
  EXPECT_THROW(world.add("echo", std::make_unique<EchoNode>()), std::invalid_argument);
  EXPECT_THROW(world.listen("echo", "echo", 9092), std::invalid_argument);
  EXPECT_THROW(world.node("nobody"), std::invalid_argument);
}

TEST(Simulation, ACloseReachesTheOtherEndBehindTheBytes) {
  Simulation world = echo_world({.faults = {.latency_min = 1ms, .latency_max = 1ms}});
  Probe probe(world, "probe", "echo", 9092);
  probe.send("quit");
  world.advance(1s);
  EXPECT_EQ(probe.inbox(), "quit");
  EXPECT_TRUE(probe.is_closed());
  EXPECT_EQ(echo(world).notes.back(), "2: closed");
}

TEST(Simulation, BytesSentToAnEndThatHasClosedAreDropped) {
  Simulation world = echo_world();
  Probe probe(world, "probe", "echo", 9092);
  world.settle();
  probe.send("hello");
  probe.close();
  world.settle();
  EXPECT_THAT(echo(world).notes, ElementsAre("0: opened listener 0 of 127.0.0.1", "0: received 5",
                                             "0: unsent 0", "0: closed"));
  EXPECT_EQ(probe.inbox(), "");
  EXPECT_EQ(world.next_deadline(), Instant::never());
}

TEST(Simulation, AResetLosesWhatIsUnderWayAndBothEndsHearOfIt) {
  Simulation world = echo_world({.faults = {.latency_min = 1ms, .latency_max = 1ms}});
  Probe probe(world, "probe", "echo", 9092);
  world.advance(2ms);
  probe.send("hello");
  world.reset_link(world.links_of("echo").front());
  world.settle();
  EXPECT_THAT(echo(world).notes, ElementsAre("0: opened listener 0 of 127.0.0.1", "1: closed"));
  EXPECT_TRUE(probe.is_closed());
  EXPECT_EQ(world.next_deadline(), Instant::never());
}

TEST(Simulation, ALinkThatBreaksWhileItOpensIsOpenedFirst) {
  Simulation world = echo_world({.faults = {.latency_min = 1ms, .latency_max = 1ms}});
  Probe probe(world, "probe", "echo", 9092);
  world.reset_link(world.links_of("probe").front());
  world.advance(1s);
  EXPECT_THAT(echo(world).notes, ElementsAre("0: opened listener 0 of 127.0.0.1", "0: closed"));
  EXPECT_TRUE(probe.is_closed());
}

TEST(Simulation, APausedEndGetsItsBytesInOrderWhenItResumes) {
  Simulation world = echo_world();
  Probe probe(world, "probe", "echo", 9092);
  world.settle();
  probe.pause();
  probe.send("one ");
  world.settle();
  probe.send("two");
  world.settle();
  EXPECT_EQ(probe.inbox(), "");
  probe.resume();
  probe.send(" three");
  world.settle();
  EXPECT_EQ(probe.inbox(), "one two three");
}

TEST(Simulation, BeyondTheWindowBytesWaitUnsentForAReader) {
  Simulation world = echo_world({.faults = {.window = 10}});
  Probe probe(world, "probe", "echo", 9092);
  world.settle();
  probe.pause();
  world.turn("echo", [&] {
    echo(world).actions.emplace_back(
        Send{echo(world).last_opened, Buffers(Buffer::copy_of("0123456789abcdefghijklmno"))});
  });
  world.settle();
  EXPECT_EQ(echo(world).notes.back(), "0: unsent 15");
  probe.resume();
  world.settle();
  EXPECT_EQ(probe.inbox(), "0123456789abcdefghijklmno");
  EXPECT_EQ(echo(world).notes.back(), "0: unsent 0");
}

TEST(Simulation, AFrameIsTakenWhenItIsComplete) {
  Simulation world = echo_world({.faults = {.piece_limit = 1}});
  Probe probe(world, "probe", "echo", 9092);
  probe.send_frame(Buffers(Buffer::copy_of("first")));
  probe.send_frame(Buffers());
  ASSERT_TRUE(world.run_until([&] { return probe.inbox().size() == 8; }, 1s));
  EXPECT_EQ(probe.take_frame(), std::nullopt);
  world.settle();
  EXPECT_EQ(probe.take_frame(), Buffer::copy_of("first"));
  EXPECT_EQ(probe.take_frame(), Buffer());
  EXPECT_EQ(probe.take_frame(), std::nullopt);
  EXPECT_EQ(probe.pieces(), 13U);
}

TEST(Simulation, TimersFireInOrderEachAtItsOwnTimeAndBeforeBytesOfThatTime) {
  Simulation world = echo_world({.faults = {.latency_min = 5ms, .latency_max = 5ms}});
  Probe probe(world, "probe", "echo", 9092);
  world.advance(10ms);
  probe.send("x");  // Arrives 10 ms after the link was opened there.
  for (const int ms : {7, 5, 6}) {
    echo(world).timers.set("at " + std::to_string(ms), world.now() + milliseconds(ms));
  }
  world.advance(6ms);
  EXPECT_THAT(echo(world).notes, ElementsAre("0: opened listener 0 of 127.0.0.1", "10: timer at 5",
                                             "10: received 1", "10: unsent 0", "11: timer at 6"));
}

TEST(Simulation, RunUntilStopsAtTheStepThatMakesItTrue) {
  Simulation world = echo_world();
  const Instant start = world.now();
  echo(world).timers.set("a", start + 45s);
  echo(world).timers.set("b", start + 46s);
  EXPECT_TRUE(world.run_until([&] { return !echo(world).notes.empty(); }, 1h));
  EXPECT_EQ(world.now(), start + 45s);
  EXPECT_THAT(echo(world).notes, ElementsAre("0: timer a"));
}

TEST(Simulation, RunUntilGivesUpWhenItsTimeHasPassed) {
  Simulation world = echo_world();
  const Instant start = world.now();
  EXPECT_FALSE(world.run_until([] { return false; }, 10s));
  EXPECT_EQ(world.now(), start + 10s);
}

TEST(Simulation, IsIdleWhenOnlyPeriodicTimersAreArmed) {
  Simulation world = echo_world();
  const Instant start = world.now();
  echo(world).timers.set("session", start + 2s);
  echo(world).timers.set("tick", start + 3s);
  world.run_until_idle(10s);
  EXPECT_EQ(world.now(), start + 2s);
}

TEST(Simulation, NotIdleInTimeNamesWhatIsArmed) {
  Simulation world = echo_world();
  echo(world).timers.set("session of a-1", world.now() + 45s);
  try {
    world.run_until_idle(10s);
    FAIL() << "it was idle";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("echo: session of a-1, due in 35000 ms"));
  }
}

TEST(Simulation, TwoNodesThatNeverComeToRestAreStopped) {
  Simulation world = echo_world({.step_limit = 1000});
  world.turn("echo", [&] { echo(world).actions.emplace_back(Dial{"echo", 9092, DialTag{}}); });
  world.settle();
  world.turn("echo", [&] {
    echo(world).actions.emplace_back(
        Send{echo(world).last_opened, Buffers(Buffer::copy_of("ping"))});
  });
  EXPECT_THROW(world.settle(), std::runtime_error);
}

TEST(Simulation, ACopyIsAWorldOfItsOwn) {
  Simulation world = echo_world();
  Probe probe(world, "probe", "echo", 9092);
  world.settle();
  probe.send("hello");
  Simulation copy = world;

  copy.settle();

  EXPECT_EQ(copy.node_as<RawEnd>("probe").inbox(), "hello");
  EXPECT_EQ(probe.inbox(), "");
  world.settle();
  EXPECT_EQ(probe.inbox(), "hello");
  EXPECT_EQ(copy.digest(), world.digest());
}

TEST(Simulation, ChoicesAreTheNextArrivalOfEachEndAndTheTimersOfEachNode) {
  Simulation world = echo_world({.faults = {.latency_min = 1ms, .latency_max = 1ms}});
  Probe first(world, "first", "echo", 9092);
  Probe second(world, "second", "echo", 9092);
  world.advance(2ms);
  first.send("a");
  first.send("b");
  second.send("c");
  echo(world).timers.set("t", world.now() + 1h);
  ASSERT_EQ(world.choices().size(), 3U);

  world.take(world.choices()[1]);  // The second probe's bytes overtake those of the first.
  world.take(world.choices()[0]);
  EXPECT_THAT(world.choices(), testing::Contains(Choice(NodeIndex{0})));
  world.take(NodeIndex{0});
  EXPECT_EQ(echo(world).notes.back(), "3600001: timer t");
  world.advance(1s);
  EXPECT_EQ(first.inbox(), "ab");
  EXPECT_EQ(second.inbox(), "c");
}

TEST(Simulation, HooksSeeEveryArrivalAndEveryTurn) {
  Simulation world = echo_world();
  std::vector<Arrival> arrivals;
  int turns = 0;
  world.on_arrival([&](const Arrival& arrival, Instant) { arrivals.push_back(arrival); });
  world.after_turn([&] { ++turns; });
  Probe probe(world, "probe", "echo", 9092);
  probe.send("x");
  world.settle();
  ASSERT_EQ(arrivals.size(), 4U);
  EXPECT_EQ(arrivals[2].what, Arrived(Buffer::copy_of("x")));
  EXPECT_EQ(turns, 6);
}

TEST(Simulation, AHookSeesWhatIsSentAndTheOtherEndOfItsLink) {
  Simulation world = echo_world();
  std::vector<std::pair<NodeIndex, Send>> sent;
  world.on_send([&](NodeIndex node, const Send& send, Instant) { sent.emplace_back(node, send); });
  Probe probe(world, "probe", "echo", 9092);
  probe.send("x");

  world.settle();

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].first, world.index_of("probe"));
  EXPECT_EQ(sent[0].second.bytes, Buffers(Buffer::copy_of("x")));
  EXPECT_EQ(sent[1].first, world.index_of("echo"));
  EXPECT_EQ(world.other_end_of(sent[0].second.link), sent[1].second.link);
  EXPECT_EQ(world.other_end_of(LinkId{99}), std::nullopt);
}

}  // namespace
}  // namespace cohort::sim
