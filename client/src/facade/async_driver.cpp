#include "driver_thread.hpp"
#include "real_time.hpp"
#include <cohort/client/facade/async_driver.hpp>

#include <future>
#include <stdexcept>
#include <utility>

namespace cohort::client {

namespace {

void refuse_own_thread(const DriverThread& thread) {
  if (thread.is_own())
    throw std::logic_error("a client's own thread can't wait for it: use the asynchronous calls");
}

}  // namespace

AsyncDriver::AsyncDriver(std::unique_ptr<Node> node)
    : thread_(std::make_unique<DriverThread>(std::move(node))) {}
AsyncDriver::~AsyncDriver() { thread_->close(); }

void AsyncDriver::retire(std::unique_ptr<AsyncDriver> driver) {
  if (!driver || !driver->is_own_thread()) return;
  DriverThread& thread = *driver->thread_;
  thread.close_itself(std::move(driver));
}

void AsyncDriver::turn(const Work& work) {
  refuse_own_thread(*thread_);
  // Shared, since the caller may be gone while the thread is still inside set_value(). The
  // exception is a value of the promise: so it goes to the caller whole, and ends there.
  const auto ended = std::make_shared<std::promise<std::exception_ptr>>();
  post([&work](Node& node, Instant now) { work(node, now); },
       [ended](std::exception_ptr thrown) { ended->set_value(std::move(thrown)); });
  if (const std::exception_ptr thrown = ended->get_future().get()) std::rethrow_exception(thrown);
}

bool AsyncDriver::run_until(const Predicate& holds, Instant deadline) {
  refuse_own_thread(*thread_);
  const auto ended = std::make_shared<std::promise<Waited>>();
  wait([&holds](Node& node, Instant now) { return holds(node, now); }, deadline,
       [ended](Waited waited) { ended->set_value(std::move(waited)); });
  const Waited waited = ended->get_future().get();
  if (waited.failure) std::rethrow_exception(waited.failure);
  return waited.end == WaitEnd::held;
}

Instant AsyncDriver::now() { return RealTime::now(); }

bool AsyncDriver::is_own_thread() const { return thread_->is_own(); }

void AsyncDriver::post(const Work& work) { thread_->enqueue({.work = work}); }

void AsyncDriver::post(Work work, Done done) {
  thread_->enqueue({.work = std::move(work), .done = std::move(done)});
}

WaitId AsyncDriver::wait(Predicate holds, Instant deadline, Completion completion) {
  return thread_->wait(
      {.holds = std::move(holds), .deadline = deadline, .completion = std::move(completion)});
}

void AsyncDriver::cancel(WaitId wait) { thread_->cancel(wait); }

}  // namespace cohort::client
