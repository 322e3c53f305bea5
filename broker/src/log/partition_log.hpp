// PartitionLog: the record batches of one partition, in memory, in the order of their offsets.
#pragma once

#include "compaction.hpp"
#include "leader_epochs.hpp"
#include "producer_state.hpp"
#include "segments.hpp"
#include "stored_batch.hpp"
#include "topic_config.hpp"
#include "transaction_index.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/record_check.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// How far a reader may see. Source: FetchIsolation.
enum class Isolation : std::uint8_t {
  read_uncommitted,  ///< To the high watermark.
  read_committed,    ///< To the last stable offset.
  log_end,           ///< A debugging reader (replica id -2).
};

/// What a produce request brings for one partition. Lives for one call.
struct AppendRequest {
  Buffer records;
  std::int16_t produce_version = 11;
  Instant now;
  std::string_view topic;  ///< For messages, as the partition.
  std::int32_t partition = 0;
  bool is_verified = false;  ///< As SequencedBatch has it.
};

struct RecordError {
  std::int32_t batch_index = 0;
  std::string message;
  bool operator==(const RecordError&) const = default;
};

/// The partition's part of a produce answer, all fields as they are answered.
struct AppendResult {
  ErrorCode error = ErrorCode::none;
  std::int64_t base_offset = -1;
  std::int64_t log_append_time_ms = -1;
  std::int64_t log_start_offset = -1;
  std::vector<RecordError> record_errors;
  std::optional<std::string> error_message;
  /// What the log grew by: 0 after an error and for a duplicate.
  std::int64_t appended_bytes = 0;
  bool operator==(const AppendResult&) const = default;
};

struct ReadRequest {
  std::int64_t offset = 0;
  std::int64_t max_bytes = 0;
  bool first_batch_whole =
      true;  ///< Give the first batch even if it is larger than max_bytes (KIP-74).
  Isolation isolation = Isolation::read_uncommitted;
};

/// After an error the offsets are -1, as they are answered.
struct ReadResult {
  ErrorCode error = ErrorCode::none;
  std::int64_t high_watermark = -1;
  std::int64_t last_stable_offset = -1;
  std::int64_t log_start_offset = -1;
  std::vector<StoredBatch> batches;
  std::int64_t bytes = 0;
  std::vector<AbortedTransaction> aborted;  ///< For read_committed alone.
  /// The reader may see more, in the next segment: waiting does not make this read longer.
  bool ends_with_segment = false;
  bool operator==(const ReadResult&) const = default;
};

/// The timestamps of ListOffsets that are none. Source: ListOffsetsRequest.
inline constexpr std::int64_t latest_timestamp = -1;
inline constexpr std::int64_t earliest_timestamp = -2;
inline constexpr std::int64_t max_timestamp = -3;             ///< v7+ (KIP-734)
inline constexpr std::int64_t earliest_local_timestamp = -4;  ///< v8+ (KIP-405)
inline constexpr std::int64_t latest_tiered_timestamp = -5;   ///< v9+ (KIP-1005)

/// May a request of this version ask for the timestamp? If not, the answer is UNSUPPORTED_VERSION.
bool is_listable(std::int64_t timestamp, std::int16_t version);

/// All -1 when there is no such record.
struct FoundOffset {
  std::int64_t timestamp = -1;
  std::int64_t offset = -1;
  std::int32_t leader_epoch = -1;
  bool operator==(const FoundOffset&) const = default;
};

struct DeleteRecordsResult {
  ErrorCode error = ErrorCode::none;
  std::int64_t low_watermark = -1;
  std::int64_t deleted_bytes = 0;
  bool operator==(const DeleteRecordsResult&) const = default;
};

/// What producer state goes by of a batch's header.
SequencedBatch sequenced(const BatchHeader& header, bool is_verified);

/// A value: a copy shares every batch's bytes. Source: UnifiedLog.
class PartitionLog {
 public:
  /// An empty log whose leader is in this epoch.
  explicit PartitionLog(std::int32_t leader_epoch);
  PartitionLog() : PartitionLog(0) {}

