// Crew: threads that work side by side, and what they failed with.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cohort::load {

class Crew {
 public:
  Crew() = default;
  /// Waits for all of them.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// What it throws becomes a failure.
  void start(std::function<void()> work);
  /// Waits until all have ended; calls `on_tick` ten times a second meanwhile.
  void wait(const std::function<void()>& on_tick);
  /// REQUIRES: nobody works any more.
  const std::vector<std::string>& failures() const { return failures_; }

 private:
  std::mutex lock_;
  std::condition_variable ended_;
  std::vector<std::thread> threads_;
  std::size_t working_ = 0;
  std::vector<std::string> failures_;
};

}  // namespace cohort::load
