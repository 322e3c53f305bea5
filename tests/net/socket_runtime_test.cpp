#include "host_fixture.hpp"
#include "ping_node.hpp"
#include <cohort/client/call.hpp>
#include <cohort/client/facade/async_driver.hpp>
#include <cohort/client/runtime.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;
using net::HostFixture;
using net::ScriptNode;

std::unique_ptr<Driver> connected(const HostFixture& server) {
  auto driver = SocketRuntime().run(std::make_unique<PingNode>(server.port));
  EXPECT_TRUE(driver->run_until(is_connected, driver->now() + 10s));
  return driver;
}

TEST(SocketRuntime, WaitsForWhatHappensToTheNode) {
  const HostFixture server;
  const auto driver = connected(server);
  driver->turn([](Node& node, Instant) { ping_of(node).send("hello"); });
  EXPECT_TRUE(driver->run_until([](Node& node, Instant) { return ping_of(node).inbox == "hello"; },
                                driver->now() + 10s));
}

TEST(SocketRuntime, GivesUpAtTheDeadlineAndNotBefore) {
  const HostFixture server;
  const auto driver = connected(server);
  const Instant deadline = driver->now() + 30ms;
  EXPECT_FALSE(driver->run_until([](Node&, Instant) { return false; }, deadline));
  EXPECT_GE(driver->now(), deadline);
  EXPECT_LT(driver->now(), deadline + 5s);
}

TEST(SocketRuntime, AnEarlierDeadlineAfterALaterOneIsKept) {
  const HostFixture server;
  const auto driver = connected(server);
  EXPECT_TRUE(driver->run_until([looks = 0](Node&, Instant) mutable { return ++looks > 0; },
                                driver->now() + 1h));
  driver->turn([](Node& node, Instant now) { ping_of(node).timers.set("late", now + 1h); });
  EXPECT_FALSE(driver->run_until([](Node&, Instant) { return false; }, driver->now() + 10ms));
  EXPECT_FALSE(driver->run_until([](Node&, Instant) { return false; }, driver->now() + 5ms));
}

TEST(SocketRuntime, LooksOnceWhenTheDeadlineHasPassed) {
  const HostFixture server;
  const auto driver = connected(server);
  const auto holds = [](Node&, Instant) { return true; };
  EXPECT_TRUE(driver->run_until(holds, driver->now() - 1s));
  int looks = 0;
  EXPECT_FALSE(driver->run_until([&](Node&, Instant) { return ++looks > 1; }, Instant()));
  EXPECT_EQ(looks, 1);
}

TEST(SocketRuntime, TimersOfTheNodeFireWhileNobodyWaits) {
  const HostFixture server;
  const auto driver = connected(server);
  driver->turn([](Node& node, Instant now) { ping_of(node).timers.set("soon", now + 5ms); });
  SocketRuntime().pause(50ms);
  int fired = 0;
  driver->turn([&](Node& node, Instant) { fired = ping_of(node).fired; });
  EXPECT_EQ(fired, 1);
}

TEST(SocketRuntime, AllItsClientsAndItselfHaveOneClock) {
  SocketRuntime runtime;
  const auto first = runtime.run(std::make_unique<PingNode>(std::uint16_t{1}));
  const Instant before = runtime.now();
  Instant told;
  first->turn([&](Node&, Instant now) { told = now; });
  const Instant after = first->now();
  EXPECT_LE(before, told);
  EXPECT_LE(told, after);
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  EXPECT_LT(std::chrono::abs(after.since_epoch() - wall), 10s);
}

TEST(SocketRuntime, WhatTheCallersFunctionsThrowIsThrownThereAndTheClientGoesOn) {
  const HostFixture server;
  const auto driver = connected(server);
  EXPECT_THROW(driver->turn([](Node&, Instant) { throw std::invalid_argument("work"); }),
               std::invalid_argument);
  EXPECT_THROW(driver->run_until([](Node&, Instant) -> bool { throw std::out_of_range("looking"); },
                                 driver->now() + 10s),
               std::out_of_range);
  EXPECT_EQ(call(*driver, ping("still there"), 10s).value(), "still there");
}

TEST(SocketRuntime, WhenTheNodeThrowsEveryCallFromThenOnDoes) {
  const HostFixture server;
  const auto driver = connected(server);
  driver->turn([](Node& node, Instant) { ping_of(node).send("poison"); });
  EXPECT_THROW(driver->run_until([](Node&, Instant) { return false; }, Instant::never()),
               std::runtime_error);
  EXPECT_THROW(driver->turn([](Node&, Instant) {}), std::runtime_error);
  EXPECT_THROW(driver->run_until([](Node&, Instant) { return true; }, Instant::never()),
               std::runtime_error);
}

TEST(SocketRuntime, WhoPostsDoesNotWaitAndTheOrderIsThatOfTheCalls) {
  const HostFixture server;
  const auto driver = connected(server);
  std::string order;
  driver->turn([&](Node&, Instant) {
    driver->post([&](Node&, Instant) { order += 'b'; });  // Its own thread can't have waited.
    order += 'a';
  });
  driver->post([&](Node&, Instant) { order += 'c'; });
  driver->post([](Node&, Instant) { throw std::runtime_error("nobody hears it"); });
  driver->turn([&](Node&, Instant) { order += 'd'; });
  EXPECT_EQ(order, "abcd");
}

