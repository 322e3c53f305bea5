#include "conformance/suite/suite_run.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace cohort::conform {

namespace {

using Clock = std::chrono::steady_clock;

/// Some of a plan's cases, on the threads that they may have.
class Batch {
 public:
  Batch(const SuitePlan& plan, std::vector<const Case*> cases)
      : plan_(plan), cases_(std::move(cases)) {}

  std::vector<Played> run(unsigned jobs) {
    working_ = std::min<std::size_t>(std::max(jobs, 1U), cases_.size());
    std::vector<std::thread> threads;
    threads.reserve(working_);
    for (std::size_t i = working_; i > 0; --i) threads.emplace_back([this] { work(); });
    watch();
    for (std::thread& each : threads) each.join();
    if (problem_) std::rethrow_exception(problem_);
    return std::move(all_);
  }

  bool is_stopped() const { return is_stopped_; }

 private:
  /// A thread's whole life.
  void work() {
    try {
      const std::unique_ptr<Player> player = plan_.make_player();
      while (const Case* next = take()) give(play(*player, *next));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!problem_) problem_ = std::current_exception();
      is_stopped_ = true;
    }
    const std::lock_guard lock(mutex_);
    --working_;
    news_.notify_one();
  }

  static Played play(Player& player, const Case& next) {
    const auto began = Clock::now();
    Verdict verdict = next.fault.empty() ? player.play(next)
                                         : Verdict{.outcome = Outcome::failed,
                                                   .why = "a broken case: " + next.fault};
    const std::chrono::duration<double> took = Clock::now() - began;
    return {.id = next.id, .verdict = std::move(verdict), .seconds = took.count()};
  }

  const Case* take() {
    const std::lock_guard lock(mutex_);
    return is_stopped_ || next_ == cases_.size() ? nullptr : cases_[next_++];
  }

  void give(Played played) {
    const std::lock_guard lock(mutex_);
    ready_.push_back(std::move(played));
    news_.notify_one();
  }

  /// The calling thread's part.
  void watch() {
    auto next_tick = Clock::now();
    std::unique_lock lock(mutex_);
    while (true) {
      const bool is_last_look = working_ == 0;
      std::vector<Played> ready = std::exchange(ready_, {});
      lock.unlock();
      for (Played& each : ready) {
        if (plan_.on_played) plan_.on_played(each);
        all_.push_back(std::move(each));
      }
      const bool is_tick = Clock::now() >= next_tick;
      if (is_tick) next_tick = Clock::now() + plan_.tick;
      if (is_tick && plan_.on_tick) plan_.on_tick();
      const bool is_unwanted = is_tick && plan_.is_unwanted && plan_.is_unwanted();
      lock.lock();
      is_stopped_ = is_stopped_ || is_unwanted;
      if (is_last_look && ready_.empty()) return;
      news_.wait_until(lock, next_tick, [this] { return working_ == 0 || !ready_.empty(); });
    }
  }

  const SuitePlan& plan_;
  std::vector<const Case*> cases_;
  std::vector<Played> all_;  ///< Of the calling thread alone.

  std::mutex mutex_;
  std::condition_variable news_;
  std::size_t next_ = 0;     ///< The case that is begun next.
  std::size_t working_ = 0;  ///< Threads.
  std::vector<Played> ready_;
  std::exception_ptr problem_;
  bool is_stopped_ = false;
};

}  // namespace

std::vector<Played> run_suite(const SuitePlan& plan) {
  std::vector<const Case*> together;
  std::vector<const Case*> alone;
  for (const Case& each : plan.cases) (each.is_alone() ? alone : together).push_back(&each);
  Batch first(plan, std::move(together));
  std::vector<Played> all = first.run(plan.jobs);
  if (!first.is_stopped()) {
    const std::vector<Played> others = Batch(plan, std::move(alone)).run(1);
    all.insert(all.end(), others.begin(), others.end());
  }
  std::sort(all.begin(), all.end(), [](const Played& a, const Played& b) { return a.id < b.id; });
  return all;
}

}  // namespace cohort::conform
