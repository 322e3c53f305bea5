#include "async_world.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cohort::client {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using net::HostFixture;

TEST(AsyncCall, GivesAFuture) {
  AsyncWorld client;
  EXPECT_EQ(async_call(client.caller, ping("hello"), 10s, asio::use_future).get(), "hello");
  auto refused = async_call(client.caller, ping("refused"), 10s, here(client.io));
  client.io.run();
  EXPECT_THROW(refused.get(), Error);
}

TEST(AsyncCall, GivesAFutureOfItsEndWhereThereIsNoValue) {
  const AsyncWorld client;
  const Operation<PingNode, int, void> nothing{
      .start = [](PingNode&, Instant) { return 1; },
      .is_done = [](const PingNode&, const int&) { return true; },
      .take = [](PingNode&, const int&, Instant) -> Outcome<void> { return {}; }};
  EXPECT_NO_THROW(async_call(client.caller, nothing, 10s, asio::use_future).get());
}

TEST(AsyncCall, RunsItsHandlerInTheGivenContextWhichWaitsForIt) {
  AsyncWorld client;
  std::optional<std::thread::id> ran_on;
  async_call(client.caller, ping("hello"), 10s,
             [&](const std::exception_ptr& thrown, const std::string& text) {
               EXPECT_FALSE(thrown);
               EXPECT_EQ(text, "hello");
               ran_on = std::this_thread::get_id();
             });
  client.io.run();
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(AsyncCall, RunsItsHandlerWhereItIsBound) {
  AsyncWorld client;
  asio::io_context other;
  bool has_run = false;
  async_call(client.caller, ping("hello"), 10s,
             asio::bind_executor(other, [&, handle = std::make_unique<int>(1)](
                                            const std::exception_ptr&, const std::string&) {
               has_run = *handle == 1;
             }));
  other.run();
  EXPECT_TRUE(has_run);
  EXPECT_EQ(client.io.run(), 0U);
}

TEST(AsyncCall, IsAwaited) {
  AsyncWorld client;
  std::string all;
  asio::co_spawn(
      client.io,
      [&]() -> asio::awaitable<void> {
        for (const char* text : {"one", "two", "three"}) {
          all += co_await async_call(client.caller, ping(text), 10s, asio::use_awaitable);
        }
        try {
          co_await async_call(client.caller, ping(""), 10s, asio::use_awaitable);
        } catch (const std::invalid_argument& error) {
          all += error.what();
        }
      },
      asio::detached);
  client.io.run();
  EXPECT_EQ(all, "onetwothreeno text");
}

TEST(AsyncCall, TellsOutOfTimeWhatItWaitedFor) {
  AsyncWorld client;
  client.silence_server();
  std::future<std::string> late = async_call(client.caller, ping("hello"), 5ms, here(client.io));
  client.io.run();
  try {
    late.get();
    FAIL() << "it was answered";
  } catch (const TimedOut& error) {
    EXPECT_STREQ(error.what(), "timed out after 5 ms: waited for the echo of hello");
  }
  EXPECT_EQ(client.abandoned(), 1);
}

TEST(AsyncCall, EndsWhenItIsCanceled) {
  for (const auto type : {asio::cancellation_type::terminal, asio::cancellation_type::partial,
                          asio::cancellation_type::total}) {
    AsyncWorld client;
    client.silence_server();
    asio::cancellation_signal signal;
    std::exception_ptr thrown;
    async_call(
        client.caller, ping("hello"), Duration::max(),
        asio::bind_cancellation_slot(signal.slot(), [&](const std::exception_ptr& failure,
                                                        const std::string&) { thrown = failure; }));
    asio::post(client.io, [&] { signal.emit(type); });
    client.io.run();
    EXPECT_EQ(kind_of(thrown), FailureKind::canceled);
    EXPECT_EQ(client.abandoned(), 1);
    signal.emit(type);
  }
}

TEST(AsyncCall, LosesARaceAgainstATimer) {
  using asio::experimental::awaitable_operators::operator||;
  AsyncWorld client;
  client.silence_server();
  std::size_t winner = 9;
  asio::co_spawn(
      client.io,
      [&]() -> asio::awaitable<void> {
        asio::steady_timer timer(client.io, 5ms);
        winner = (co_await (async_call(client.caller, ping("hello"), 1h, asio::use_awaitable) ||
                            timer.async_wait(asio::use_awaitable)))
                     .index();
      },
      asio::detached);
  client.io.run();
  EXPECT_EQ(winner, 1U);
  EXPECT_EQ(client.abandoned(), 1);
}

TEST(AsyncCall, EndsWhenItsDriverGoesAndMayBeCanceledAfterwards) {
  AsyncWorld client;
  client.silence_server();
  asio::cancellation_signal signal;
  std::exception_ptr thrown;
  async_call(
      client.caller, ping("hello"), Duration::max(),
      asio::bind_cancellation_slot(signal.slot(), [&](const std::exception_ptr& failure,
                                                      const std::string&) { thrown = failure; }));
  client.driver.reset();
  signal.emit(asio::cancellation_type::terminal);
  client.io.run();
  EXPECT_EQ(kind_of(thrown), FailureKind::closed);
}

TEST(AsyncCall, OfADriverThatHasFailedEndsInTheContextAndNotAtOnce) {
  AsyncWorld client;
  client.driver->turn([](Node& node, Instant) { ping_of(node).send("poison"); });
  EXPECT_THROW(client.driver->run_until([](Node&, Instant) { return false; }, Instant::never()),
               std::runtime_error);
  int handled = 0;
  asio::post(client.io, [&] {
    async_call(client.caller, ping("hello"), 10s,
               [&](const std::exception_ptr& thrown, const std::string&) {
                 EXPECT_TRUE(thrown);
                 ++handled;
               });
    EXPECT_EQ(handled, 0);
  });
  client.io.run();
  EXPECT_EQ(handled, 1);
}

TEST(AsyncCall, WhoseContextGoesFirstIsForgotten) {
  const HostFixture server;
  AsyncDriver driver(std::make_unique<PingNode>(server.port));
  auto handle = std::make_shared<int>(1);
  const std::weak_ptr<int> weak = handle;
  {
    asio::io_context io;
    async_call({driver, io.get_executor()}, ping("hello"), 0s,
               [handle = std::move(handle)](const std::exception_ptr&, const std::string&) {});
    driver.turn([](Node&, Instant) {});
    // The call ends in the turns behind the first; then its handler waits in the context.
    for (int turn = 0; turn < 3; ++turn) driver.turn([](Node&, Instant) {});
  }
  EXPECT_TRUE(weak.expired());
}

TEST(AsyncCall, ManyAreUnderWayFromManyThreadsWhileSomeAreCanceled) {
  constexpr int calls = 200;
  AsyncWorld client;
  client.silence_server();
  asio::thread_pool pool(4);
  std::atomic<int> canceled = 0;
  std::atomic<int> late = 0;
  std::vector<std::unique_ptr<asio::cancellation_signal>> signals;
  signals.reserve(calls);
  for (int i = 0; i < calls; ++i) {
    signals.push_back(std::make_unique<asio::cancellation_signal>());
    const auto strand = asio::make_strand(pool);
    const auto count = [&](const std::exception_ptr& thrown, const std::string&) {
      (kind_of(thrown) == FailureKind::canceled ? canceled : late)++;
    };
    asio::post(strand, [&, strand, count, signal = signals.back().get()] {
      async_call(client.caller, ping("hello"), 20ms,
                 asio::bind_cancellation_slot(signal->slot(), asio::bind_executor(strand, count)));
    });
    if (i % 2 == 0) {
      asio::post(strand, [signal = signals.back().get()] {
        signal->emit(asio::cancellation_type::terminal);
      });
    }
  }
  pool.join();
  EXPECT_EQ(canceled + late, calls);
  EXPECT_GT(canceled, 0);
  EXPECT_EQ(client.abandoned(), calls);
}

}  // namespace
}  // namespace cohort::client
