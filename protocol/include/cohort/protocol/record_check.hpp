// check_produced: from the records field of a produce request to the batch that a log stores.
#pragma once

#include <cohort/protocol/record_batch.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cohort {

struct ProduceRules {
  std::int16_t produce_version = 11;        ///< v3 and later take exactly one batch of magic 2.
  std::size_t max_batch_bytes = 1'048'588;  ///< The topic's max.message.bytes.
  std::size_t decompressed_limit = default_decompressed_limit;
};

/// How the log wants its batches (all from the topic's configuration).
struct StoreRules {
  std::optional<Compression>
      compression;  ///< Nothing is compression.type=producer: the batch's own.
  TimestampType timestamp_type = TimestampType::create_time;
  std::int64_t now_ms = 0;  ///< The timestamp of all records under log append time.
};

/// Records that are well formed; what the topic allows (timestamps, keys) is for the log to say.
/// Messages of magic 0 and 1 have become records of magic 2.
struct ProducedBatch {
  BatchHeader header;  ///< Of the batch; for messages of magic 0 and 1 only count, compression and
                       ///< timestamp type.
  BatchRecords records;
  RecordsSummary summary;
  std::optional<BatchView> original;  ///< The batch as it came, when it was of magic 2.

  /// The batch to store: the original when nothing about it has to change (only its prefix is then
  /// to be set), with another max timestamp when that is wrong, or written anew. Check its size
  /// again when `original` is not what it returns (UnifiedLog.append).
  RecordResult<BatchView> stored(const StoreRules& rules) const;
};

/// Checks the records of one partition in Kafka's order (see RecordFault). Nothing, without a
/// fault, when a request below v3 brought no whole message: Kafka answers it with no error and base
/// offset -1. Source: ProduceRequest.validateRecords, UnifiedLog.analyzeAndValidateRecords,
/// LogValidator.
RecordResult<std::optional<ProducedBatch>> check_produced(const Buffer& records,
                                                          const ProduceRules& rules);

/// The first of its checks, which come before anything is asked of the topic but whether it exists:
/// what the version of the request demands. Source: ProduceRequest.validateRecords.
std::optional<RecordFault> request_fault(const Buffer& records, std::int16_t produce_version);

}  // namespace cohort
