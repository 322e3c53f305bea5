#include "partition_log.hpp"

#include "record_policy.hpp"
#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {
namespace {

/// The batch under an owner of its own when it is a small part of a frame.
BatchView compacted(const BatchView& batch) {
  Buffer bytes = batch.bytes().compacted();
  if (bytes.data() == batch.bytes().data()) return batch;
  auto view = BatchView::of(std::move(bytes));
  COHORT_ASSERT(view.has_value());
  return *std::move(view);
}

}  // namespace

SequencedBatch sequenced(const BatchHeader& header, bool is_verified) {
  return {.producer_id = header.producer_id,
          .producer_epoch = header.producer_epoch,
          .first_sequence = header.base_sequence,
          .last_sequence = header.last_sequence(),
          .is_transactional = header.is_transactional(),
          .is_verified = is_verified};
}

PartitionLog::PartitionLog(std::int32_t leader_epoch) { begin_epoch(leader_epoch); }

void PartitionLog::begin_epoch(std::int32_t leader_epoch) {
  epochs_.assign(leader_epoch, end_offset_);
}

AppendResult PartitionLog::refused(ErrorCode error) const {
  return {.error = error, .log_start_offset = start_offset_};
}

AppendResult PartitionLog::refused(RecordFault fault) const {
  AppendResult result{.error = error_code(fault)};
  if (answers_log_start_offset(fault)) result.log_start_offset = start_offset_;
  return result;
}

AppendResult PartitionLog::append(const AppendRequest& request, const LogSettings& settings) {
  const auto checked = check_produced(
      request.records, {.produce_version = request.produce_version,
                        .max_batch_bytes = static_cast<std::size_t>(settings.max_message_bytes)});
  if (checked.has_error()) return refused(checked.error());
  // A message set of versions 0 to 2 that holds no whole message is no error.
  if (!checked->has_value()) return refused(ErrorCode::none);
  return append_checked(**checked, request, settings);
}

AppendResult PartitionLog::append_checked(const ProducedBatch& batch, const AppendRequest& request,
                                          const LogSettings& settings) {
  if (auto fault = policy_fault(batch, request, settings)) {
    fault->log_start_offset = start_offset_;
    return *std::move(fault);
  }
  const auto stored =
      batch.stored({.compression = settings.compression,
                    .timestamp_type = settings.log_append_time ? TimestampType::log_append_time
                                                               : TimestampType::create_time,
                    .now_ms = request.now.unix_ms()});
  if (stored.has_error()) return refused(stored.error());
  // Packing or converting may have made it larger (UnifiedLog.append). Both errors answer no log
  // start.
  if (stored->size() > static_cast<std::size_t>(settings.max_message_bytes)) {
    return {.error = ErrorCode::message_too_large};
  }
  if (stored->size() > static_cast<std::size_t>(settings.segment_bytes)) {
    return {.error = ErrorCode::record_list_too_large};
  }
  AppendResult result = append_sequenced(*stored, request, settings);
  if (settings.log_append_time && result.appended_bytes > 0) {
    result.log_append_time_ms = request.now.unix_ms();
  }
  return result;
}

AppendResult PartitionLog::append_sequenced(const BatchView& batch, const AppendRequest& request,
                                            const LogSettings& settings) {
  const BatchHeader& header = batch.header();
  if (header.has_producer_id()) {
    const SequencedBatch sequence = sequenced(header, request.is_verified);
    if (const WrittenBatch* written = producers_.find_duplicate(sequence)) {
      // The first answer may have been lost: the same offset again, and its time whatever the
      // topic's type.
      return {.base_offset = written->base_offset,
              .log_append_time_ms = written->timestamp,
              .log_start_offset = start_offset_};
    }
    const ErrorCode error = producers_.check(sequence);
    if (error != ErrorCode::none) return refused(error);
    follow_producer(sequence, header);
  }
  const std::int64_t base_offset = end_offset_;
  store(compacted(batch), settings, request.now);
  return {.base_offset = base_offset,
          .log_start_offset = start_offset_,
          .appended_bytes = static_cast<std::int64_t>(batch.size())};
}

AppendResult PartitionLog::append_from_coordinator(const BatchView& batch,
                                                   const LogSettings& settings, Instant now) {
  const BatchView stored =
      settings.log_append_time
          ? batch.with_max_timestamp(TimestampType::log_append_time, now.unix_ms())
          : batch;
  const BatchHeader& header = stored.header();
  if (header.has_producer_id()) {
    const SequencedBatch sequence = sequenced(header, /*is_verified=*/true);
    if (producers_.is_fenced({sequence.producer_id, sequence.producer_epoch}))
      return refused(ErrorCode::invalid_producer_epoch);
    follow_producer(sequence, header);
  }
  const std::int64_t base_offset = end_offset_;
  store(stored, settings, now);
  return {.base_offset = base_offset,
          .log_start_offset = start_offset_,
          .appended_bytes = static_cast<std::int64_t>(stored.size())};
}

