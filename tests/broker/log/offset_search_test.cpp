#include "log_samples.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

constexpr Isolation any = Isolation::read_uncommitted;

TEST(OffsetSearch, TheFirstRecordAtOrAfterATimeIsFoundInsideBatches) {
  PartitionLog log;
  append(log, batch_of({{.timestamp = 2}, {.timestamp = 4}, {.timestamp = 6}, {.timestamp = 8}}));
  log.begin_epoch(3);
  append(log, batch_of({{.timestamp = 20}, {.timestamp = 10}}, {.compression = Compression::gzip}));
  struct Case {
    std::int64_t timestamp;
    FoundOffset found;
  };
  const std::vector<Case> cases = {{0, {2, 0, 0}},    {2, {2, 0, 0}},  {3, {4, 1, 0}},
                                   {8, {8, 3, 0}},    {9, {20, 4, 3}}, {20, {20, 4, 3}},
                                   {21, {-1, -1, -1}}};
  for (const Case& c : cases) EXPECT_EQ(log.find_offset(c.timestamp, any), c.found) << c.timestamp;
}

TEST(OffsetSearch, DeletedRecordsAreNotFound) {
  PartitionLog log = log_of({2, 2});  // Of the times 1000 to 1003.
  log.delete_records(3, settings_of());
  EXPECT_EQ(log.find_offset(1000, any), (FoundOffset{1003, 3, 0}));
  log.delete_records(-1, settings_of());
  EXPECT_EQ(log.find_offset(1000, any), FoundOffset{});
}

TEST(OffsetSearch, EarliestAndLatestAreTheBoundsOfTheLogAndHaveNoTime) {
  PartitionLog log(2);
  EXPECT_EQ(log.find_offset(earliest_timestamp, any), (FoundOffset{-1, 0, 2}));
  EXPECT_EQ(log.find_offset(latest_timestamp, any), (FoundOffset{-1, 0, 2}));
  append(log, batch_of({{}, {}, {}}));
  log.delete_records(1, settings_of());
  log.begin_epoch(4);
  EXPECT_EQ(log.find_offset(earliest_timestamp, any), (FoundOffset{-1, 1, 2}));
  EXPECT_EQ(log.find_offset(earliest_local_timestamp, any), (FoundOffset{-1, 1, 2}));
  EXPECT_EQ(log.find_offset(latest_timestamp, any), (FoundOffset{-1, 3, 4}));
  EXPECT_EQ(log.find_offset(latest_timestamp, Isolation::read_committed), (FoundOffset{-1, 3, 4}));
  EXPECT_EQ(log.find_offset(latest_tiered_timestamp, any), FoundOffset{});
}

TEST(OffsetSearch, TheFirstRecordOfTheGreatestTimeIsTheMaxTimestamp) {
  PartitionLog log;
  EXPECT_EQ(log.find_offset(max_timestamp, any), FoundOffset{});
  append(log, batch_of({{.timestamp = 10}, {.timestamp = 30}, {.timestamp = 30}}));
  append(log, batch_of({{.timestamp = 30}}));
  EXPECT_EQ(log.find_offset(max_timestamp, any), (FoundOffset{30, 1, 0}));
}

TEST(OffsetSearch, AmongRecordsWithoutTimestampsTheFirstIsFoundWithTimeMinusOne) {
  PartitionLog log;
  append(log, batch_of({{.timestamp = -1}}));
  EXPECT_EQ(log.find_offset(max_timestamp, any), (FoundOffset{-1, 0, 0}));
}

TEST(OffsetSearch, SpecialTimestampsCameWithTheirVersions) {
  struct Case {
    std::int64_t timestamp;
    std::int16_t since;
  };
  for (const Case& c : {Case{max_timestamp, 7}, Case{earliest_local_timestamp, 8},
                        Case{latest_tiered_timestamp, 9}}) {
    EXPECT_FALSE(is_listable(c.timestamp, static_cast<std::int16_t>(c.since - 1)));
    EXPECT_TRUE(is_listable(c.timestamp, c.since));
  }
  EXPECT_TRUE(is_listable(earliest_timestamp, 1));
  EXPECT_TRUE(is_listable(0, 1));
  EXPECT_FALSE(is_listable(-7, 9));
}

TEST(OffsetSearch, TheOldestVersionAnswersSegmentsLargestFirst) {
  const PartitionLog log = log_of({2});  // Appended at noon.
  struct Case {
    std::int64_t timestamp;
    std::int32_t max_count;
    std::vector<std::int64_t> offsets;
  };
  const std::int64_t noon_ms = noon.unix_ms();
  const std::vector<Case> cases = {
      {latest_timestamp, 10, {2, 0}}, {latest_timestamp, 1, {2}}, {latest_timestamp, 0, {}},
      {earliest_timestamp, 10, {0}},  {noon_ms - 1, 10, {}},      {noon_ms, 10, {0}},
      {noon_ms + 1000, 10, {2, 0}},   {latest_timestamp, -1, {}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(log.find_segments(c.timestamp, c.max_count, noon + milliseconds(1000)), c.offsets);
  }
  EXPECT_EQ(PartitionLog{}.find_segments(latest_timestamp, 10, noon), std::vector<std::int64_t>{0});
}

}  // namespace
}  // namespace cohort::broker
