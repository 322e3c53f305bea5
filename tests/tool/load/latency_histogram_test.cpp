#include "load/latency_histogram.hpp"

#include <cohort/node/rng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace cohort::load {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using Times = std::vector<nanoseconds>;

std::uint64_t seed() {
  const char* const wish = std::getenv("COHORT_SEED");
  return wish == nullptr ? 1 : std::strtoull(wish, nullptr, 10);
}

/// From a nanosecond to an hour, as many of each power of two.
nanoseconds random_time(Rng& rng) {
  constexpr std::uint64_t powers = 41;
  const std::uint64_t power = rng.below(powers);
  return nanoseconds((std::uint64_t{1} << power) + rng.below(std::uint64_t{1} << power));
}

LatencyHistogram histogram_of(const Times& times) {
  LatencyHistogram histogram;
  for (const nanoseconds time : times) histogram.add(time);
  return histogram;
}

/// What so many percent of them do not exceed.
nanoseconds exact_percentile(Times times, double percent) {
  std::sort(times.begin(), times.end());
  const double rank = std::ceil(percent / 100 * static_cast<double>(times.size()));
  return times[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

TEST(LatencyHistogram, EmptyOneHasNoTimes) {
  const LatencyHistogram histogram;

  EXPECT_TRUE(histogram.is_empty());
  EXPECT_EQ(histogram.min(), nanoseconds(0));
  EXPECT_EQ(histogram.max(), nanoseconds(0));
  EXPECT_EQ(histogram.mean(), nanoseconds(0));
  EXPECT_EQ(histogram.percentile(50), nanoseconds(0));
  EXPECT_TRUE(histogram.buckets().empty());
}

TEST(LatencyHistogram, ShortTimesAreExact) {
  const LatencyHistogram histogram = histogram_of({nanoseconds(7), nanoseconds(255)});

  EXPECT_EQ(histogram.buckets(),
            (std::vector<LatencyHistogram::Bucket>{{nanoseconds(7), nanoseconds(8), 1},
                                                   {nanoseconds(255), nanoseconds(256), 1}}));
}

TEST(LatencyHistogram, BucketHoldsItsTimeAndIsLessThanOnePercentWide) {
  for (nanoseconds time(1); time <= hours(1); time = time * 3 / 2 + nanoseconds(1)) {
    const std::vector<LatencyHistogram::Bucket> buckets = histogram_of({time}).buckets();

    ASSERT_EQ(buckets.size(), 1U);
    EXPECT_LE(buckets[0].from, time);
    EXPECT_GT(buckets[0].to, time);
    EXPECT_LE((buckets[0].to - buckets[0].from) * 100, std::max(time, nanoseconds(100)));
  }
}

TEST(LatencyHistogram, BucketsFollowEachOtherWithoutGap) {
  Times times;
  for (int i = 0; i < 5000; ++i) times.push_back(nanoseconds(i));

  nanoseconds end(0);
  for (const LatencyHistogram::Bucket& bucket : histogram_of(times).buckets()) {
    EXPECT_EQ(bucket.from, end);
    end = bucket.to;
  }
}

TEST(LatencyHistogram, NegativeTimeCountsAsNone) {
  EXPECT_EQ(histogram_of({microseconds(-5)}), histogram_of({nanoseconds(0)}));
}

TEST(LatencyHistogram, MoreThanAnHourCountsAsAnHourButForTheMaximum) {
  const LatencyHistogram histogram = histogram_of({hours(1), hours(30)});

  EXPECT_EQ(histogram.buckets().size(), 1U);
  EXPECT_EQ(histogram.max(), hours(30));
  EXPECT_EQ(histogram.percentile(100), hours(30));
}

TEST(LatencyHistogram, MeanIsThatOfTheTimesAndNotOfBuckets) {
  EXPECT_EQ(histogram_of({seconds(1), seconds(2), seconds(6)}).mean(), seconds(3));
}

TEST(LatencyHistogram, PercentilesAreAtMostOnePercentAboveThoseOfASortedList) {
  Rng rng(seed());
  SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed()));
  for (int round = 0; round < 50; ++round) {
    Times times;
    for (std::uint64_t i = 0, count = 1 + rng.below(2000); i < count; ++i) {
      times.push_back(random_time(rng));
    }
    const LatencyHistogram histogram = histogram_of(times);

    for (const double percent : {0.0, 1.0, 50.0, 90.0, 99.0, 99.9, 100.0}) {
      const nanoseconds exact = exact_percentile(times, percent);
      EXPECT_GE(histogram.percentile(percent), exact) << percent;
      EXPECT_LE(histogram.percentile(percent) * 100, exact * 101) << percent;
    }
    EXPECT_EQ(histogram.percentile(100), histogram.max());
  }
}

TEST(LatencyHistogram, MergedOnesAreAsOneOfAllTimes) {
  Rng rng(seed());
  SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed()));
  Times first;
  Times second;
  for (int i = 0; i < 1000; ++i) first.push_back(random_time(rng));
  for (int i = 0; i < 10; ++i) second.push_back(random_time(rng));
  LatencyHistogram merged = histogram_of(first);

  merged.merge(histogram_of(second));

  Times all = first;
  all.insert(all.end(), second.begin(), second.end());
  EXPECT_EQ(merged, histogram_of(all));
}

TEST(LatencyHistogram, MergingAnEmptyOneChangesNothing) {
  LatencyHistogram merged = histogram_of({microseconds(3)});

  merged.merge(LatencyHistogram());

  EXPECT_EQ(merged, histogram_of({microseconds(3)}));
}

TEST(LatencyHistogram, CountAddsOneTimeSoOften) {
  LatencyHistogram often;
  often.add(microseconds(3), 3);

  EXPECT_EQ(often, histogram_of({microseconds(3), microseconds(3), microseconds(3)}));
}

}  // namespace

void PrintTo(const LatencyHistogram& histogram, std::ostream* out) {
  *out << histogram.count() << " times, mean " << histogram.mean().count() << " ns";
}

}  // namespace cohort::load
