// Ten mutants of the group machine and of the client, one rule off in each: the explorations and
// storms that the product passes have to kill them.
#include "membership/rule_switches.hpp"
#include "rule_switches.hpp"
#include "simulation/group_explorations.hpp"
#include "support/turned_off.hpp"
#include <cohort/testing/storm.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>

namespace cohort::testing {

namespace {

#ifdef COHORT_SEES_FEW_STATES
constexpr std::uint64_t most_seeds = 2;
#else
constexpr std::uint64_t most_seeds = 400;
#endif

/// What has killed a mutant.
struct Kill {
  std::string by;  ///< The exploration or the storm.
  std::string checker;
  std::size_t after = 0;  ///< States of the exploration, or seeds of the storm.
};

std::optional<Kill> kill_by_exploring(bool large_ones) {
  for (const GroupExploration& each : group_explorations()) {
    if (each.is_large != large_ones) continue;
    const Exploration found =
        explore(ConsumerWorld(each.scenario), group_checkers(),
                {.states = std::min<std::size_t>(group_bound.states, COHORT_MOST_STATES)});
    if (!found.violation) continue;
    std::cout << each.name << ": " << to_string(found) << '\n';
    return Kill{each.name, found.violation->checker, found.states};
  }
  return std::nullopt;
}

std::optional<Kill> kill_by_storms() {
  std::size_t seeds = 0;
  for (const StormScenario& each : storm_scenarios()) {
    for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
      ++seeds;
      const StormResult result = storm(seed, each.options);
      if (!result.run.violation) continue;
      std::cout << "storm " << each.name << ", seed " << seed << ": "
                << result.run.violation->checker << ": " << result.run.violation->what << '\n';
      return Kill{"storm " + each.name, result.run.violation->checker, seeds};
    }
  }
  return std::nullopt;
}

struct Mutant {
  const char* name;
  bool* rule;
  const char* killed_by;  ///< The checker.
};

std::ostream& operator<<(std::ostream& out, const Mutant& mutant) { return out << mutant.name; }

class Mutants : public ::testing::TestWithParam<Mutant> {};

TEST_P(Mutants, AreKilled) {
  const TurnedOff off(*GetParam().rule);
  std::optional<Kill> kill = kill_by_exploring(false);
  if (!kill) kill = kill_by_storms();
  if (!kill) kill = kill_by_exploring(true);
#ifdef COHORT_SEES_FEW_STATES
  // A sanitizer's build sees the first of each, for its memory and its time.
  if (!kill) GTEST_SKIP() << "not within " << COHORT_MOST_STATES << " states";
#endif
  ASSERT_TRUE(kill) << GetParam().name << " lives";
  std::cout << GetParam().name << " | " << kill->by << " | " << kill->checker << " | "
            << kill->after << '\n';
#ifndef COHORT_SEES_FEW_STATES
  EXPECT_EQ(kill->checker, GetParam().killed_by);
#endif
}

INSTANTIATE_TEST_SUITE_P(
    Ten, Mutants,
    ::testing::Values(
        Mutant{"skips_generation_check", &broker::checks_generations,
               "old generations commit nothing"},
        Mutant{"answers_followers_early", &broker::followers_wait_for_leader,
               "members own what they were given"},
        Mutant{"forgets_pending_members", &broker::waits_for_given_ids, "given ids are waited for"},
        Mutant{"keeps_timer_of_removed_member", &broker::sessions_go_with_members,
               "who is gone is gone"},
        Mutant{"accepts_commit_before_assignment", &broker::refuses_commits_before_assignment,
               "old generations commit nothing"},
        Mutant{"drops_the_fence", &broker::fences_replaced_members, "who is gone is gone"},
        Mutant{"keeps_ownership_after_revocation", &client::revocation_ends_ownership, "one owner"},
        Mutant{"answers_join_twice", &broker::answers_joins_once, "answers"},
        Mutant{"restarts_sync_deadline", &broker::sync_deadline_stays, "phases end in time"},
        Mutant{"loses_a_wake_up", &broker::expiry_ends_join_phase,
               "join phases wait for somebody"}),
    [](const auto& mutant) { return std::string(mutant.param.name); });

}  // namespace

}  // namespace cohort::testing
