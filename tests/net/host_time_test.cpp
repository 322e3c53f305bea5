#include "client.hpp"
#include "host_fixture.hpp"
#include <cohort/net/asio_access.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace cohort::net {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const Instant start = Instant::from_unix_ms(1'000'000);

TEST(HostTime, AManualClockStandsStill) {
  Host host(std::make_unique<ScriptNode>(), {.clock = ClockMode::manual, .start = start});
  std::this_thread::sleep_for(2ms);  // Real time, of which the manual clock must see nothing.
  EXPECT_EQ(host.now(), start);
  host.advance(5ms);
  EXPECT_EQ(host.now(), start + 5ms);
  EXPECT_THROW(host.advance(-1ms), std::invalid_argument);
}

TEST(HostTime, AManualClockGoesBackToItsStartAndTheRealOneGoesOn) {
  Host manual(std::make_unique<ScriptNode>(), {.clock = ClockMode::manual, .start = start});
  manual.advance(1h);
  manual.restart_clock();
  EXPECT_EQ(manual.now(), start);
  Host real(std::make_unique<ScriptNode>());
  const Instant before = real.now();
  real.restart_clock();
  EXPECT_GE(real.now(), before);
}

TEST(HostTime, NoTimeIsBehindTheLast) {
  Host host(std::make_unique<ScriptNode>(), {.clock = ClockMode::manual, .start = start});
  EXPECT_THROW(host.advance(Duration::max()), std::invalid_argument);
  EXPECT_EQ(host.now(), start);
  host.advance(Instant::never() - start - 1ns);
  EXPECT_THROW(host.advance(1ns), std::invalid_argument);
}

TEST(HostTime, AdvancingFiresTimersInOrderEachAtItsTime) {
  HostFixture fixture({.clock = ClockMode::manual, .start = start});
  const Client client(fixture.port);
  ASSERT_TRUE(fixture.eventually([](ScriptNode& node) { return node.links.size() == 1; }));
  fixture.call([](ScriptNode& node) {
    node.timers.set("second ", start + 45s);
    node.timers.set("first ", start + 10s);
    node.timers.set("later", start + 61s);
  });

  std::string seen;
  fixture.call([&](ScriptNode&) {
    fixture.host.advance(60s);
    seen = client.receive_now();
  });

  EXPECT_EQ(seen, "first second ") << "the bytes are with the socket when advance() returns";
  EXPECT_THAT(fixture.get(&ScriptNode::fired_at), ElementsAre(start + 10s, start + 45s));
}

TEST(HostTime, ARealClockGoesOnByItselfAndCannotBeAdvanced) {
  HostFixture fixture;
  fixture.call([&](ScriptNode& node) {
    EXPECT_THAT([&] { fixture.host.advance(1ms); },
                ThrowsMessage<std::logic_error>(HasSubstr("--clock manual")));
    node.timers.set("a", fixture.host.now() + 200h);
    node.timers.set("b", fixture.host.now() + 20ms);
  });
  EXPECT_TRUE(fixture.eventually([](ScriptNode& node) { return node.fired_at.size() == 1; }));
  fixture.call([&](ScriptNode& node) { node.timers.set("a", fixture.host.now() + 5ms); });
  EXPECT_TRUE(fixture.eventually([](ScriptNode& node) { return node.fired_at.size() == 2; }));
}

TEST(HostTime, TheRealClockIsAnchoredToWallTime) {
  Host host(std::make_unique<ScriptNode>());
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  EXPECT_LT(std::chrono::abs(host.now().since_epoch() - wall), 1s);
  const Instant before = host.now();
  EXPECT_GE(host.now(), before);
}

TEST(HostTurns, PostedWorkOfManyThreadsRunsOnOneInTheOrderOfEach) {
  HostFixture fixture;
  std::vector<std::vector<int>> ran(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < ran.size(); ++t) {
    threads.emplace_back([&fixture, &mine = ran[t]] {
      for (int i = 0; i < 1000; ++i) fixture.host.post([&mine, i] { mine.push_back(i); });
    });
  }
  for (std::thread& thread : threads) thread.join();
  fixture.call([](ScriptNode&) {});
  for (const std::vector<int>& mine : ran) {
    ASSERT_EQ(mine.size(), 1000U);
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
  }
}

