#include "load/load_result.hpp"

#include "load/load_comparison.hpp"

#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cohort::load {
namespace {

Round round_of(double records, double latency_ms) {
  Round round;
  round.add("records", records);
  LatencyHistogram histogram;
  histogram.add(std::chrono::nanoseconds(static_cast<std::int64_t>(latency_ms * 1e6)));
  round.add("latency", histogram);
  return round;
}

LoadResult result_of(const std::string& name, std::vector<Round> rounds) {
  return {.workload = "produce",
          .name = name,
          .settings = {{"partitions", "6"}, {"acks", "all"}},
          .rounds = std::move(rounds)};
}

double median(const LoadResult& result, const std::string& name) {
  for (const Metric& metric : result.medians()) {
    if (metric.name == name) return metric.value;
  }
  return -1;
}

TEST(LoadResult, MedianOfAnEvenNumberIsBetweenTheMiddleTwo) {
  EXPECT_EQ(median(result_of("a", {round_of(3, 1), round_of(1, 1)}), "records"), 2);
  EXPECT_EQ(median(result_of("a", {round_of(3, 1), round_of(1, 1), round_of(9, 1)}), "records"), 3);
}

TEST(LoadResult, ComesBackFromJson) {
  LoadResult result = result_of("a", {round_of(3, 1), round_of(1.5, 2)});
  result.rounds[1].fail("it broke");
  result.rounds[1].is_stopped = true;

  const LoadResult read = load_result_from_json(boost::json::serialize(to_json(result)));

  EXPECT_EQ(read.workload, result.workload);
  EXPECT_EQ(read.name, result.name);
  EXPECT_EQ(read.settings, result.settings);
  EXPECT_EQ(read.medians(), result.medians());
  EXPECT_EQ(read.rounds[1].failures, result.rounds[1].failures);
  EXPECT_TRUE(read.has_failed());
  EXPECT_TRUE(read.is_stopped());
}

TEST(LoadResult, OtherJsonIsRefused) {
  for (const char* text : {"", "[]", "{}", R"({"workload":1})", R"({"workload":"produce"})"}) {
    EXPECT_THROW(load_result_from_json(text), std::runtime_error) << text;
  }
}

TEST(LoadResult, TextHasTheUnitThatTheNameOfAMetricEndsWith) {
  EXPECT_EQ(value_text("latency_p50_us", 1240), "1.24 ms");
  EXPECT_EQ(value_text("join_ms", 6010), "6.01 s");
  EXPECT_EQ(value_text("seconds", 0.5), "500 ms");
  EXPECT_EQ(value_text("broker_peak_bytes", 207e6), "207 MB");
  EXPECT_EQ(value_text("broker_growth_bytes", -26.3e6), "-26.3 MB");
  EXPECT_EQ(value_text("records_per_second", 2695991.3), "2,695,991");
  EXPECT_EQ(value_text("broker_cpu_seconds_per_gb", 0.25), "0.25");
}

TEST(LoadComparison, TellsRatiosToTheFirst) {
  const std::string text =
      comparison_text({result_of("one", {round_of(10, 1)}), result_of("two", {round_of(25, 1)})});

  EXPECT_NE(text.find("METRIC"), std::string::npos);
  EXPECT_NE(text.find("2.50 x"), std::string::npos);
}

TEST(LoadComparison, NamesWhatDiffers) {
  LoadResult other = result_of("two", {});
  other.settings = {{"partitions", "1"}};

  EXPECT_EQ(differences({result_of("one", {}), result_of("same", {}), other}),
            "two: acks not set, not all\ntwo: partitions 1, not 6\n");
}

TEST(LoadComparison, AnotherWorkloadDiffersWhateverItsSettings) {
  LoadResult other = result_of("two", {});
  other.workload = "consume";

  EXPECT_EQ(differences({result_of("one", {}), other}), "two: consume, not produce\n");
}

}  // namespace
}  // namespace cohort::load
