// FetchedRecords: what one answer brought of one partition, cut into records as they are asked for.
#pragma once

#include "consumer/positions.hpp"
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/compression.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/record_cursor.hpp>
#include <cohort/protocol/records.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
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
  /// Takes over what is in the answer to a fetch from this position on.
  FetchedRecords(TopicPartition partition, const Position& position, FetchPartitionData& answer);

  /// Behind the last record that was read or skipped.
  const Position& position() const { return position_; }
  bool is_drained() const { return !batch_ && !next_ && !trouble_; }

  /// Reads so many records at the most behind `into`. Ends before the first that can't be read,
  /// which is then told, and told again if it is called again.
  std::optional<Failure> read(std::size_t most, const ReadRules& rules,
                              std::vector<ConsumerRecord>& into);

 private:
  friend struct DigestOf<FetchedRecords>;
  /// So that it is known whether anything is left: takes the next entry, unread.
  void look_ahead();
  std::optional<Failure> open(const RecordsEntry& entry, const ReadRules& rules);
  std::optional<Failure> open_message(const RecordsEntry& entry, const ReadRules& rules);
  /// Takes note of the transactions that begin or end with the batch.
  bool is_aborted(const BatchView& batch);
  std::optional<Failure> read_batch(std::size_t limit, std::vector<ConsumerRecord>& into);
  void read_messages(std::size_t limit, std::vector<ConsumerRecord>& into);
  ConsumerRecord& add(std::int64_t offset, std::vector<ConsumerRecord>& into);
  void pass(std::int64_t last_offset, std::int32_t leader_epoch);
  /// `last`: the offset at which it ends; -1: not known.
  Failure failure(RecordFault fault, std::int64_t last) const;
  Failure failure(const std::string& what, std::int64_t last) const;

  TopicPartition partition_;
  Position position_;
  RecordsReader records_;
  std::optional<RecordsEntry> next_;
  std::optional<Failure> trouble_;                ///< What stands where the next entry should.
  std::vector<FetchAbortedTransaction> aborted_;  ///< Those yet to begin, the first one last.
  std::set<std::int64_t> aborted_producers_;      ///< Whose records are skipped now.
  std::optional<OpenBatch> batch_;
};

}  // namespace cohort::client