TEST(HostTurns, WorkOfLaterRunsAfterRealTimeAlsoUnderAManualClock) {
  HostFixture fixture({.clock = ClockMode::manual, .start = start});
  std::vector<int> ran;
  fixture.call([&](ScriptNode&) {
    fixture.host.post_after(20ms, [&] { ran.push_back(2); });
    fixture.host.post_after(1ms, [&] { ran.push_back(1); });
  });
  EXPECT_TRUE(fixture.eventually([&](ScriptNode&) { return ran.size() == 2; }));
  fixture.call([&](ScriptNode&) { EXPECT_EQ(fixture.host.now(), start); });
  EXPECT_THAT(ran, ElementsAre(1, 2));
}

TEST(HostTurns, WorkOfLaterIsForgottenWithItsHost) {
  HostFixture fixture;
  fixture.call([&](ScriptNode&) {
    fixture.host.post_after(1h, [] { ADD_FAILURE() << "an hour has not passed"; });
  });
}

TEST(HostTurns, TheHookRunsAfterTheBytesOfTheTurnHaveLeft) {
  HostFixture fixture;
  std::vector<std::size_t> writes;
  fixture.call([&](ScriptNode& node) {
    fixture.host.after_turn([&] { writes.push_back(node.unsent.size()); });
  });
  const Client client(fixture.port);
  ASSERT_TRUE(client.send("x"));
  ASSERT_EQ(client.receive(1), "x");
  fixture.call([&](ScriptNode&) { EXPECT_EQ(writes.back(), 1U) << "in the turn of the bytes"; });
  fixture.stop();
}

TEST(HostTurns, AStopBeforeARunEndsItAtOnceAndTheNextOneServes) {
  Host host(std::make_unique<ScriptNode>());
  host.stop();
  host.run();
  bool has_run = false;
  host.post([&] {
    has_run = true;
    host.stop();
  });
  host.run();
  EXPECT_TRUE(has_run);
}

TEST(HostTurns, ASignalStopsTheHost) {
  Host host(std::make_unique<ScriptNode>());
  host.stop_on_signals();
  host.post([] { std::raise(SIGTERM); });
  host.run();
}

TEST(HostTurns, AnotherServerMayShareTheThread) {
  HostFixture fixture;
  std::atomic<bool> has_run = false;
  io_context_of(fixture.host).get_executor().execute([&] {
    fixture.host.turn([&] { has_run = true; });
  });
  EXPECT_TRUE(fixture.eventually([&](ScriptNode&) { return has_run.load(); }));
}

TEST(HostDial, ALinkThatWasDialledCarriesItsTag) {
  HostFixture fixture;
  fixture.call([&](ScriptNode& node) {
    node.on_received = [](LinkId, const Buffer&) {};
    node.actions.emplace_back(Dial{"localhost", fixture.port, DialTag{7}});
  });
  ASSERT_TRUE(fixture.eventually([](ScriptNode& node) { return node.links.size() == 2; }));
  fixture.call([&](ScriptNode& node) {
    const std::size_t dialled = node.peers[0].was_dialled ? 0 : 1;
    EXPECT_EQ(
        node.peers[dialled],
        (Peer{
            .address = "127.0.0.1", .port = fixture.port, .was_dialled = true, .tag = DialTag{7}}));
    EXPECT_FALSE(node.peers[1 - dialled].was_dialled);
    node.send(node.links[dialled], "hello");
  });
  EXPECT_TRUE(fixture.eventually(
      [](ScriptNode& node) { return node.pieces == std::vector<std::size_t>{5}; }));
}

TEST(HostDial, FailureTellsTheTagAndTheReason) {
  HostFixture fixture;
  std::uint16_t unused = 0;
  {
    Host other(std::make_unique<ScriptNode>());
    unused = other.listen("127.0.0.1", 0);
  }
  fixture.call([&](ScriptNode& node) {
    node.actions.emplace_back(Dial{"127.0.0.1", unused, DialTag{9}});
  });
  ASSERT_TRUE(fixture.eventually([](ScriptNode& node) { return !node.notes.empty(); }));
  EXPECT_THAT(fixture.get(&ScriptNode::notes), ElementsAre("dial 9 failed: Connection refused"));
}

}  // namespace
}  // namespace cohort::net
