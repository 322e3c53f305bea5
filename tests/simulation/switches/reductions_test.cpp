// What explorations leave out leads to nothing else: with the reductions and without, the same is
// found.
#include <cohort/testing/consumer_world.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cohort::testing {

namespace {

struct DoneThenCommitted {
  bool commits_when_revoked = false;

  void on_records(const Records& records, Plan& plan) const {
    for (const auto& record : records) plan.effect("do " + std::string(record.value->text()));
    if (records.size() > 1) plan.commit();
  }
  void on_revoked(const Partitions& /*partitions*/, Plan& plan) const {
    if (commits_when_revoked) plan.commit();
  }
};

struct CommittedThenDone {
  void on_records(const Records& records, Plan& plan) const {
    plan.commit();
    for (const auto& record : records) plan.effect("do " + std::string(record.value->text()));
  }
};

constexpr Reductions none{.answers_first = false, .folds_alike = false};
constexpr Reductions first_only{.answers_first = true, .folds_alike = false};
constexpr Reductions folded_only{.answers_first = false, .folds_alike = true};

Scenario two_workers(const Program& program) {
  return {.topics = {{.partitions = 2, .records = {{"A"}, {"B"}}}},
          .members = {{.name = "a", .program = program},
                      {.name = "b", .program = program, .is_here = false}},
          .wanted = {"do A", "do B"}};
}

Scenario dying_worker(const Program& program) {
  Scenario scenario = two_workers(program);
  scenario.members.pop_back();
  scenario.members.front().crashes = 1;
  scenario.members.front().restarts = 1;
  return scenario;
}

Scenario group(const std::string& assignor) {
  Scenario scenario{.topics = {{.partitions = 3}},
                    .members = alike(3, {}),
                    .reads = false,
                    .begins_settled = true};
  scenario.consumer["partition.assignment.strategy"] = assignor;
  scenario.members.at(0).crashes = 1;
  scenario.members.at(1).commits = 1;
  return scenario;
}

std::vector<Checker<ConsumerWorld>> all_checkers() {
  std::vector<Checker<ConsumerWorld>> checkers = group_checkers();
  checkers.push_back(never_twice("nothing is done twice"));
  return checkers;
}

void expect_the_same(const Scenario& scenario) {
  const Exploration reduced = explore(ConsumerWorld(scenario), all_checkers());
  for (const Reductions& reductions : {none, first_only, folded_only}) {
    const Exploration found = explore(ConsumerWorld(scenario, reductions), all_checkers());
    EXPECT_EQ(found.is_exhausted, reduced.is_exhausted);
    EXPECT_GE(found.states, reduced.states);
    ASSERT_EQ(found.violation.has_value(), reduced.violation.has_value()) << to_string(found);
    if (!found.violation) continue;
    EXPECT_EQ(found.violation->checker, reduced.violation->checker);
  }
}

}  // namespace

TEST(Reductions, FindNoViolationWhereThereIsNone) {
#ifdef COHORT_SEES_FEW_STATES
  GTEST_SKIP() << "too many states for a sanitizer";
#endif
  expect_the_same(two_workers(DoneThenCommitted{.commits_when_revoked = true}));
  expect_the_same(group("range"));
  expect_the_same(group("cooperative-sticky"));
}

TEST(Reductions, FindWhatIsDoneTwice) {
#ifdef COHORT_SEES_FEW_STATES
  GTEST_SKIP() << "too many states for a sanitizer";
#endif
  Scenario scenario = two_workers(DoneThenCommitted{});
  scenario.topics.front().records = {{"A", "B"}, {"C"}};
  scenario.wanted.insert("do C");
  scenario.members.front().breaks = 1;
  expect_the_same(scenario);
}

TEST(Reductions, FindThePointOfNoReturn) { expect_the_same(dying_worker(CommittedThenDone{})); }

}  // namespace cohort::testing