TEST(SocketRuntime, WhenTheDriverGoesItsLinksClose) {
  HostFixture server;
  auto driver = connected(server);
  driver.reset();
  EXPECT_TRUE(server.eventually(
      [](ScriptNode& node) { return !node.notes.empty() && node.notes.back() == "closed"; }));
}

TEST(SocketRuntime, WhatTheLastTurnSentArrives) {
  HostFixture server;
  auto driver = connected(server);
  driver->turn([](Node& node, Instant) { ping_of(node).send("last words"); });
  driver.reset();
  EXPECT_TRUE(server.eventually([](ScriptNode& node) { return !node.pieces.empty(); }));
}

TEST(SocketRuntime, ManyClientsOfManyThreadsDoNotMixUp) {
  const HostFixture server;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const auto driver = connected(server);
      for (int i = 0; i < 50; ++i) {
        const std::string text = std::to_string(t) + ':' + std::to_string(i);
        if (call(*driver, ping(text), 10s).value() == text) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8 * 50);
}

TEST(SocketRuntime, ACallThatIsNotAnsweredTellsWhatItWaitedFor) {
  HostFixture server;
  server.call([](ScriptNode& node) { node.on_received = [](LinkId, const Buffer&) {}; });
  const auto driver = connected(server);
  EXPECT_EQ(call(*driver, ping("hello"), 5ms).error().message,
            "timed out after 5 ms: waited for the echo of hello");
  int abandoned = 0;
  driver->turn([&](Node& node, Instant) { abandoned = ping_of(node).abandoned; });
  EXPECT_EQ(abandoned, 1);
}

TEST(AsyncDriver, ItsOwnThreadDoesNotWaitForItself) {
  AsyncDriver driver(std::make_unique<PingNode>(std::uint16_t{1}));
  EXPECT_THROW(driver.turn([&](Node&, Instant) { driver.turn([](Node&, Instant) {}); }),
               std::logic_error);
  EXPECT_THROW(driver.run_until(
                   [&](Node&, Instant) {
                     return driver.run_until([](Node&, Instant) { return true; }, Instant());
                   },
                   Instant()),
               std::logic_error);
}

/// What the wait ended with, as it comes.
struct Ending {
  std::promise<Waited> promise{};
  std::future<Waited> future = promise.get_future();
  AsyncDriver::Completion completion() {
    return [this](const Waited& waited) { promise.set_value(waited); };
  }
};

TEST(AsyncDriver, AWaitEndsOnceHeldOutOfTimeOrCanceled) {
  AsyncDriver driver(std::make_unique<PingNode>(std::uint16_t{1}));
  const auto never_holds = [](Node&, Instant) { return false; };
  Ending held;
  Ending late;
  Ending canceled;
  driver.wait([](Node&, Instant) { return true; }, Instant::never(), held.completion());
  driver.wait(never_holds, driver.now() + 5ms, late.completion());
  const WaitId wait = driver.wait(never_holds, Instant::never(), canceled.completion());
  driver.cancel(wait);
  driver.cancel(wait);
  EXPECT_EQ(held.future.get().end, WaitEnd::held);
  EXPECT_EQ(canceled.future.get().end, WaitEnd::canceled);
  EXPECT_EQ(late.future.get().end, WaitEnd::timed_out);
}

TEST(AsyncDriver, WhoWaitsWhenItGoesHearsThatItIsClosed) {
  auto driver = std::make_unique<AsyncDriver>(std::make_unique<PingNode>(std::uint16_t{1}));
  Ending ending;
  driver->wait([](Node&, Instant) { return false; }, Instant::never(), ending.completion());
  std::promise<void> looked;
  bool is_first = true;  // Of the looks, which are all on the driver's thread.
  std::future<bool> blocked = std::async(std::launch::async, [&, &driver = *driver] {
    return driver.run_until(
        [&](Node&, Instant) {
          if (std::exchange(is_first, false)) looked.set_value();
          return false;
        },
        Instant::never());
  });
  looked.get_future().wait();  // Who has looked once waits.
  driver.reset();

  EXPECT_THROW(blocked.get(), Error);
  const Waited waited = ending.future.get();
  ASSERT_EQ(waited.end, WaitEnd::failed);
  try {
    std::rethrow_exception(waited.failure);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::closed);
  }
}

TEST(AsyncDriver, WorkThatWasPostedIsRunBeforeItGoes) {
  std::atomic<int> ran = 0;
  std::atomic<int> told = 0;
  {
    AsyncDriver driver(std::make_unique<PingNode>(std::uint16_t{1}));
    for (int i = 0; i < 100; ++i) {
      driver.post([&](Node&, Instant) { ++ran; }, [&](const std::exception_ptr&) { ++told; });
    }
  }
  EXPECT_EQ(ran, 100);
  EXPECT_EQ(told, 100);
}

TEST(AsyncDriver, ACompletionMayPostAndWaitAgainAlsoWhileItGoes) {
  std::atomic<int> ends = 0;
  {
    AsyncDriver driver(std::make_unique<PingNode>(std::uint16_t{1}));
    driver.wait([](Node&, Instant) { return false; }, Instant::never(),
                [&](const Waited&) {
                  ++ends;
                  driver.post([](Node&, Instant) {},
                              [&](const std::exception_ptr& thrown) {
                                if (thrown) ++ends;
                              });
                  driver.wait([](Node&, Instant) { return true; }, Instant::never(),
                              [&](const Waited& waited) {
                                if (waited.end == WaitEnd::failed) ++ends;
                              });
                });
  }
  EXPECT_EQ(ends, 3);
}

}  // namespace
}  // namespace cohort::client
