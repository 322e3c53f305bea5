// ProducerBatch: records of one partition that travel together, from the first append to the end.
#pragma once

#include "producer/sequence.hpp"
#include "session/session.hpp"
#include <cohort/client/delivery.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/compression.hpp>
#include <cohort/protocol/record.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::client {

/// A record whose sender wants to hear of it.
struct ReportedRecord {
  DeliveryId id{};
  std::uint64_t tag = 0;
  std::int64_t timestamp = no_timestamp;
  std::int32_t index = 0;  ///< In its batch.
};

/// Bytes that the record takes in a batch by itself, header and all, or a few less
/// (AbstractRecords.estimateSizeInBytesUpperBound). Without looking at their bytes.
std::size_t size_bound(const std::optional<Buffer>& key, const std::optional<Buffer>& value,
                       const std::vector<RecordHeader>& headers);

/// Open while it takes records, then closed; packed when it is sent first. A packed batch does not
/// change but for its producer and sequence, which are written each time that it is sent.
class ProducerBatch {
 public:
  ProducerBatch(Compression compression, Instant created);

  bool is_open() const { return is_open_; }
  std::int32_t record_count() const { return record_count_; }
  bool is_packed() const { return is_packed_; }
  /// Of the records before compression, with the batch's header.
  std::size_t size() const { return size_; }
  /// As it is sent. REQUIRES: it is packed.
  std::size_t packed_size() const { return batch_header_size + packed_.size(); }
  Instant created() const { return created_; }
  Compression compression() const { return compression_; }
  const std::vector<ReportedRecord>& reported() const { return reported_; }

  /// REQUIRES: is_open().
  void add(const Record& record);
  /// The record that was added last wants to be heard of.
  void report_last(DeliveryId id, std::uint64_t tag, std::int64_t timestamp);
  /// No more records. Nothing if it is closed.
  void close() { is_open_ = false; }
  /// Closes and compresses it. Nothing if that is done.
  void pack();
  /// The batch on the wire. REQUIRES: it is packed.
  Buffers bytes() const;

  /// The same records in smaller batches, which a broker may take that found this one too large; no
  /// one of more than `limit` bytes, nor of much more than half of this one's, but those of a
  /// single record. REQUIRES: it is packed.
  std::vector<ProducerBatch> split(std::size_t limit) const;

  bool has_sequence() const { return first_sequence != no_sequence; }
  /// REQUIRES: has_sequence().
  std::int32_t last_sequence() const { return sequence_after(first_sequence, record_count_ - 1); }

  // On its way, as the sender keeps it.

  ProducerIdAndEpoch producer;  ///< Under whom its sequence counts.
  bool is_transactional = false;
  std::int32_t first_sequence = no_sequence;
  std::optional<RequestId> request;  ///< With which it is under way.
  Destination to;                    ///< Where that went.
  std::int32_t leader_epoch = -1;    ///< Of the leader that it was sent to last; -1: not told.
  std::uint32_t attempts = 0;        ///< That failed.
  Instant not_before;                ///< Of the next attempt.
  /// An attempt may have been written though nobody said so: its answer was lost, or said that not
  /// all replicas have it.
  bool may_be_written = false;
  ErrorCode last_error = ErrorCode::none;  ///< Of the last attempt.

 private:
  Compression compression_;
  Instant created_;
  BatchBuilder builder_;
  bool is_open_ = true;
  bool is_packed_ = false;
  std::int32_t record_count_ = 0;
  std::size_t size_ = batch_header_size;
  std::int64_t base_timestamp_ = no_timestamp;
  std::int64_t max_timestamp_ = no_timestamp;
  Buffer packed_;
  std::vector<ReportedRecord> reported_;
};

}  // namespace cohort::client
