// storm series: the storms of many seeds, on several threads, with an outcome that threads do not
// change.
#pragma once

#include <cohort/testing/storm.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {

/// Both belong to it.
struct SeedRange {
  std::uint64_t first = 1;
  std::uint64_t last = 1000;
  bool operator==(const SeedRange&) const = default;
};

/// What came of the seeds so far, in their order: a seed counts when all before it do.
struct StormTally {
  std::uint64_t seeds = 0;
  std::uint64_t events = 0;
  std::uint64_t generations = 0;
  std::uint64_t violations = 0;
  std::uint64_t digest = 0;  ///< Of the seeds' digests.
  bool is_stopped = false;   ///< By `is_unwanted`, before the last seed.
};

struct StormSeries {
  SeedRange seeds{};
  unsigned jobs = 1;  ///< Threads; at least one.
  /// After so many violations it ends; 0: never. The seeds behind do not count.
  std::uint64_t most_violations = 10;
  /// Called by several threads at once.
  std::function<StormResult(std::uint64_t seed)> storm;

  // Called by the thread that runs the series; each may be null.

  /// A violation, in the order of seeds.
  std::function<void(std::uint64_t seed, const StormResult&)> on_violation{};
  /// Every `tick`.
  std::function<void(const StormTally&)> on_tick{};
  std::chrono::milliseconds tick{200};
  /// Asked every `tick`: no seed is begun any more.
  std::function<bool()> is_unwanted{};
};

/// Each thread takes the next seed. A storm that throws counts as a violation of "no exceptions".
StormTally run_series(const StormSeries& series);

/// What runs the storm of the seed once more with just these of its steps:
/// "cohort trace --scenario group --seed 7 --steps 3,8".
std::string replay_command(std::string_view scenario, std::uint64_t seed,
                           const std::vector<std::size_t>& steps);

}  // namespace cohort::testing
