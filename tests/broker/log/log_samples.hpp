// Record batches and logs that the tests of the log folder share.
#pragma once

#include "log/partition_log.hpp"
#include "log/topic_config.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/protocol/batch_builder.hpp>

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace cohort::broker {

inline constexpr Instant noon = Instant::from_unix_ms(1'700'000'000'000);

struct Sample {
  std::int64_t timestamp = 1000;
  std::string_view value = "v";
  std::optional<std::string_view> key = std::nullopt;
};

inline Buffer batch_of(std::initializer_list<Sample> samples, const BatchOptions& options = {}) {
  BatchBuilder builder(options);
  for (const Sample& sample : samples) {
    Record record{.timestamp = sample.timestamp, .value = Buffer::copy_of(sample.value)};
    if (sample.key.has_value()) record.key = Buffer::copy_of(*sample.key);
    builder.add(record);
  }
  return builder.build().bytes();
}

inline LogSettings settings_of(const TopicOverrides& overrides = {}) {
  EXPECT_EQ(topic_overrides_fault(overrides, Config{}), std::nullopt);
  return log_settings(overrides, Config{});
}

inline AppendResult append(PartitionLog& log, Buffer records, const LogSettings& settings,
                           Instant now = noon) {
  return log.append({.records = std::move(records), .now = now, .topic = "t"}, settings);
}
inline AppendResult append(PartitionLog& log, Buffer records) {
  return append(log, std::move(records), settings_of());
}

/// A log that starts at 0 with batches of these sizes in records, one timestamp each: 1000, 1001, …
inline PartitionLog log_of(std::initializer_list<int> sizes) {
  PartitionLog log;
  std::int64_t timestamp = 1000;
  for (const int size : sizes) {
    BatchBuilder builder({});
    for (int i = 0; i < size; ++i) {
      builder.add(Record{.timestamp = timestamp++, .value = Buffer::copy_of("v")});
    }
    EXPECT_EQ(append(log, builder.build().bytes()).error, ErrorCode::none);
  }
  return log;
}

/// Base offsets of what a read gave.
inline std::vector<std::int64_t> offsets_of(const ReadResult& result) {
  std::vector<std::int64_t> offsets;
  for (const StoredBatch& batch : result.batches) offsets.push_back(batch.base_offset);
  return offsets;
}

}  // namespace cohort::broker
