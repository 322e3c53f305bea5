// Compaction: of each key the last record stays, and what readers and producers need beside it.
#pragma once

#include "producer_state.hpp"
#include "segments.hpp"
#include "stored_batch.hpp"
#include "topic_config.hpp"
#include "transaction_index.hpp"
#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cohort::broker {

/// Which part of a log can be compacted. Source: LogCleanerManager, LogToClean.
struct Cleanable {
  std::int64_t first_dirty = 0;        ///< What lies before was compacted already.
  std::int64_t first_uncleanable = 0;  ///< Where the first segment begins that has to stay.
  std::int64_t cleanable_bytes = 0;
  double dirty_ratio = 0;   ///< Of cleanable bytes among these and the clean ones.
  bool is_overdue = false;  ///< Dirty for longer than `max.compaction.lag.ms`.
  bool operator==(const Cleanable&) const = default;
};

/// A log to be compacted, in its parts. Lives for one call.
struct CleaningJob {
  std::span<const StoredBatch> batches;
  const Segments& segments;
  const TransactionIndex& transactions;
  const ProducerState& producers;
  Cleanable part;
  std::int64_t now_ms = 0;
  /// The most keys that one run looks at: Kafka's map of offsets holds no more by default
  /// (log.cleaner.dedupe.buffer.size). What comes behind waits for the next run.
  std::size_t max_keys = 5'033'164;
};

/// What takes the place of the log's parts.
struct CleanedLog {
  std::vector<StoredBatch> batches;
  Segments segments;
  TransactionIndex transactions;
  std::int64_t first_dirty = 0;
  bool operator==(const CleanedLog&) const = default;
};

/// One run of the cleaner. A batch that loses records is written anew with its codec, its offsets
/// and its place in its producer's sequence; others are shared. Nothing when Kafka's cleaner fails:
/// a batch that must be written anew has a record from before 1970, or one can't be read, as only
/// what a test appends by hand. Source: Cleaner.doClean,
/// MemoryRecords.filterTo.
std::optional<CleanedLog> compacted(const CleaningJob& job, const LogSettings& settings);

}  // namespace cohort::broker
