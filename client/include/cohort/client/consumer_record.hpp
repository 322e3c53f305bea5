// ConsumerRecord: one record as a consumer gets it.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/record.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

/// Key, value and headers' values are slices of what the broker sent, or of what was unpacked from
/// it, and keep the whole of it alive: `compacted()` is for those that are kept for long.
struct ConsumerRecord {
  std::string topic;
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::int64_t timestamp = no_timestamp;  ///< Milliseconds since the Unix epoch.
  TimestampType timestamp_type = TimestampType::create_time;
  std::int32_t leader_epoch = -1;  ///< Of the leader that appended it; -1: not known.
  std::optional<Buffer> key{};
  std::optional<Buffer> value{};
  std::vector<RecordHeader> headers{};
  bool operator==(const ConsumerRecord&) const = default;
};

}  // namespace cohort::client
