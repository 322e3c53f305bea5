// AsyncWorld: a client for asynchronous calls, with an echo server and an io_context.
#pragma once

#include "host_fixture.hpp"
#include "ping_node.hpp"
#include <cohort/client/facade/async_call.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <memory>

namespace cohort::client {

/// A client with a link to an echo server, and an io_context of its user.
struct AsyncWorld {
  net::HostFixture server{};
  boost::asio::io_context io{};
  std::unique_ptr<AsyncDriver> driver =
      std::make_unique<AsyncDriver>(std::make_unique<PingNode>(server.port));
  AsyncCaller caller{*driver, io.get_executor()};

  AsyncWorld() {
    EXPECT_TRUE(driver->run_until(is_connected, driver->now() + std::chrono::seconds(10)));
  }
  void silence_server() {
    server.call([](net::ScriptNode& node) { node.on_received = [](LinkId, const Buffer&) {}; });
  }
  int abandoned() const {
    int count = 0;
    driver->turn([&](Node& node, Instant) { count = ping_of(node).abandoned; });
    return count;
  }
};

/// A future whose exception is made and looked at by one thread: the thread sanitizer does not see
/// how those of the standard library are shared.
inline auto here(boost::asio::io_context& io) {
  return boost::asio::bind_executor(io, boost::asio::use_future);
}

inline FailureKind kind_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return error.kind();
  }
}

}  // namespace cohort::client
