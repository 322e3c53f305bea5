// StopSignals: SIGINT and SIGTERM as a wish to come to an end.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <mutex>
#include <thread>

namespace cohort::tool {

/// While it lives, the first of each signal is a wish; a second one ends the process as it always
/// did, for whoever can't wait. The thread that makes it is not interrupted by either, and destroys
/// it. One at a time in a process.
class StopSignals {
 public:
  /// `on_stop` is called in a thread of its own, once, before `is_wished()` turns true.
  explicit StopSignals(std::function<void()> on_stop = {});
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  bool is_wished() const { return is_wished_; }
  /// From its return on nothing is called any more.
  void call_nobody();

 private:
  void listen();

  std::mutex calling_;
  std::function<void()> on_stop_;
  std::atomic<bool> is_wished_ = false;
  struct sigaction before_interrupt_ {};
  struct sigaction before_terminate_ {};
  sigset_t mask_before_{};
  std::thread listener_;
};

}  // namespace cohort::tool
