// BatchBuilder: writes a record batch of magic 2.
#pragma once

#include <cohort/protocol/record.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cohort {

struct BatchOptions {
  std::int64_t base_offset = 0;
  std::int32_t partition_leader_epoch = -1;
  Compression compression = Compression::none;
  TimestampType timestamp_type = TimestampType::create_time;
  std::int64_t append_time = no_timestamp;  ///< The max timestamp under log append time.
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
  std::int32_t base_sequence = -1;
  bool is_transactional = false;
  bool is_control = false;
  /// When the batch's tombstones, or its marker, may go: the base timestamp then (KIP-534).
  std::optional<std::int64_t> delete_horizon;
  /// Nothing: that of the last record. A batch that lost records keeps the offsets it had.
  std::optional<std::int32_t> last_offset_delta;
};

/// Records go in by `add` and get the offset deltas 0, 1, 2, …, or by `keep` with their own;
/// `build` gives the batch. The base timestamp is the delete horizon or the first record's, the max
/// timestamp the greatest (-1 with no records).
class BatchBuilder {
 public:
  explicit BatchBuilder(const BatchOptions& options) : options_(options) {}

  void add(const Record& record);
  /// The record as it is seen; its offset and timestamp deltas are written anew.
  void add(const RecordView& record);
  /// The same with the offset delta that it has, which is above those of the records before it.
  void keep(const RecordView& record);

  std::int32_t record_count() const { return count_; }
  /// Bytes of the batch so far, before compression.
  std::size_t uncompressed_size() const { return batch_header_size + body_.size(); }
  /// The records before compression, moved out: the builder is spent.
  BatchRecords take_records();

  BatchView build() const;

 private:
  struct Fields;
  void append(const Fields& fields);

  BatchOptions options_;
  std::vector<std::uint8_t> body_;
  std::int32_t count_ = 0;
  std::int32_t last_offset_delta_ = -1;
  std::int64_t base_timestamp_ = no_timestamp;
  std::int64_t max_timestamp_ = no_timestamp;
};

}  // namespace cohort
