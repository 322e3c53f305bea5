// A consumer's program, explored in every order in which things can happen: is an order billed
// twice, or not at all?
#include <cohort/testing/consumer_world.hpp>

#include <gtest/gtest.h>

#include <iostream>
#include <string>

namespace {

using namespace cohort::testing;

std::string bill(const cohort::client::ConsumerRecord& record) {
  return "bill " + std::string(record.value->text());
}

/// Commits what it has read, then does the work.
struct CommitsFirst {
  void on_records(const Records& records, Plan& plan) {
    plan.commit();
    for (const auto& record : records) plan.effect(bill(record));
  }
};

/// Does the work and commits every second order; nobody thought of partitions that go.
struct CommitsNowAndThen {
  int billed = 0;

  void on_records(const Records& records, Plan& plan) {
    for (const auto& record : records) {
      plan.effect(bill(record));
      if (++billed % 2 == 0) plan.commit_through(record);
    }
  }
};

/// The same, but what is left is committed when partitions go.
struct CommitsWhenRevoked {
  int billed = 0;

  void on_records(const Records& records, Plan& plan) {
    for (const auto& record : records) {
      plan.effect(bill(record));
      if (++billed % 2 == 0) plan.commit_through(record);
    }
  }
  void on_revoked(const Partitions& /*partitions*/, Plan& plan) { plan.commit(); }
};

/// One process has the orders, another one joins at any moment.
Scenario two_billers(const Program& program) {
  return {.topics = {{.name = "orders", .partitions = 2, .records = {{"A", "B"}, {"C"}}}},
          .members = {{.name = "first", .program = program},
                      {.name = "second", .program = program, .is_here = false}},
          .wanted = {"bill A", "bill B", "bill C"}};
}

}  // namespace

TEST(ExploredBilling, CommitBeforeTheWorkLosesOrders) {
  Scenario one_biller = two_billers(CommitsFirst{});
  one_biller.members.pop_back();
  one_biller.members.front().crashes = 1;  // At any moment, once; another process takes its place.
  one_biller.members.front().restarts = 1;

  const Exploration found = explore(ConsumerWorld(one_biller), group_checkers());

  std::cout << to_string(found) << '\n';
  ASSERT_TRUE(found.violation);
  EXPECT_EQ(found.violation->checker, progress_checker);  // There is a point of no return.
  EXPECT_EQ(found.violation->path.back(), "first dies");
}

TEST(ExploredBilling, WithoutACommitInOnRevokedAnOrderIsBilledTwice) {
  const Exploration found = explore(ConsumerWorld(two_billers(CommitsNowAndThen{})),
                                    {never_twice("no order is billed twice")});

  std::cout << to_string(found) << '\n';
  ASSERT_TRUE(found.violation);
  EXPECT_EQ(found.violation->checker, "no order is billed twice");
}

TEST(ExploredBilling, WithOneNoOrderIsBilledTwiceWhateverTheOrderOfThings) {
  const Exploration found = explore(ConsumerWorld(two_billers(CommitsWhenRevoked{})),
                                    {never_twice("no order is billed twice")});

  std::cout << to_string(found) << '\n';
  EXPECT_FALSE(found.violation);
  EXPECT_TRUE(found.is_exhausted);
}
