// A consumer's program explored in every order: what a user writes to find out whether an order can
// be billed twice, or not at all.
#include <cohort/testing/consumer_world.hpp>

#include <gtest/gtest.h>

namespace {

using namespace cohort::testing;

/// Commits what it has read, then does the work.
struct CommitsFirst {
  void on_records(const Records& records, Plan& plan) {
    plan.commit();
    for (const auto& record : records) plan.effect("bill " + std::string(record.value->text()));
  }
};

/// Does the work and commits at the end of the batch, and forgets that its partitions may go.
struct CommitsLater {
  int billed = 0;

  void on_records(const Records& records, Plan& plan) {
    for (const auto& record : records) plan.effect("bill " + std::string(record.value->text()));
    billed += static_cast<int>(records.size());
    if (billed % 2 == 0) plan.commit();
  }
};

/// Does the work, then commits it, and commits what is left when its partitions go.
struct Careful {
  CommitsLater worker;

  void on_records(const Records& records, Plan& plan) { worker.on_records(records, plan); }
  void on_revoked(const Partitions& /*partitions*/, Plan& plan) { plan.commit(); }
};

/// One consumer is there, another one comes at any moment; the first one's process may die.
Scenario billing(const Program& program, int crashes) {
  return {.topics = {{.name = "orders", .partitions = 2, .records = {{"A"}, {"B"}}}},
          .members = {{.name = "first", .program = program, .crashes = crashes, .restarts = crashes},
                      {.name = "second", .program = program, .is_here = false}},
          .wanted = {"bill A", "bill B"}};
}

}  // namespace

TEST(ExploredBilling, CommittingBeforeTheWorkLosesAnOrder) {
  const Exploration found = explore(ConsumerWorld(billing(CommitsFirst{}, 1)), group_checkers());
  ASSERT_TRUE(found.violation);
  EXPECT_EQ(found.violation->checker, "progress");
  std::cout << to_string(found);
}

TEST(ExploredBilling, WithoutACommitWhenPartitionsGoAnOrderIsBilledTwice) {
  const Exploration found = explore(ConsumerWorld(billing(CommitsLater{}, 0)),
                                    {never_twice("no order is billed twice")});
  ASSERT_TRUE(found.violation);
  std::cout << to_string(found);
}

TEST(ExploredBilling, CommittingWhenPartitionsGoBillsEachOrderOnceWhileNobodyDies) {
  const Exploration found = explore(ConsumerWorld(billing(Careful{}, 0)),
                                    {never_twice("no order is billed twice")});
  EXPECT_TRUE(found.is_exhausted);
  EXPECT_FALSE(found.violation) << to_string(found);
}
