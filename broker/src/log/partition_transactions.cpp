// What transactions ask of a PartitionLog.
#include "partition_log.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>

namespace cohort::broker {
namespace {

/// Kafka finds the end of what a read may list through its sparse offset index, which has an entry
/// about every so many bytes (index.interval.bytes; LogSegment.fetchUpperBoundOffset).
constexpr std::int64_t bytes_between_index_entries = 4096;

}  // namespace

std::int64_t PartitionLog::last_stable_offset() const {
  // Records that are gone hold nobody back (UnifiedLog.maybeIncrementFirstUnstableOffset).
  const std::int64_t first_open = transactions_.first_open().value_or(end_offset_);
  return std::min(std::max(first_open, start_offset_), high_watermark());
}

AppendResult PartitionLog::append_marker(const Marker& marker, const LogSettings& settings) {
  const ErrorCode error = producers_.check(marker);
  if (error != ErrorCode::none) return refused(error);
  BatchView batch = marker_batch(marker);
  if (settings.log_append_time) {
    batch = batch.with_max_timestamp(TimestampType::log_append_time, marker.timestamp);
  }
  const std::int64_t offset = end_offset_;
  store(batch, settings, Instant::from_unix_ms(marker.timestamp));
  end_transaction(marker, offset);
  return {.base_offset = offset,
          .log_start_offset = start_offset_,
          .appended_bytes = static_cast<std::int64_t>(batch.size())};
}

void PartitionLog::end_transaction(const Marker& marker, std::int64_t offset) {
  // A transaction without batches here has held nobody back and leaves nothing to filter.
  const std::optional<std::int64_t> first = producers_.end_transaction(marker);
  if (!first) return;
  if (marker.type == MarkerType::abort) {
    transactions_.abort(marker.producer_id, *first, offset);
  } else {
    transactions_.commit(*first);
  }
}

AppendResult PartitionLog::append_raw(const BatchView& batch, std::int64_t at,
                                      const LogSettings& settings, Instant now) {
  COHORT_ASSERT(at >= end_offset_);
  end_offset_ = at;
  const BatchHeader& header = batch.header();
  if (header.has_producer_id() && !header.is_control()) {
    follow_producer(sequenced(header, /*is_verified=*/true), header);
  }
  store(batch, settings, now);
  if (const std::optional<Marker> marker = marker_of(batch)) end_transaction(*marker, at);
  return {.base_offset = at,
          .log_start_offset = start_offset_,
          .appended_bytes = static_cast<std::int64_t>(batch.size())};
}

std::vector<AbortedTransaction> PartitionLog::aborted_for(const ReadRequest& request,
                                                          const ReadResult& result) const {
  auto at = batch_at(request.offset);
  const std::int64_t end = segment_end(*at);
  at += std::ssize(result.batches);
  std::int64_t bytes = 0;
  for (; at != batches_.end() && at->base_offset < end && bytes < bytes_between_index_entries;
       ++at) {
    bytes += at->size();
  }
  const std::int64_t bound = at == batches_.end() ? end : std::min(at->base_offset, end);
  return transactions_.aborted_in(request.offset, bound);
}

}  // namespace cohort::broker
