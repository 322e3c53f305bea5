// How a call ends, or does not: what happens between the moment it is seen to be done and its
// handler.
#include "async_world.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/use_future.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace cohort::client {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using net::HostFixture;

/// Is done when `fired` is 1: seen so for the first time it is not any more in the turn behind, and
/// when that is seen, it is again.
Operation<PingNode, int, std::string> wavering(Driver& driver) {
  enum class Seen { nothing, done, undone };
  const auto set = [&driver](int fired) {
    driver.post([fired](Node& node, Instant) { ping_of(node).fired = fired; });
  };
  const auto seen = std::make_shared<Seen>(Seen::nothing);
  return {.start = [](PingNode&, Instant) { return 0; },
          .is_done =
              [set, seen](const PingNode& node, const int&) {
                const bool is_done = node.fired == 1;
                if (is_done && *seen == Seen::nothing) {
                  *seen = Seen::done;
                  set(0);
                } else if (!is_done && *seen == Seen::done) {
                  *seen = Seen::undone;
                  set(1);
                }
                return is_done;
              },
          .take = [](PingNode&, const int&, Instant) -> Outcome<std::string> { return "taken"; }};
}

/// Done at once, with a text; `discarded` counts.
Operation<PingNode, int, std::string> discardable(int& discarded) {
  return {.start = [](PingNode&, Instant) { return 0; },
          .is_done = [](const PingNode&, const int&) { return true; },
          .take = [](PingNode&, const int&, Instant) -> Outcome<std::string> { return "taken"; },
          .discard = [&discarded](const int&) { ++discarded; }};
}

void fire(Driver& driver) {
  driver.post([](Node& node, Instant) { ping_of(node).fired = 1; });
}

TEST(AsyncCallEnd, WhatWasDoneAndIsNotAnyMoreIsWaitedForOn) {
  AsyncWorld client;
  auto text = async_call(client.caller, wavering(*client.driver), 1h, here(client.io));
  fire(*client.driver);
  client.io.run();
  EXPECT_EQ(text.get(), "taken");
}

TEST(AsyncCallEnd, OfACallThatBlocksIsWaitedForOnAsWell) {
  const AsyncWorld client;
  Operation<PingNode, int, std::string> operation = wavering(*client.driver);
  const auto is_done = operation.is_done;
  operation.is_done = [is_done, driver = client.driver.get(), first = true](
                          const PingNode& node, const int& token) mutable {
    if (std::exchange(first, false)) fire(*driver);
    return is_done(node, token);
  };
  EXPECT_EQ(call(*client.driver, operation, 1h).value(), "taken");
}

TEST(AsyncCallEnd, OutOfTimeIsWhatTheOperationSays) {
  AsyncWorld client;
  client.silence_server();
  Operation<PingNode, std::size_t, std::string> operation = ping("hello");
  operation.at_timeout = [] { return Outcome<std::string>("nothing yet"); };
  EXPECT_EQ(call(*client.driver, operation, 0s).value(), "nothing yet");
  auto text = async_call(client.caller, operation, 0s, here(client.io));
  client.io.run();
  EXPECT_EQ(text.get(), "nothing yet");
  EXPECT_EQ(client.abandoned(), 2);
}

TEST(AsyncCallEnd, CanceledWhenItIsDoneAlreadyTakesNothing) {
  AsyncWorld client;
  asio::cancellation_signal signal;
  std::exception_ptr thrown;
  Operation<PingNode, std::size_t, std::string> operation = ping("hello");
  const auto is_done = operation.is_done;
  // The one who cancels is ahead of the turn that would take.
  operation.is_done = [is_done, &signal](const PingNode& node, const std::size_t& size) {
    const bool done = is_done(node, size);
    if (done) signal.emit(asio::cancellation_type::terminal);
    return done;
  };
  async_call(
      client.caller, operation, 1h,
      asio::bind_cancellation_slot(signal.slot(), [&](const std::exception_ptr& failure,
                                                      const std::string&) { thrown = failure; }));
  client.io.run();
  ASSERT_TRUE(thrown);
  EXPECT_EQ(kind_of(thrown), FailureKind::canceled);
  EXPECT_EQ(client.abandoned(), 1);
  std::string inbox;
  client.driver->turn([&](Node& node, Instant) { inbox = ping_of(node).inbox; });
  EXPECT_EQ(inbox, "hello");
}

TEST(AsyncCallEnd, CanceledOnTheWayToItsHandlerIsDiscarded) {
  AsyncWorld client;
  int discarded = 0;
  asio::cancellation_signal signal;
  std::exception_ptr thrown;
  async_call(
      client.caller, discardable(discarded), 1h,
      asio::bind_cancellation_slot(signal.slot(), [&](const std::exception_ptr& failure,
                                                      const std::string&) { thrown = failure; }));
  // Behind the turn in which it was taken; the handler waits for its context.
  client.driver->turn([](Node&, Instant) {});
  EXPECT_EQ(discarded, 0);
  signal.emit(asio::cancellation_type::terminal);
  client.io.run();
  ASSERT_TRUE(thrown);
  EXPECT_EQ(kind_of(thrown), FailureKind::canceled);
  EXPECT_EQ(discarded, 1);
}

/// Owns the driver that it waits for, as a coroutine would.
struct Owner {
  std::shared_ptr<AsyncDriver> driver;
  void operator()(const std::exception_ptr&, const std::string&) const {
    FAIL() << "its context has gone";
  }
};

TEST(AsyncCallEnd, HandlerGoesWithItsContextAlthoughItOwnsTheDriver) {
  HostFixture server;
  server.call([](net::ScriptNode& node) { node.on_received = [](LinkId, const Buffer&) {}; });
  std::weak_ptr<AsyncDriver> weak;
  {
    asio::io_context io;
    auto driver = std::make_shared<AsyncDriver>(std::make_unique<PingNode>(server.port));
    weak = driver;
    const AsyncCaller caller{*driver, asio::make_strand(io)};
    async_call(caller, ping("hello"), 1h, Owner{std::move(driver)});
  }
  EXPECT_TRUE(weak.expired());
}

TEST(AsyncCallEnd, CallWhoseContextHasGoneIsAbandoned) {
  AsyncWorld client;
  client.silence_server();
  {
    asio::io_context io;
    const AsyncCaller caller{*client.driver, asio::make_strand(io)};
    async_call(caller, ping("hello"), 1h, [](const std::exception_ptr&, const std::string&) {});
    client.driver->turn([](Node&, Instant) {});
  }
  const auto is_abandoned = [](Node& node, Instant) { return ping_of(node).abandoned == 1; };
  EXPECT_TRUE(client.driver->run_until(is_abandoned, client.driver->now() + 10s));
}

TEST(AsyncCallEnd, DriverIsRetiredByAHandlerOnItsOwnThread) {
  AsyncWorld client;
  client.silence_server();
  const AsyncCaller inline_caller{*client.driver, asio::system_executor()};
  std::promise<FailureKind> other;
  async_call(inline_caller, ping("hello"), 1h,
             [&](const std::exception_ptr& thrown, const std::string&) {
               other.set_value(kind_of(thrown));
             });
  async_call(inline_caller, ping("bye"), 0s, [&](const std::exception_ptr&, const std::string&) {
    AsyncDriver::retire(std::move(client.driver));
  });
  EXPECT_EQ(other.get_future().get(), FailureKind::closed);
}

}  // namespace
}  // namespace cohort::client
