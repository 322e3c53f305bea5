#include "record_samples.hpp"
#include <cohort/protocol/record_search.hpp>

#include <gtest/gtest.h>

namespace cohort {
namespace {

/// Timestamps 100, 50, 60, 70 at the offsets 10 to 13.
BatchView batch() {
  return batch_of({{.timestamp = 100}, {.timestamp = 50}, {.timestamp = 60}, {.timestamp = 70}},
                  {.compression = Compression::zstd});
}

TEST(RecordSearch, FindsTheFirstRecordAtOrAfterATime) {
  const SearchFrom whole{.base_offset = 10, .start_offset = 0};

  EXPECT_EQ(first_at_or_after(batch(), 100, whole),
            (TimestampedOffset{.offset = 10, .timestamp = 100}));
  EXPECT_EQ(first_at_or_after(batch(), 55, whole),
            (TimestampedOffset{.offset = 10, .timestamp = 100}));
  EXPECT_EQ(first_at_or_after(batch(), 101, whole), std::nullopt);
}

// Source: franz-go pull request 1416: a search that starts inside the batch.
TEST(RecordSearch, PassesOverRecordsBeforeTheStart) {
  const SearchFrom from_second{.base_offset = 10, .start_offset = 11};

  EXPECT_EQ(first_at_or_after(batch(), 100, from_second), std::nullopt);
  EXPECT_EQ(first_at_or_after(batch(), 60, from_second),
            (TimestampedOffset{.offset = 12, .timestamp = 60}));
  EXPECT_EQ(first_at_or_after(batch(), 55, from_second),
            (TimestampedOffset{.offset = 12, .timestamp = 60}));
}

// Source: KAFKA-16310: the record and not the batch's end.
TEST(RecordSearch, FindsTheFirstRecordWithTheMaxTimestamp) {
  const BatchView twice =
      batch_of({{.timestamp = 10}, {.timestamp = 30}, {.timestamp = 30}, {.timestamp = 20}});

  EXPECT_EQ(latest_record(twice, 5), (TimestampedOffset{.offset = 6, .timestamp = 30}));
  EXPECT_EQ(latest_record(twice.with_max_timestamp(TimestampType::log_append_time, 99), 5),
            (TimestampedOffset{.offset = 5, .timestamp = 99}));
}

}  // namespace
}  // namespace cohort
