#include "storm/storm_world.hpp"
#include <cohort/testing/storm.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>

namespace cohort::testing {

namespace {

std::vector<StormStep> chosen(const std::vector<StormStep>& all,
                              const std::vector<std::size_t>& numbers) {
  std::vector<StormStep> some;
  some.reserve(numbers.size());
  for (const std::size_t number : numbers) {
    if (number < all.size()) some.push_back(all[number]);
  }
  return some;
}

/// Leaves out runs of steps, long ones first, as long as the same checker is not content (delta
/// debugging).
std::vector<std::size_t> shrunk(std::uint64_t seed, const StormOptions& options,
                                const std::vector<StormStep>& all, const std::string& checker) {
  std::vector<std::size_t> left(all.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::size_t size = std::max<std::size_t>(all.size() / 2, 1);; size /= 2) {
    for (std::size_t at = 0; at < left.size();) {
      std::vector<std::size_t> fewer = left;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(size, left.size() - at)));
      const StormRun run = run_storm(seed, options, chosen(all, fewer));
      if (run.violation && run.violation->checker == checker) {
        left = std::move(fewer);
      } else {
        at += size;
      }
    }
    if (size <= 1) return left;
  }
}

}  // namespace

std::vector<StormStep> chosen_steps(std::uint64_t seed, const StormOptions& options,
                                    const std::vector<std::size_t>& numbers) {
  return chosen(storm_steps(seed, options), numbers);
}

StormRun run_storm(std::uint64_t seed, const StormOptions& options,
                   const std::vector<StormStep>& steps, Trace* trace) {
  StormWorld world(seed, options, trace);
  try {
    for (const StormStep& step : steps) world.take(step);
    world.run_until(world.start() + options.length);
    world.calm();
  } catch (const std::exception& error) {
    world.fail("no exceptions", error.what());
  }
  return world.result();
}

StormResult storm(std::uint64_t seed, const StormOptions& options) {
  const std::vector<StormStep> steps = storm_steps(seed, options);
  StormResult result{.run = run_storm(seed, options, steps), .steps = {}};
  if (!result.run.violation) {
    const StormRun again = run_storm(seed, options, steps);
    if (again.digest == result.run.digest && again.events == result.run.events) return result;
    result.run.violation = Violation{.checker = "determinism",
                                     .what = fmt::format("two runs differ: digests {:016x} and "
                                                         "{:016x}",
                                                         result.run.digest, again.digest),
                                     .path = {}};
    result.steps.resize(steps.size());
    std::iota(result.steps.begin(), result.steps.end(), std::size_t{0});
    return result;
  }
  result.steps = shrunk(seed, options, steps, result.run.violation->checker);
  result.run.violation = run_storm(seed, options, chosen(steps, result.steps)).violation;
  return result;
}

const std::vector<StormScenario>& storm_scenarios() {
  static const std::vector<StormScenario> all{
      {.name = "group",
       .about = "three members over two topics, eager and cooperative mixed",
       .options = {}},
      {.name = "eager",
       .about = "the same with eager assignors, each with its own preference",
       .options = {.coordinators_move = false,
                   .assignors = {"range", "roundrobin,range", "sticky,range"}}},
      {.name = "cooperative",
       .about = "the same with the cooperative assignor",
       .options = {.assignors = {"cooperative-sticky"}}},
      {.name = "upgrade",
       .about = "from the range assignor to the cooperative one, member by member",
       .options = {.coordinators_move = false, .assignors = {"range", "cooperative-sticky,range"}}},
      {.name = "static",
       .about = "static members, whose places outlive their processes",
       .options = {.are_static = true, .topics_change = false}},
      {.name = "brokers",
       .about = "three brokers: leaders and coordinators move, brokers stop",
       .options = {.brokers = 3}},
      {.name = "membership",
       .about = "three members that only belong to the group, and read nothing",
       .options = {.reads = false}},
      {.name = "crowd",
       .about = "eight members over four topics",
       .options = {.members = 8, .topics = 4, .steps = 80}},
  };
  return all;
}

const StormScenario* find_storm_scenario(std::string_view name) {
  const auto& all = storm_scenarios();
  const auto found = std::ranges::find(all, name, &StormScenario::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace cohort::testing
