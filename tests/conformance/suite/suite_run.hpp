// Suite run: many cases on several threads.
#pragma once

#include "conformance/suite/player.hpp"
#include <cohort/node/instant.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cohort::conform {

struct Played {
  std::string id;
  Verdict verdict{};
  double seconds = 0;  ///< Of real time.
  bool operator==(const Played&) const = default;
};

struct SuitePlan {
  std::vector<Case> cases{};
  unsigned jobs = 1;  ///< Threads.
  /// Called once in each thread.
  std::function<std::unique_ptr<Player>()> make_player{};

  // Called in the thread that runs the suite.
  std::function<void(const Played&)> on_played{};  ///< When a case has ended, in no certain order.
  std::function<void()> on_tick{};                 ///< Now and then.
  std::function<bool()> is_unwanted{};             ///< Asked at each tick: ends the run early.
  Duration tick = milliseconds(100);
};

/// Cases that must be alone come last, one after the other. Returns the outcomes by id; without
/// those that were not begun when the run was unwanted. Throws what a player throws.
std::vector<Played> run_suite(const SuitePlan& plan);

}  // namespace cohort::conform
