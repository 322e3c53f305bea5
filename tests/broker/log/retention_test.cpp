#include "log/log_timers.hpp"
#include "log_samples.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

std::vector<std::int64_t> segment_bases(const PartitionLog& log) {
  std::vector<std::int64_t> offsets;
  for (const Segment& segment : log.segments().all()) offsets.push_back(segment.base_offset);
  return offsets;
}

/// Each batch, of one record with this timestamp, in a segment of its own.
PartitionLog log_of_times(std::initializer_list<std::int64_t> timestamps) {
  PartitionLog log;
  for (const std::int64_t timestamp : timestamps) {
    EXPECT_EQ(
        append(log, batch_of({{.timestamp = timestamp}}), settings_of({{"segment.bytes", "80"}}))
            .error,
        ErrorCode::none);
  }
  return log;
}

const std::int64_t check_ms = noon.unix_ms();
const std::int64_t one_record_size = std::ssize(batch_of({{}}).bytes());

TEST(Retention, SegmentsGoFromTheOldestOnByTimeAndBySize) {
  struct Case {
    std::string name;
    TopicOverrides overrides;
    std::int64_t start;
    std::vector<std::int64_t> bases;
  };
  const std::string two = std::to_string(2 * one_record_size);
  const std::string short_of_two = std::to_string(2 * one_record_size - 1);
  const Case cases[] = {
      {"what is older goes", {{"retention.ms", "1000"}}, 1, {1, 2, 3}},
      {"a young one protects those behind it", {{"retention.ms", "100"}}, 1, {1, 2, 3}},
      {"all may go", {{"retention.ms", "0"}}, 4, {4}},
      {"for ever", {{"retention.ms", "-1"}}, 0, {0, 1, 2, 3}},
      {"as many bytes as allowed stay",
       {{"retention.ms", "-1"}, {"retention.bytes", two}},
       2,
       {2, 3}},
      {"what is too much by less than a segment stays",
       {{"retention.ms", "-1"}, {"retention.bytes", short_of_two}},
       2,
       {2, 3}},
      {"no bytes allowed", {{"retention.ms", "-1"}, {"retention.bytes", "0"}}, 4, {4}},
      {"only compacted", {{"retention.ms", "0"}, {"cleanup.policy", "compact"}}, 0, {0, 1, 2, 3}},
      {"both", {{"retention.ms", "0"}, {"cleanup.policy", "compact,delete"}}, 4, {4}},
  };
  for (const Case& each : cases) {
    PartitionLog log =
        log_of_times({check_ms - 5000, check_ms - 50, check_ms - 1000, check_ms - 900});
    const std::int64_t before = log.size_bytes();
    const std::int64_t freed = log.apply_retention(settings_of(each.overrides), noon);
    EXPECT_EQ(log.log_start_offset(), each.start) << each.name;
    EXPECT_EQ(segment_bases(log), each.bases) << each.name;
    EXPECT_EQ(freed, before - log.size_bytes()) << each.name;
    EXPECT_EQ(freed, each.start * one_record_size) << each.name;
    EXPECT_EQ(log.log_end_offset(), 4) << each.name;
  }
}

TEST(Retention, AnEmptyActiveSegmentIsNotDeletedAgain) {
  PartitionLog log = log_of_times({1000});
  const LogSettings none = settings_of({{"retention.ms", "0"}});
  EXPECT_EQ(log.apply_retention(none, noon), one_record_size);
  const PartitionLog before = log;
  EXPECT_EQ(log.apply_retention(none, noon + minutes(1)), 0);
  EXPECT_EQ(log, before);
  EXPECT_EQ(append(log, batch_of({{}})).base_offset, 1);
}

TEST(Retention, RecordsWithoutTimestampsAreAsOldAsTheirArrival) {
  PartitionLog log = log_of_times({-1});
  const LogSettings settings = settings_of({{"retention.ms", "1000"}});
  EXPECT_EQ(log.apply_retention(settings, noon + seconds(1)), 0);
  EXPECT_EQ(log.apply_retention(settings, noon + milliseconds(1001)), one_record_size);
}

TEST(Retention, ProducersOfDeletedBatchesAreStillKnown) {
  PartitionLog log;
  const Buffer batch = batch_of({{}}, {.producer_id = 7, .producer_epoch = 0, .base_sequence = 0});
  append(log, batch);
  log.apply_retention(settings_of({{"retention.ms", "0"}}), noon);
  EXPECT_EQ(append(log, batch).base_offset, 0);
  EXPECT_EQ(log.log_end_offset(), 1);
}

TEST(LogTimers, FallDueInStepsFromTheStartAndOnlyWithWork) {
  const LogConfig config;
  LogTimers timers(noon);
  timers.arm(config, {}, noon);
  EXPECT_EQ(timers.next_deadline(), Instant::never());
  timers.arm(config, {.has_records = true}, noon + seconds(1));
  EXPECT_EQ(timers.next_deadline(), noon + seconds(30));
  EXPECT_FALSE(timers.take_retention(noon + seconds(29)));
  EXPECT_TRUE(timers.take_retention(noon + seconds(30)));
  timers.arm(config, {.has_records = true}, noon + seconds(30));
  EXPECT_EQ(timers.next_deadline(), noon + seconds(330));
  timers.arm(config, {.has_records = true, .may_need_cleaner = true}, noon + seconds(31));
  EXPECT_EQ(timers.next_deadline(), noon + seconds(45));
  EXPECT_TRUE(timers.take_cleaning(noon + seconds(45)));
  timers.arm(config, {}, noon + seconds(45));
  EXPECT_EQ(timers.next_deadline(), Instant::never());
}

}  // namespace
}  // namespace cohort::broker
