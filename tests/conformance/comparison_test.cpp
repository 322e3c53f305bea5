#include "conformance/report/comparison.hpp"

#include "conformance/report_fixture.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cohort::conform {
namespace {

TEST(Comparison, HoldsNothingOfNoReport) { EXPECT_EQ(compare({}), Comparison{}); }

TEST(Comparison, OfOneReportDividesNothing) {
  const std::vector<Report> reports{small_report()};

  EXPECT_EQ(compare(reports),
            (Comparison{.brokers = {"kafka 3.9"},
                        .totals = {{.passed = 1, .failed = 2, .unsupported = 1, .skipped = 1}},
                        .areas = {{"wire", {{{.passed = 1, .failed = 1}}}},
                                  {"join", {{{.failed = 1, .unsupported = 1, .skipped = 1}}}}}}));
}

TEST(Comparison, ListsCasesThatAreNotTheSameEverywhere) {
  const Report first = small_report();
  Report second{.broker = "other"};
  second.cases = {first.cases[0],
                  first.cases[3],
                  {.id = "sync/late", .title = "Late", .verdict = {.outcome = Outcome::failed}}};
  second.cases[0].verdict = {};
  const std::vector<Report> reports{first, second};

  const Comparison comparison = compare(reports);

  // What only one has, or comes out alike, divides nobody.
  EXPECT_EQ(comparison.divided,
            (std::vector<DividedCase>{
                {"join/leader", "The first leads", {Outcome::failed, Outcome::passed}}}));
  EXPECT_EQ(comparison.areas,
            (std::vector<ComparedArea>{
                {"wire", {{{.passed = 1, .failed = 1}}, {{.passed = 1}}}},
                {"join", {{{.failed = 1, .unsupported = 1, .skipped = 1}}, {{.passed = 1}}}},
                {"sync", {std::nullopt, {{.failed = 1}}}}}));
}

TEST(Comparison, LeavesOutcomesOpenWhereACaseIsMissing) {
  const Report whole = small_report();
  Report passing = small_report();
  for (ReportedCase& each : passing.cases) each.verdict = {};
  const std::vector<Report> reports{{.broker = "empty"}, whole, passing};

  const Comparison comparison = compare(reports);

  ASSERT_EQ(comparison.divided.size(), 4U);
  EXPECT_EQ(comparison.divided[0], (DividedCase{"wire/versions",
                                                "Versions are told",
                                                {std::nullopt, Outcome::failed, Outcome::passed}}));
  EXPECT_EQ(comparison.totals.front(), Tally{});
}

TEST(Comparison, NumbersBrokersOfTheSameName) {
  const std::vector<Report> reports{
      {.broker = "a"}, {.broker = "a"}, {.broker = "b"}, {.broker = "a (2)"}, {.broker = "a"}};

  EXPECT_EQ(compare(reports).brokers,
            (std::vector<std::string>{"a", "a (2)", "b", "a (2) (2)", "a (3)"}));
}

}  // namespace
}  // namespace cohort::conform
