// With a rule turned off, the same explorations have to find what goes wrong.
#include "rule_switches.hpp"

#include "explore/exactly_once.hpp"
#include "support/turned_off.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <string>

namespace cohort::testing {

namespace {

/// The checker that notices that the rule does not hold; nothing if none was asked far enough.
std::optional<std::string> noticed_without(broker::RuleSwitch& rule) {
  const TurnedOff off(rule);
  bool is_exhausted = true;
  // A rebalance is the smaller one.
  for (const ProcessingOptions& options :
       {ProcessingOptions{.crashes = 0}, ProcessingOptions{.expiries = 0}}) {
    const Exploration found =
        explore(ProcessingWorld(options), exactly_once_checkers(), {.states = COHORT_MOST_STATES});
    std::cout << (options.crashes == 0 ? "one rebalance: " : "one crash: ") << to_string(found)
              << '\n';
    if (found.violation) return found.violation->checker;
    is_exhausted = is_exhausted && found.is_exhausted;
  }
  if (!is_exhausted) return std::nullopt;
  return "nobody";
}

void expect_noticed(broker::RuleSwitch& rule, const std::string& checker) {
  const std::optional<std::string> by = noticed_without(rule);
#ifdef COHORT_SEES_FEW_STATES
  // A sanitizer's build walks only the first states, for memory's sake; all others have to notice.
  if (!by) GTEST_SKIP() << "not within " << COHORT_MOST_STATES << " states";
#endif
  EXPECT_EQ(by, checker);
}

}  // namespace

TEST(RuleSwitches, WhereCoordinatorsDoNotFenceOldProducersOffsetsAndOutputPart) {
  expect_noticed(broker::coordinators_fence_old_producers, "offsets and output move together");
}

TEST(RuleSwitches, WhereLogsDoNotFenceOldProducersSomethingIsProcessedTwice) {
  expect_noticed(broker::logs_fence_old_producers, "nothing twice");
}

TEST(RuleSwitches, WithoutPendingOffsetsAnOffsetIsAheadOfTheOutput) {
  expect_noticed(broker::keeps_offsets_pending, "offsets and output move together");
}

TEST(RuleSwitches, WithoutTheWaitForStableOffsetsSomethingIsProcessedTwice) {
  expect_noticed(broker::waits_for_stable_offsets, "nothing twice");
}

TEST(RuleSwitches, WithoutFencingOldMembersSomethingIsProcessedTwice) {
  expect_noticed(broker::fences_old_members, "nothing twice");
}

TEST(RuleSwitches, WithoutTheLastStableOffsetOpenTransactionsAreShown) {
  expect_noticed(broker::ends_at_last_stable_offset, "only what is committed is shown");
}

}  // namespace cohort::testing
