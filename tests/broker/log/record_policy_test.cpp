#include "log/record_policy.hpp"

#include "log_samples.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

const std::string bad_timestamps =
    "One or more records have been rejected due to invalid timestamp";

TEST(RecordPolicy, RecordsOlderThanTheTopicAllowsAreToldEachByItself) {
  PartitionLog log;
  const AppendResult result = append(
      log, batch_of({{.timestamp = 5}, {.timestamp = noon.unix_ms() - 1000}, {.timestamp = 6}}),
      settings_of({{"message.timestamp.before.max.ms", "1000"}}));
  // The upper bound is Java's sum of now and Long.MAX_VALUE, which is negative.
  const std::string range =
      " is out of range. The timestamp should be within [1699999999000, "
      "-9223370336854775809]";
  EXPECT_EQ(result,
            (AppendResult{.error = ErrorCode::invalid_timestamp,
                          .log_start_offset = 0,
                          .record_errors = {{0, "Timestamp 5 of message with offset 0" + range},
                                            {2, "Timestamp 6 of message with offset 2" + range}},
                          .error_message = bad_timestamps}));
  EXPECT_EQ(log, PartitionLog{});
}

TEST(RecordPolicy, RecordsFromTheFutureAreRefusedBeyondTheBoundOnly) {
  const LogSettings settings = settings_of({{"message.timestamp.after.max.ms", "1000"}});
  PartitionLog log;
  EXPECT_EQ(append(log, batch_of({{.timestamp = noon.unix_ms() + 1000}}), settings).error,
            ErrorCode::none);
  EXPECT_EQ(append(log, batch_of({{.timestamp = noon.unix_ms() + 1001}}), settings).error,
            ErrorCode::invalid_timestamp);
}

TEST(RecordPolicy, RecordsWithoutTimestampAndTopicsWithTheirOwnTimeHaveNoBounds) {
  PartitionLog log;
  EXPECT_EQ(append(log, batch_of({{.timestamp = -1}}),
                   settings_of({{"message.timestamp.before.max.ms", "0"}}))
                .error,
            ErrorCode::none);
  EXPECT_EQ(append(log, batch_of({{.timestamp = 1}}),
                   settings_of({{"message.timestamp.before.max.ms", "0"},
                                {"message.timestamp.type", "LogAppendTime"}}))
                .error,
            ErrorCode::none);
}

TEST(RecordPolicy, RecordsOfACompactedTopicNeedAKey) {
  PartitionLog log;
  const AppendResult result =
      append(log, batch_of({{.key = "k"}, {}}), settings_of({{"cleanup.policy", "compact"}}));
  const std::string message =
      "Compacted topic cannot accept message without key in topic partition t-0";
  EXPECT_EQ(result, (AppendResult{
                        .error = ErrorCode::invalid_record,
                        .log_start_offset = 0,
                        .record_errors = {{1, message}},
                        .error_message = "One or more records have been rejected due to 1 record "
                                         "errors in total, and only showing the first three errors "
                                         "at most: [RecordError(batchIndex=1, message='" +
                                         message + "')]"}));
}

TEST(RecordPolicy, OneBadTimestampMakesTheAnswerInvalidTimestamp) {
  PartitionLog log;
  const AppendResult result = append(
      log, batch_of({{.timestamp = noon.unix_ms()}, {.key = "k"}}),
      settings_of({{"cleanup.policy", "compact"}, {"message.timestamp.before.max.ms", "1000"}}));
  EXPECT_EQ(result.error, ErrorCode::invalid_timestamp);
  EXPECT_EQ(result.record_errors.size(), 2u);
  EXPECT_EQ(result.error_message, bad_timestamps);
}

TEST(RecordPolicy, AProducerMayNotClaimLogAppendTime) {
  const Buffer records =
      batch_of({{.timestamp = 1, .key = "k"}},
               {.timestamp_type = TimestampType::log_append_time, .append_time = 77});
  PartitionLog log;
  EXPECT_EQ(append(log, records, settings_of({{"message.timestamp.type", "LogAppendTime"}})),
            (AppendResult{
                .error = ErrorCode::invalid_timestamp,
                .log_start_offset = 0,
                .record_errors = {{0,
                                   "Invalid timestamp type in message DefaultRecord(offset=0, "
                                   "timestamp=77, key=1 bytes, value=1 bytes). Producer should not "
                                   "set timestamp type to LogAppendTime."}},
                .error_message = bad_timestamps}));
}

TEST(RecordPolicy, NoMoreThanAThousandErrorsAreListed) {
  BatchBuilder builder({.compression = Compression::zstd});
  for (int i = 0; i < 1500; ++i) builder.add(Record{.timestamp = 1000});
  PartitionLog log;
  const AppendResult result =
      append(log, builder.build().bytes(), settings_of({{"cleanup.policy", "compact"}}));
  EXPECT_EQ(result.record_errors.size(), 1000u);
  EXPECT_NE(result.error_message.value_or("").find("due to 1500 record errors"), std::string::npos);
}

}  // namespace
}  // namespace cohort::broker
