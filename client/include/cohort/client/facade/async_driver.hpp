// AsyncDriver: runs a client's node over TCP on a thread of its own, for callers who block and for
// callers who do not.
#pragma once

#include <cohort/client/runtime.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>

namespace cohort::client {

class DriverThread;

/// Names one wait of a driver.
enum class WaitId : std::uint64_t {};

enum class WaitEnd : std::uint8_t {
  held,
  timed_out,
  canceled,
  failed,  ///< The predicate threw, or the driver can't go on.
};

/// What a wait ended with.
struct Waited {
  WaitEnd end = WaitEnd::held;
  std::exception_ptr failure{};  ///< Of `failed`: an Error of kind `closed` if the driver went.
};

/// Every call may come from any thread, but the destructor's, turn()'s and run_until()'s not from
/// the driver's own, since they wait for it: that throws std::logic_error. What is given to a
/// driver as a `done` or a completion is called exactly once, on the driver's thread outside of the
/// node's turns; on the caller's, before the call returns, if the driver has failed. It must not
/// throw. When the node throws, the driver has failed: whoever waits, and whoever calls from then
/// on, gets what it threw.
class AsyncDriver final : public Driver {
 public:
  using Work = std::function<void(Node& node, Instant now)>;
  using Done = std::function<void(std::exception_ptr thrown)>;
  using Predicate = std::function<bool(Node& node, Instant now)>;
  using Completion = std::function<void(Waited waited)>;

  explicit AsyncDriver(std::unique_ptr<Node> node);
  /// As the destructor, but from any thread: on its own, the driver goes when that ends, soon
  /// after.
  static void retire(std::unique_ptr<AsyncDriver> driver);
  /// Drops the node's links. What was posted before is run; waits end as failed.
  ~AsyncDriver() override;
  AsyncDriver(const AsyncDriver&) = delete;
  AsyncDriver& operator=(const AsyncDriver&) = delete;

  void turn(const Work& work) override;
  bool run_until(const Predicate& holds, Instant deadline) override;
  Instant now() override;
  /// Whether the caller is on its thread.
  bool is_own_thread() const;

  void post(const Work& work) override;
  /// The same; `done` is told what it threw: nothing, if null.
  void post(Work work, Done done);
  /// As run_until(), without waiting for it.
  WaitId wait(Predicate holds, Instant deadline, Completion completion);
  /// Ends the wait as canceled, unless it is over.
  void cancel(WaitId wait);

 private:
  std::unique_ptr<DriverThread> thread_;
};

}  // namespace cohort::client
