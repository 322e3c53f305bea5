// DriverThread: the thread that runs a client's node over TCP, and the queue through which others
// reach it.
#pragma once

#include <cohort/client/facade/async_driver.hpp>
#include <cohort/net/host.hpp>

#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace cohort::client {

/// Callers leave commands, which the thread runs all in one turn of the node. When the turn has
/// ended it tells those who are waiting for them, and looks at the waits. The queue and what ended
/// it are under the lock; all else is the thread's.
class DriverThread {
 public:
  struct Command {
    AsyncDriver::Work work;
    AsyncDriver::Done done{};
  };
  struct Wait {
    AsyncDriver::Predicate holds;
    Instant deadline;
    AsyncDriver::Completion completion;  ///< Empty once it was called.
  };

  explicit DriverThread(std::unique_ptr<Node> node);
  /// REQUIRES: it is closed.
  ~DriverThread() = default;
  DriverThread(const DriverThread&) = delete;
  DriverThread& operator=(const DriverThread&) = delete;

  /// Runs what is in the queue, fails those who still wait, and ends the thread. For its owner.
  void close();
  /// The same on the thread itself, which nobody waits for: what owns this goes when it ends.
  void close_itself(std::unique_ptr<AsyncDriver> owner);
  bool is_own() const { return std::this_thread::get_id() == thread_.get_id(); }

  /// If the driver has failed, `done` is called before this returns.
  void enqueue(Command command);
  WaitId wait(Wait wait);
  void cancel(WaitId id);

 private:
  void run();
  void enqueue_end();
  void drain();
  void have_turned();
  /// What the wait ends with, if it ends now.
  std::optional<Waited> look(const Wait& wait, Instant now);
  void look_at_waits();
  void arm_timer(Instant at);
  /// Nobody can be served any more: tells all who are waiting.
  void fail(const std::exception_ptr& failure);
  static void tell(const AsyncDriver::Done& done, std::exception_ptr thrown) noexcept;
  static void complete(Wait& wait, Waited waited) noexcept;

  net::Host host_;
  boost::asio::steady_timer timer_;
  std::optional<Instant> armed_for_{};
  std::map<WaitId, std::shared_ptr<Wait>> waits_;
  std::vector<std::pair<std::shared_ptr<Wait>, Waited>> ended_;         ///< In this turn.
  std::vector<std::pair<AsyncDriver::Done, std::exception_ptr>> done_;  ///< The same.
  bool is_closing_ = false;
  std::unique_ptr<AsyncDriver> owner_;  ///< Set if the thread closes itself.

  std::atomic<std::uint64_t> next_wait_ = 1;
  std::mutex lock_;
  std::vector<Command> queue_;
  std::exception_ptr failure_;  ///< Set: nothing is taken into the queue any more.
  std::thread thread_;
};

}  // namespace cohort::client
