#include "real_time.hpp"
#include <cohort/client/facade/async_driver.hpp>
#include <cohort/client/runtime.hpp>

#include <thread>
#include <utility>

namespace cohort::client {

std::unique_ptr<Driver> SocketRuntime::run(std::unique_ptr<Node> node) {
  return std::make_unique<AsyncDriver>(std::move(node));
}

Instant SocketRuntime::now() { return RealTime::now(); }

void SocketRuntime::pause(Duration by) { std::this_thread::sleep_for(by); }

}  // namespace cohort::client
