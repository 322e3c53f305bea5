#include "echo_node.hpp"
#include <cohort/sim/probe.hpp>
#include <cohort/sim/simulation.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace cohort::sim {
namespace {

using namespace std::chrono_literals;

constexpr Faults rough{.latency_min = 1ms,
                       .latency_max = 9ms,
                       .delays_per_thousand = 200,
                       .delay_max = 50ms,
                       .cuts_per_thousand = 500,
                       .glues_per_thousand = 300};

struct Outcome {
  Digest digest;
  std::string first;
  std::string second;
  std::size_t closed = 0;
  bool operator==(const Outcome&) const = default;
};

std::string sent_text() {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "message " + std::to_string(i) + '\n';
  return text;
}

/// Two clients talk to an echo server for a while.
Outcome run(std::uint64_t seed, Faults faults) {
  Simulation world({.seed = seed, .faults = faults});
  world.add("echo", std::make_unique<EchoNode>());
  world.listen("echo", "echo", 9092);
  Probe first(world, "first", "echo", 9092);
  Probe second(world, "second", "echo", 9092);
  for (int i = 0; i < 100; ++i) {
    first.send("message " + std::to_string(i) + '\n');
    second.send("message " + std::to_string(i) + '\n');
    world.advance(2ms);
  }
  world.run_until_idle(1min);
  return {.digest = world.digest(),
          .first = first.inbox(),
          .second = second.inbox(),
          .closed = static_cast<std::size_t>(first.is_closed()) +
                    static_cast<std::size_t>(second.is_closed())};
}

TEST(SimulationFaults, TheSameSeedGivesTheSameRunTwice) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(run(seed, rough), run(seed, rough)) << seed;
}

TEST(SimulationFaults, AnotherSeedGivesAnotherSchedule) {
  EXPECT_NE(run(1, rough).digest, run(2, rough).digest);
}

TEST(SimulationFaults, APerfectNetworkDoesNotDependOnTheSeed) {
  EXPECT_EQ(run(1, {}).digest, run(2, {}).digest);
}

TEST(SimulationFaults, TheDigestIsTheSameOnEveryMachine) {
  EXPECT_EQ(run(1, rough).digest.hex(), "bf929fe7952cc713");
}

TEST(SimulationFaults, CutsGlueAndDelaysKeepTheStream) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Outcome rough_run = run(seed, rough);
    EXPECT_EQ(rough_run.first, sent_text()) << seed;
    EXPECT_EQ(rough_run.second, sent_text()) << seed;
  }
}

TEST(SimulationFaults, EveryPieceLimitKeepsTheStream) {
  for (std::size_t limit = 1; limit <= 12; ++limit) {
    EXPECT_EQ(run(1, {.piece_limit = limit}).first, sent_text()) << limit;
  }
}

TEST(SimulationFaults, EveryWindowKeepsTheStream) {
  for (std::size_t window = 1; window <= 20; ++window) {
    EXPECT_EQ(run(1, {.latency_min = 1ms, .latency_max = 2ms, .window = window}).first, sent_text())
        << window;
  }
}

TEST(SimulationFaults, ResetsBreakLinksForBothEnds) {
  Faults faults = rough;
  faults.resets_per_thousand = 20;
  std::size_t closed = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Outcome broken = run(seed, faults);
    EXPECT_EQ(broken, run(seed, faults)) << seed;
    EXPECT_EQ(sent_text().compare(0, broken.first.size(), broken.first), 0)
        << "a prefix arrived; seed " << seed;
    closed += broken.closed;
  }
  EXPECT_GT(closed, 20U);
}

/// A short exchange with the link broken after so many steps; false if it was over before.
bool breaks_well(std::size_t after_steps) {
  Simulation world({.faults = {.latency_min = 1ms, .latency_max = 3ms, .piece_limit = 1}});
  world.add("echo", std::make_unique<EchoNode>());
  world.listen("echo", "echo", 9092);
  Probe probe(world, "probe", "echo", 9092);
  probe.send("hello");
  for (std::size_t i = 0; i < after_steps; ++i) {
    if (world.choices().empty()) return false;
    world.take(world.choices().front());
  }
  for (const LinkId link : world.links_of("probe")) world.reset_link(link);
  world.advance(1s);
  EXPECT_TRUE(probe.is_closed()) << after_steps;
  const std::vector<std::string>& notes = world.node_as<EchoNode>("echo").notes;
  EXPECT_THAT(notes.front(), testing::HasSubstr("opened")) << after_steps;
  EXPECT_THAT(notes.back(), testing::HasSubstr("closed")) << after_steps;
  EXPECT_EQ(world.next_deadline(), Instant::never()) << after_steps;
  return true;
}

TEST(SimulationFaults, AResetAtAnyStepIsHeardByBothEnds) {
  std::size_t steps = 0;
  while (breaks_well(steps)) ++steps;
  EXPECT_EQ(steps, 13U) << "both ends open, and five bytes go there and back, and then it is over";
}

TEST(Digest, HashesTheSameBytesToTheSameNumber) {
  Digest digest;
  const Buffer bytes = Buffer::copy_of("0123456789");
  digest.add(bytes.size());
  digest.add(bytes.bytes());
  EXPECT_EQ(digest.hex(), "a3713608a14687ca");
}

}  // namespace
}  // namespace cohort::sim
