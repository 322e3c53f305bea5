// BatchView: one record batch of magic 2, read in place.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/compression.hpp>
#include <cohort/protocol/record_cursor.hpp>
#include <cohort/protocol/record_fault.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cohort {

enum class TimestampType : std::uint8_t { create_time = 0, log_append_time = 1 };

/// Bytes before the first record of a batch.
inline constexpr std::size_t batch_header_size = 61;
/// Bytes that the checksum does not cover and that change from log to log: base offset, length,
/// leader epoch.
inline constexpr std::size_t batch_prefix_size = 16;

/// The header of a record batch (KIP-98; DefaultRecordBatch). On the wire:
///
///     0 base offset 8 | 8 length 4 | 12 leader epoch 4 | 16 magic 1 | 17 crc 4 | 21 attributes 2
///     23 last offset delta 4 | 27 base timestamp 8 | 35 max timestamp 8 | 43 producer id 8
///     51 producer epoch 2 | 53 base sequence 4 | 57 record count 4 | 61 records
struct BatchHeader {
  std::int64_t base_offset = 0;
  std::int32_t batch_length = 0;  ///< Bytes behind the length field.
  std::int32_t partition_leader_epoch = -1;
  std::int8_t magic = 2;
  std::uint32_t crc = 0;  ///< CRC-32C from the attributes to the end.
  std::int16_t attributes = 0;
  std::int32_t last_offset_delta = 0;
  std::int64_t base_timestamp = no_timestamp;
  std::int64_t max_timestamp = no_timestamp;
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
  std::int32_t base_sequence = -1;
  std::int32_t record_count = 0;

  /// Nothing when the number stands for no codec.
  std::optional<Compression> compression() const { return compression_from_id(attributes & 7); }
  TimestampType timestamp_type() const {
    return (attributes & 8) != 0 ? TimestampType::log_append_time : TimestampType::create_time;
  }
  static constexpr std::int16_t transactional = 16;  ///< The bit of the attributes.
  bool is_transactional() const { return (attributes & transactional) != 0; }
  bool is_control() const { return (attributes & 32) != 0; }
  /// The base timestamp then is the time at which a tombstone may go (KIP-534).
  bool has_delete_horizon() const { return (attributes & 64) != 0; }
  std::optional<std::int64_t> delete_horizon() const {
    return has_delete_horizon() ? std::optional(base_timestamp) : std::nullopt;
  }
  bool has_producer_id() const { return producer_id > -1; }
  /// Wraps round as Java does when a header is nonsense.
  std::int64_t last_offset() const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(base_offset) +
                                     static_cast<std::uint64_t>(std::int64_t{last_offset_delta}));
  }
  /// The sequence number of the last record, which goes round at 2^31; -1 without sequences.
  std::int32_t last_sequence() const;

  bool operator==(const BatchHeader&) const = default;
};

/// The sequence number `increment` after this one; 2^31 - 1 is followed by 0
/// (DefaultRecordBatch.incrementSequence).
std::int32_t sequence_after(std::int32_t sequence, std::int32_t increment);

/// A batch and its decoded header. A value: copying it copies a reference to the bytes.
class BatchView {
 public:
  /// A view of exactly one batch. Checks sizes and the magic, not the checksum.
  static RecordResult<BatchView> of(Buffer bytes);

  const BatchHeader& header() const { return header_; }
  const Buffer& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  /// The records as they stand in the batch, packed or not.
  Buffer packed_records() const { return bytes_.slice(batch_header_size); }

  bool crc_matches() const;

  /// The records unpacked: a slice of the batch when it is not compressed. Does not look at the
  /// checksum.
  RecordResult<BatchRecords> records(std::size_t limit = default_decompressed_limit) const;

  /// This batch at another place in a log: a fresh 16-byte prefix and the shared rest.
  Buffers placed_at(std::int64_t base_offset, std::int32_t leader_epoch) const;

  /// The same batch with another max timestamp and timestamp type, and a checksum that fits; this
  /// batch itself when it has them already (DefaultRecordBatch.setMaxTimestamp).
  BatchView with_max_timestamp(TimestampType type, std::int64_t max_timestamp) const;

  /// What is left to tell of a batch that lost all its records: its header, with its offsets, its
  /// producer and its max timestamp (DefaultRecordBatch.writeEmptyHeader).
  BatchView without_records() const;

  friend bool operator==(const BatchView& a, const BatchView& b) { return a.bytes_ == b.bytes_; }

 private:
  BatchView(Buffer bytes, const BatchHeader& header);
  Buffer bytes_;
  BatchHeader header_;
};

/// The batch of these records, which are packed already, in two pieces: nothing of them is copied.
/// Of the header, the length, the magic and the checksum are worked out.
Buffers batch_around(const BatchHeader& header, Buffer packed_records);

/// What every record of a batch was found to be.
struct RecordsSummary {
  std::int64_t max_timestamp = no_timestamp;       ///< -1 when none is above (LogValidator).
  std::optional<std::int64_t> smallest_timestamp;  ///< Of those that are not -1.
  bool has_record_without_timestamp = false;
  std::optional<std::int32_t> first_without_key;  ///< Its place in the batch.
  bool offsets_count_up = true;                   ///< Offset deltas are 0, 1, 2, …
};

/// Reads all records; the first fault ends it.
RecordResult<RecordsSummary> summarize(const BatchRecords& records);

/// Checks a batch from the checksum to the last header of the last record.
RecordResult<RecordsSummary> validate(const BatchView& batch,
                                      std::size_t limit = default_decompressed_limit);

}  // namespace cohort