  /// Checks what a client produced, gives it offsets and keeps it. Source: UnifiedLog.append,
  /// LogValidator.
  AppendResult append(const AppendRequest& request, const LogSettings& settings);
  /// Keeps a batch of a coordinator's own. If it belongs to a producer's transaction, its epoch
  /// counts and its sequence does not. Source: ProducerAppendInfo (AppendOrigin.COORDINATOR).
  AppendResult append_from_coordinator(const BatchView& batch, const LogSettings& settings,
                                       Instant now);
  /// Ends the producer's transaction. Kafka writes markers as control batches, which take up an
  /// offset like any other.
  AppendResult append_marker(const Marker& marker, const LogSettings& settings);
  /// Keeps a batch as it is, whatever it holds and whoever its producer is, with this offset for
  /// its first. REQUIRES: the offset is not below the log end.
  AppendResult append_raw(const BatchView& batch, std::int64_t at, const LogSettings& settings,
                          Instant now);
  /// A transactional batch comes whose producer has none open here: the coordinator is asked first.
  void begin_verification(const SequencedBatch& batch, Instant now) {
    producers_.begin_verification(batch, now);
  }
  /// Whole batches from the one with the offset on. Source: UnifiedLog.read, LogSegment.read.
  ReadResult read(const ReadRequest& request) const;
  /// Bytes from the batch with the offset on, as far as the reader sees, and no more than `limit`.
  std::int64_t bytes_from(std::int64_t offset, Isolation isolation, std::int64_t limit) const;
  /// Of the batch that a reader at the offset gets first; 0 if there is none.
  std::int64_t size_of_batch_at(std::int64_t offset, Isolation isolation) const;
  /// What ListOffsets v1+ answers. REQUIRES: is_listable. Source:
  /// Partition.fetchOffsetForTimestamp.
  FoundOffset find_offset(std::int64_t timestamp, Isolation isolation) const;
  /// What ListOffsets v0 answers: starts of segments and the end, largest first.
  /// Source: UnifiedLog.legacyFetchOffsetsBefore.
  std::vector<std::int64_t> find_segments(std::int64_t timestamp, std::int32_t max_count,
                                          Instant now) const;
  /// Moves the log start up to `offset`; -1 is the high watermark. Source:
  /// Partition.deleteRecordsOnLeader.
  DeleteRecordsResult delete_records(std::int64_t offset, const LogSettings& settings);
  /// Deletes segments from the oldest on, as long as there are too many bytes or they are too old;
  /// of a topic whose policy is not to delete none. Gives the freed bytes. Source:
  /// UnifiedLog.deleteOldSegments.
  std::int64_t apply_retention(const LogSettings& settings, Instant now);
  /// Compacts while enough is dirty. Gives the freed bytes, which are negative if it grew. Source:
  /// LogCleanerManager.grabFilthiestCompactedLog, Cleaner.clean.
  std::int64_t compact(const LogSettings& settings, Instant now);
  /// Compacts all that is decided, however little it is: the active segment ends here. What Kafka
  /// would do once that segment is full and enough of it dirty.
  std::int64_t compact_all(const LogSettings& settings, Instant now);
  /// Was anything written since the log was compacted, or could not be?
  bool is_dirty() const { return first_dirty_ < end_offset_; }
  /// Is the active segment larger than all before it, and 1 MiB? A coordinator's log is compacted
  /// then, so that it stays near twice what is left of it.
  bool has_doubled() const;
  /// Is there anything that the cleaner may have to do now or later, without another append?
  bool may_need_cleaner(const LogSettings& settings) const;
  /// The cleaner failed, and leaves the log alone for good. Source:
  /// LogCleanerManager.markPartitionUncleanable.
  bool is_uncleanable() const { return is_uncleanable_; }
  /// Records from now on belong to this epoch.
  void begin_epoch(std::int32_t leader_epoch);
  void expire_producers(Instant now, Duration expiration) { producers_.expire(now, expiration); }

  std::int64_t log_start_offset() const { return start_offset_; }
  std::int64_t log_end_offset() const { return end_offset_; }
  /// The log end: there is one replica.
  std::int64_t high_watermark() const { return end_offset_; }
  /// Where the first open transaction begins, or the high watermark: what lies before is decided.
  /// Source: UnifiedLog.lastStableOffset.
  std::int64_t last_stable_offset() const;
  /// The first offset that this reader does not see.
  std::int64_t end_for(Isolation isolation) const;
  /// Bytes of all batches.
  std::int64_t size_bytes() const { return size_bytes_; }
  const std::vector<StoredBatch>& batches() const { return batches_; }
  const Segments& segments() const { return segments_; }
  const LeaderEpochs& epochs() const { return epochs_; }
  const ProducerState& producers() const { return producers_; }

  bool operator==(const PartitionLog&) const = default;

 private:
  friend struct DigestOf<PartitionLog>;
  AppendResult refused(ErrorCode error) const;
  AppendResult refused(RecordFault fault) const;
  AppendResult append_checked(const ProducedBatch& batch, const AppendRequest& request,
                              const LogSettings& settings);
  AppendResult append_sequenced(const BatchView& batch, const AppendRequest& request,
                                const LogSettings& settings);
  /// Takes over what the batch says of its producer.
  void follow_producer(const SequencedBatch& sequence, const BatchHeader& header);
  void end_transaction(const Marker& marker, std::int64_t offset);
  void store(const BatchView& batch, const LogSettings& settings, Instant now);
  std::vector<AbortedTransaction> aborted_for(const ReadRequest& request,
                                              const ReadResult& result) const;
  /// Where a read that begins with this batch ends at the latest: with its segment.
  std::int64_t segment_end(const StoredBatch& batch) const;
  Cleanable cleanable(const LogSettings& settings, Instant now) const;
  /// Where the first segment begins that holds anything undecided, new or still being written.
  std::int64_t first_uncleanable(std::int64_t first_dirty, const LogSettings& settings,
                                 std::int64_t now_ms) const;
  std::int64_t clean(const Cleanable& part, const LogSettings& settings, Instant now);
  /// Moves the log start, and gives the bytes of the batches that lie before it.
  std::int64_t start_at(std::int64_t offset);
  std::int64_t delete_segments(std::size_t count, Instant now);
  FoundOffset first_since(std::int64_t timestamp) const;
  FoundOffset latest_in_time() const;
  /// The batch with the offset, or the first one behind it.
  std::vector<StoredBatch>::const_iterator batch_at(std::int64_t offset) const;

  std::vector<StoredBatch> batches_;
  std::int64_t start_offset_ = 0;
  std::int64_t end_offset_ = 0;
  std::int64_t size_bytes_ = 0;
  Segments segments_;
  LeaderEpochs epochs_;
  ProducerState producers_;
  TransactionIndex transactions_;
  std::int64_t first_dirty_ = 0;  ///< What lies before was compacted.
  bool is_uncleanable_ = false;
};

}  // namespace cohort::broker
