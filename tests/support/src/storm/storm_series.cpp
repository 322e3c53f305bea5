#include <cohort/sim/digest.hpp>
#include <cohort/testing/storm_series.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace cohort::testing {

namespace {

class SeriesRun {
 public:
  explicit SeriesRun(const StormSeries& series) : series_(series), next_(series.seeds.first) {}

  StormTally run() {
    const unsigned jobs = std::max(series_.jobs, 1U);
    working_ = jobs;
    std::vector<std::thread> threads;
    threads.reserve(jobs);
    for (unsigned i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
    watch();
    for (std::thread& each : threads) each.join();
    tally_.digest = digest_.value();
    return tally_;
  }

 private:
  /// A thread's whole life.
  void work() {
    std::unique_lock lock(mutex_);
    while (!is_enough_ && !is_done_) {
      const std::uint64_t seed = next_;
      is_done_ = next_ >= series_.seeds.last;
      ++next_;
      lock.unlock();
      StormResult result = outcome_of(seed);
      lock.lock();
      results_.emplace(seed, std::move(result));
      news_.notify_one();
    }
    --working_;
    news_.notify_one();
  }

  StormResult outcome_of(std::uint64_t seed) const {
    try {
      return series_.storm(seed);
    } catch (const std::exception& error) {
      StormResult result;
      result.run.violation =
          Violation{.checker = "no exceptions", .what = error.what(), .path = {}};
      return result;
    }
  }

  /// The calling thread's: counts what the others bring, until they have ended.
  void watch() {
    auto next_tick = std::chrono::steady_clock::now() + series_.tick;
    std::unique_lock lock(mutex_);
    while (true) {
      const bool is_last_look = working_ == 0;
      auto ready = take_ready();
      lock.unlock();
      for (const auto& [seed, result] : ready) count(seed, result);
      const auto now = std::chrono::steady_clock::now();
      if (now >= next_tick) {
        next_tick = now + series_.tick;
        if (series_.on_tick) series_.on_tick(tally_);
        if (series_.is_unwanted && series_.is_unwanted()) stop();
      }
      if (is_last_look) return;
      lock.lock();
      news_.wait_until(lock, next_tick, [this] { return working_ == 0 || is_next_there(); });
    }
  }

  bool is_next_there() const { return !results_.empty() && results_.begin()->first == counted_; }

  /// Those whose turn it is.
  std::vector<std::pair<std::uint64_t, StormResult>> take_ready() {
    std::vector<std::pair<std::uint64_t, StormResult>> ready;
    while (is_next_there()) {
      ready.emplace_back(counted_++, std::move(results_.begin()->second));
      results_.erase(results_.begin());
    }
    return ready;
  }

  void count(std::uint64_t seed, const StormResult& result) {
    if (has_all_violations_) return;
    ++tally_.seeds;
    tally_.events += result.run.events;
    tally_.generations += result.run.generations;
    digest_.add(result.run.digest);
    if (!result.run.violation) return;
    ++tally_.violations;
    if (series_.on_violation) series_.on_violation(seed, result);
    if (tally_.violations != series_.most_violations) return;
    has_all_violations_ = true;
    const std::lock_guard lock(mutex_);
    is_enough_ = true;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    tally_.is_stopped = tally_.is_stopped || (!is_enough_ && !is_done_);
    is_enough_ = true;
  }

  const StormSeries& series_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::uint64_t next_;                            ///< The seed that is begun next.
  bool is_done_ = false;                          ///< The last one has begun.
  bool is_enough_ = false;                        ///< No other is begun.
  unsigned working_ = 0;                          ///< Threads.
  std::map<std::uint64_t, StormResult> results_;  ///< Not counted yet.
  std::uint64_t counted_ = series_.seeds.first;   ///< The seed that is counted next.

  // Of the calling thread alone.
  StormTally tally_;
  sim::Digest digest_;
  bool has_all_violations_ = false;
};

}  // namespace

StormTally run_series(const StormSeries& series) { return SeriesRun(series).run(); }

std::string replay_command(std::string_view scenario, std::uint64_t seed,
                           const std::vector<std::size_t>& steps) {
  return fmt::format("cohort trace --scenario {} --seed {} --steps {}", scenario, seed,
                     steps.empty() ? "none" : fmt::format("{}", fmt::join(steps, ",")));
}

}  // namespace cohort::testing
