#include "driver_thread.hpp"

#include "real_time.hpp"
#include <cohort/client/error.hpp>
#include <cohort/net/asio_access.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace cohort::client {

namespace {

constexpr Duration longest_alarm = std::chrono::hours(1);

net::HostOptions on_the_common_clock() {
  const RealTime& clock = RealTime::clock();
  return {.start = clock.start, .started_at = clock.started_at};
}

}  // namespace

DriverThread::DriverThread(std::unique_ptr<Node> node)
    : host_(std::move(node), on_the_common_clock()), timer_(net::io_context_of(host_)) {
  host_.after_turn([this] { have_turned(); });
  thread_ = std::thread([this] {
    run();
    const std::unique_ptr<AsyncDriver> last = std::move(owner_);
  });
}

void DriverThread::close() {
  if (!thread_.joinable()) return;  // It has closed itself.
  enqueue_end();
  thread_.join();
}

void DriverThread::close_itself(std::unique_ptr<AsyncDriver> owner) {
  owner_ = std::move(owner);
  enqueue_end();
  thread_.detach();
}

void DriverThread::enqueue_end() {
  enqueue({.work = [this](Node&, Instant) {
    is_closing_ = true;
    const std::lock_guard locked(lock_);
    failure_ = to_exception({.kind = FailureKind::closed, .message = "the client was closed"});
  }});
}

void DriverThread::enqueue(Command command) {
  std::unique_lock locked(lock_);
  if (const std::exception_ptr failure = failure_) {
    locked.unlock();
    return tell(command.done, failure);
  }
  const bool is_first = queue_.empty();
  queue_.push_back(std::move(command));
  locked.unlock();
  if (is_first) host_.post([this] { drain(); });
}

WaitId DriverThread::wait(Wait wait) {
  const WaitId id{next_wait_.fetch_add(1)};
  const auto shared = std::make_shared<Wait>(std::move(wait));
  enqueue({.work = [this, id, shared](Node&, Instant) { waits_.emplace(id, shared); },
           .done =
               [shared](std::exception_ptr failure) {
                 if (failure) complete(*shared, {WaitEnd::failed, std::move(failure)});
               }});
  return id;
}

void DriverThread::cancel(WaitId id) {
  enqueue({.work = [this, id](Node&, Instant) {
    const auto found = waits_.find(id);
    if (found == waits_.end()) return;
    ended_.push_back({std::move(found->second), Waited{.end = WaitEnd::canceled}});
    waits_.erase(found);
  }});
}

void DriverThread::run() {
  try {
    host_.run();
  } catch (...) {
    fail(std::current_exception());
  }
}

void DriverThread::drain() {
  std::vector<Command> commands;
  {
    const std::lock_guard locked(lock_);
    commands.swap(queue_);
  }
  for (Command& command : commands) {
    std::exception_ptr thrown;
    try {
      command.work(host_.node(), host_.now());
    } catch (...) {
      thrown = std::current_exception();
    }
    done_.emplace_back(std::move(command.done), std::move(thrown));
  }
}

void DriverThread::have_turned() {
  for (auto& [done, thrown] : std::exchange(done_, {})) tell(done, std::move(thrown));
  look_at_waits();
  for (auto& [wait, waited] : std::exchange(ended_, {})) complete(*wait, std::move(waited));
  if (!is_closing_) return;
  fail(failure_);
  host_.stop();
}

void DriverThread::look_at_waits() {
  if (waits_.empty()) return;
  const Instant now = host_.now();
  Instant next = Instant::never();
  for (auto entry = waits_.begin(); entry != waits_.end();) {
    const std::shared_ptr<Wait>& wait = entry->second;
    if (std::optional<Waited> waited = look(*wait, now)) {
      ended_.emplace_back(wait, *std::move(waited));
      entry = waits_.erase(entry);
    } else {
      next = std::min(next, wait->deadline);
      ++entry;
    }
  }
  if (next != Instant::never()) arm_timer(std::min(next, now + longest_alarm));
}

std::optional<Waited> DriverThread::look(const Wait& wait, Instant now) {
  try {
    if (wait.holds(host_.node(), now)) return Waited{.end = WaitEnd::held};
  } catch (...) {
    return Waited{.end = WaitEnd::failed, .failure = std::current_exception()};
  }
  if (wait.deadline <= now) return Waited{.end = WaitEnd::timed_out};
  return std::nullopt;
}

/// Set for a time at which nothing is waited for any more, it rings for nothing: cheaper than to
/// set it anew with every wait.
void DriverThread::arm_timer(Instant at) {
  if (armed_for_ && *armed_for_ <= at) return;
  armed_for_ = at;
  const RealTime& clock = RealTime::clock();
  timer_.expires_at(clock.started_at + (at - clock.start));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    armed_for_.reset();
    host_.turn([] {});
  });
}

void DriverThread::fail(const std::exception_ptr& failure) {
  std::vector<Command> commands;
  {
    const std::lock_guard locked(lock_);
    if (!failure_) failure_ = failure;
    commands.swap(queue_);
  }
  for (const auto& [done, thrown] : std::exchange(done_, {})) tell(done, thrown ? thrown : failure);
  for (const Command& command : commands) tell(command.done, failure);
  for (auto& [wait, waited] : std::exchange(ended_, {})) complete(*wait, std::move(waited));
  for (const auto& [id, wait] : std::exchange(waits_, {})) {
    complete(*wait, {WaitEnd::failed, failure});
  }
}

void DriverThread::tell(const AsyncDriver::Done& done, std::exception_ptr thrown) noexcept {
  if (done) done(std::move(thrown));
}

void DriverThread::complete(Wait& wait, Waited waited) noexcept {
  if (const auto completion = std::exchange(wait.completion, {})) completion(std::move(waited));
}

}  // namespace cohort::client
