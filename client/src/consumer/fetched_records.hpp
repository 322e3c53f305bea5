// FetchedRecords: what one answer brought of one partition, cut into records as they are asked for.
#pragma once

#include "consumer/positions.hpp"
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/compression.hpp>
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/record_cursor.hpp>
#include <cohort/protocol/records.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace cohort::client {

struct ReadRules {
  IsolationLevel isolation = IsolationLevel::read_uncommitted;
  bool check_crcs = true;
  std::size_t decompressed_limit = default_decompressed_limit;
};

/// A batch that records are being read from, unpacked: of magic 2, or the messages of magic 0 or 1
/// that one entry holds.
struct OpenBatch {
  std::int64_t base_offset = 0;
  std::int64_t last_offset = 0;
  std::int32_t leader_epoch = -1;
  TimestampType timestamp_type = TimestampType::create_time;
  Buffer bytes;                        ///< Of which the records are slices.
  std::optional<RecordCursor> cursor;  ///< Magic 2.
  std::int32_t records_left = 0;
  std::vector<Message> messages;  ///< Magic 0 and 1.
  std::size_t next_message = 0;
};

/// Skips what is below the position, control batches, and, when only what is committed may be read,
/// the batches of aborted transactions. Source: CompletedFetch.
class FetchedRecords {
 public:
  FetchedRecords(TopicPartition partition, std::int64_t offset, const FetchPartitionData& answer);

  const TopicPartition& partition() const { return partition_; }
  /// Behind the last record that was read or skipped.
  const Position& position() const { return position_; }
  bool is_drained() const { return !batch_ && records_.left() == 0; }

  /// Reads so many records at the most behind `into`. Ends at the first that can't be read, which
  /// is then told.
  std::optional<Failure> read(std::size_t most, const ReadRules& rules,
                              std::vector<ConsumerRecord>& into);

 private:
  /// Until a batch with records is open, or all is drained.
  std::optional<Failure> open_next(const ReadRules& rules);
  std::optional<Failure> open(const RecordsEntry& entry, const ReadRules& rules);
  std::optional<Failure> open_message(const RecordsEntry& entry, const ReadRules& rules);
  bool is_aborted(const BatchView& batch);
  std::optional<Failure> read_batch(std::size_t most, std::vector<ConsumerRecord>& into);
  std::optional<Failure> read_messages(std::size_t most, std::vector<ConsumerRecord>& into);
  void pass(const OpenBatch& batch);
  Failure failure(RecordFault fault, std::int64_t first, std::int64_t last) const;

  TopicPartition partition_;
  Position position_;
  RecordsReader records_;
  std::vector<FetchAbortedTransaction>
      aborted_;                               ///< Those that are still to begin, first one last.
  std::set<std::int64_t> aborted_producers_;  ///< Whose records are skipped now.
  std::optional<OpenBatch> batch_;
};

}  // namespace cohort::client
