#include "log/segments.hpp"

#include "log_samples.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

std::vector<std::int64_t> bases(const Segments& segments) {
  std::vector<std::int64_t> offsets;
  for (const Segment& segment : segments.all()) offsets.push_back(segment.base_offset);
  return offsets;
}

TEST(Segments, ABatchMuchYoungerThanTheFirstBeginsASegment) {
  const LogSettings settings = settings_of({{"segment.ms", "1000"}});
  Segments segments;
  segments.append({.offset = 0, .max_timestamp = 5000, .size = 10, .now = noon}, settings);
  segments.append({.offset = 1, .max_timestamp = 6000, .size = 10, .now = noon}, settings);
  EXPECT_EQ(bases(segments), (std::vector<std::int64_t>{0}));
  segments.append({.offset = 2, .max_timestamp = 6001, .size = 10, .now = noon}, settings);
  // An older one stays with it.
  segments.append({.offset = 3, .max_timestamp = 10, .size = 10, .now = noon}, settings);
  EXPECT_EQ(bases(segments), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(segments.end_of(1), 2);
  EXPECT_EQ(segments.end_of(2), std::nullopt);
}

TEST(Segments, RecordsWithoutTimestampsCountFromTheirArrival) {
  const LogSettings settings = settings_of({{"segment.ms", "1000"}});
  Segments segments;
  segments.append({.offset = 0, .size = 10, .now = noon}, settings);
  segments.append({.offset = 1, .size = 10, .now = noon + milliseconds(1000)}, settings);
  segments.append({.offset = 2, .size = 10, .now = noon + milliseconds(1001)}, settings);
  EXPECT_EQ(bases(segments), (std::vector<std::int64_t>{0, 2}));
}

TEST(Segments, ASegmentGrowsNoLargerThanItsLimit) {
  const LogSettings settings = settings_of({{"segment.bytes", "100"}});
  Segments segments;
  segments.append({.offset = 0, .max_timestamp = 1, .size = 60, .now = noon}, settings);
  segments.append({.offset = 1, .max_timestamp = 1, .size = 40, .now = noon}, settings);
  segments.append({.offset = 2, .max_timestamp = 1, .size = 1, .now = noon}, settings);
  EXPECT_EQ(bases(segments), (std::vector<std::int64_t>{0, 2}));
}

TEST(Segments, ThoseBeforeTheStartOfTheLogAreGone) {
  const LogSettings settings = settings_of({{"segment.bytes", "14"}});
  Segments segments;
  for (int i = 0; i < 4; ++i) {
    segments.append({.offset = i, .max_timestamp = 1, .size = 14, .now = noon}, settings);
  }
  segments.truncate_from_start(2);
  EXPECT_EQ(bases(segments), (std::vector<std::int64_t>{2, 3}));
  segments.truncate_from_start(4);
  EXPECT_EQ(bases(segments), (std::vector<std::int64_t>{3}));
}

}  // namespace
}  // namespace cohort::broker
