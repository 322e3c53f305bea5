// Searches by timestamp inside one batch, for ListOffsets.
#pragma once

#include <cohort/protocol/record_batch.hpp>

#include <cstdint>
#include <optional>

namespace cohort {

/// Where a record stands in time and in the log.
struct TimestampedOffset {
  std::int64_t offset = -1;
  std::int64_t timestamp = no_timestamp;
  bool operator==(const TimestampedOffset&) const = default;
};

/// A search's first offset is that of the batch in its log, which may differ from the one in its
/// header.
struct SearchFrom {
  std::int64_t base_offset = 0;
  std::int64_t start_offset =
      0;  ///< Records before it are passed over (the log start may lie inside the batch).
};

/// The first record at or after `start_offset` whose timestamp is `target` or later; nothing if
/// there is none (FileRecords.searchForTimestamp).
std::optional<TimestampedOffset> first_at_or_after(const BatchView& batch, std::int64_t target,
                                                   SearchFrom from);

/// The first record that has the batch's max timestamp; under log append time that is its first
/// record (KIP-734; RecordBatch.offsetOfMaxTimestamp).
std::optional<TimestampedOffset> latest_record(const BatchView& batch, std::int64_t base_offset);

}  // namespace cohort