void PartitionLog::follow_producer(const SequencedBatch& sequence, const BatchHeader& header) {
  if (sequence.is_transactional && !producers_.has_open_transaction(sequence.producer_id)) {
    transactions_.begin(end_offset_);
  }
  producers_.append(sequence, {.first_sequence = sequence.first_sequence,
                               .last_sequence = sequence.last_sequence,
                               .base_offset = end_offset_,
                               .last_offset = end_offset_ + header.last_offset_delta,
                               .timestamp = header.max_timestamp});
}

void PartitionLog::store(const BatchView& batch, const LogSettings& settings, Instant now) {
  const std::optional<std::int32_t> epoch = epochs_.latest();
  COHORT_ASSERT(epoch.has_value());
  segments_.append({.offset = end_offset_,
                    .max_timestamp = batch.header().max_timestamp,
                    .size = static_cast<std::int64_t>(batch.size()),
                    .now = now},
                   settings);
  batches_.push_back({.base_offset = end_offset_, .leader_epoch = *epoch, .batch = batch});
  end_offset_ = batches_.back().last_offset() + 1;
  size_bytes_ += batches_.back().size();
}

std::vector<StoredBatch>::const_iterator PartitionLog::batch_at(std::int64_t offset) const {
  return std::ranges::lower_bound(batches_, offset, {}, &StoredBatch::last_offset);
}

std::int64_t PartitionLog::end_for(Isolation isolation) const {
  switch (isolation) {
    case Isolation::read_uncommitted:
      return high_watermark();
    case Isolation::read_committed:
      return ends_at_last_stable_offset ? last_stable_offset() : high_watermark();
    case Isolation::log_end:
      return log_end_offset();
  }
  return log_end_offset();
}

std::int64_t PartitionLog::segment_end(const StoredBatch& batch) const {
  return segments_.end_of(batch.base_offset).value_or(end_offset_);
}

ReadResult PartitionLog::read(const ReadRequest& request) const {
  if (request.offset < start_offset_ || request.offset > end_offset_) {
    return {.error = ErrorCode::offset_out_of_range};
  }
  ReadResult result{.high_watermark = high_watermark(),
                    .last_stable_offset = last_stable_offset(),
                    .log_start_offset = start_offset_};
  auto at = batch_at(request.offset);
  if (request.offset >= end_for(request.isolation) || at == batches_.end()) return result;
  const std::int64_t end = std::min(end_for(request.isolation), segment_end(*at));
  const std::optional<std::int64_t> next_segment = segments_.end_of(at->base_offset);
  result.ends_with_segment = next_segment && end_for(request.isolation) >= *next_segment;
  for (; at != batches_.end() && at->base_offset < end; ++at) {
    const bool is_owed = request.first_batch_whole && result.batches.empty();
    if (!is_owed && at->size() > request.max_bytes - result.bytes) break;
    result.batches.push_back(*at);
    result.bytes += at->size();
  }
  if (request.isolation == Isolation::read_committed) result.aborted = aborted_for(request, result);
  return result;
}

std::int64_t PartitionLog::bytes_from(std::int64_t offset, Isolation isolation,
                                      std::int64_t limit) const {
  const std::int64_t end = end_for(isolation);
  std::int64_t bytes = 0;
  for (auto at = batch_at(offset); at != batches_.end() && at->base_offset < end; ++at) {
    bytes += at->size();
    if (bytes >= limit) return std::max<std::int64_t>(limit, 0);
  }
  return bytes;
}

std::int64_t PartitionLog::size_of_batch_at(std::int64_t offset, Isolation isolation) const {
  const auto at = batch_at(offset);
  return at == batches_.end() || at->base_offset >= end_for(isolation) ? 0 : at->size();
}

DeleteRecordsResult PartitionLog::delete_records(std::int64_t offset, const LogSettings& settings) {
  // Records of a topic that is only compacted can't be deleted by age or order.
  if (!settings.deletes_records) return {.error = ErrorCode::policy_violation};
  const std::int64_t start = offset == -1 ? high_watermark() : offset;
  if (start < 0 || start > high_watermark()) return {.error = ErrorCode::offset_out_of_range};
  DeleteRecordsResult result{.low_watermark = std::max(start, start_offset_)};
  result.deleted_bytes = start_at(result.low_watermark);
  return result;
}

std::int64_t PartitionLog::start_at(std::int64_t offset) {
  start_offset_ = offset;
  epochs_.truncate_from_start(start_offset_);
  segments_.truncate_from_start(start_offset_);
  transactions_.truncate_from_start(start_offset_);
  // A batch that the start cuts through stays whole: its bytes are its producer's.
  const auto kept = batch_at(start_offset_);
  std::int64_t bytes = 0;
  for (auto at = batches_.cbegin(); at != kept; ++at) bytes += at->size();
  batches_.erase(batches_.cbegin(), kept);
  size_bytes_ -= bytes;
  return bytes;
}

}  // namespace cohort::broker
