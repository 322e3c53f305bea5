// What the cleaner of compacted topics asks of a PartitionLog.
#include "partition_log.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::broker {
namespace {

constexpr std::int64_t no_time = std::numeric_limits<std::int64_t>::max();

/// Has anything that is dirty waited too long? Segments without timestamps never have. Source:
/// LogCleanerManager.maxCompactionDelay.
bool is_overdue(std::span<const Segment> dirty, const LogSettings& settings, std::int64_t now_ms) {
  std::int64_t earliest = no_time;
  for (const Segment& segment : dirty) {
    if (segment.first_timestamp > 0) earliest = std::min(earliest, segment.first_timestamp);
  }
  return earliest < now_ms - settings.max_compaction_lag_ms;
}

std::span<const Segment> part_of(const Segments& segments, Segments::Range range) {
  return std::span(segments.all()).subspan(range.first, range.last - range.first);
}

}  // namespace

std::int64_t PartitionLog::first_uncleanable(std::int64_t first_dirty, const LogSettings& settings,
                                             std::int64_t now_ms) const {
  const std::int64_t active = segments_.active().base_offset;
  std::int64_t bound = std::min(last_stable_offset(), active);
  if (settings.min_compaction_lag_ms > 0) {
    for (const Segment& segment : part_of(segments_, segments_.covering(first_dirty, active))) {
      if (segment.largest_timestamp() <= now_ms - settings.min_compaction_lag_ms) continue;
      bound = std::min(bound, segment.base_offset);
      break;
    }
  }
  bound = std::max(bound, first_dirty);
  // Segments are cleaned as a whole (LogCleanerManager.calculateCleanableBytes).
  const Segments::Range behind = segments_.covering(bound, active);
  return behind.first < behind.last ? segments_.all()[behind.first].base_offset : active;
}

Cleanable PartitionLog::cleanable(const LogSettings& settings, Instant now) const {
  Cleanable part{.first_dirty = std::max(first_dirty_, start_offset_)};
  part.first_uncleanable = first_uncleanable(part.first_dirty, settings, now.unix_ms());
  const std::int64_t first = std::min(part.first_dirty, part.first_uncleanable);
  part.cleanable_bytes = segments_.size_of(segments_.covering(first, part.first_uncleanable));
  const std::int64_t clean = segments_.size_of(segments_.covering(-1, part.first_dirty));
  const std::int64_t total = clean + part.cleanable_bytes;
  if (total > 0) {
    part.dirty_ratio = static_cast<double>(part.cleanable_bytes) / static_cast<double>(total);
  }
  const std::int64_t active = segments_.active().base_offset;
  part.is_overdue = is_overdue(part_of(segments_, segments_.covering(part.first_dirty, active)),
                               settings, now.unix_ms());
  return part;
}

std::int64_t PartitionLog::clean(const Cleanable& part, const LogSettings& settings, Instant now) {
  std::optional<CleanedLog> cleaned = compacted({.batches = batches_,
                                                 .segments = segments_,
                                                 .transactions = transactions_,
                                                 .producers = producers_,
                                                 .part = part,
                                                 .now_ms = now.unix_ms()},
                                                settings);
  if (!cleaned) {
    is_uncleanable_ = true;
    return 0;
  }
  batches_ = std::move(cleaned->batches);
  segments_ = std::move(cleaned->segments);
  transactions_ = std::move(cleaned->transactions);
  first_dirty_ = std::max(first_dirty_, cleaned->first_dirty);
  const std::int64_t before = std::exchange(size_bytes_, 0);
  for (const StoredBatch& batch : batches_) size_bytes_ += batch.size();
  return before - size_bytes_;
}

std::int64_t PartitionLog::compact(const LogSettings& settings, Instant now) {
  std::int64_t freed = 0;
  while (!is_uncleanable_) {
    const Cleanable part = cleanable(settings, now);
    const bool is_due = (part.is_overdue && part.cleanable_bytes > 0) ||
                        part.dirty_ratio > settings.min_cleanable_ratio;
    if (!is_due) break;
    freed += clean(part, settings, now);
    // Every run gets on: what it looked at is clean now.
    COHORT_ASSERT(is_uncleanable_ || first_dirty_ > part.first_dirty);
  }
  return freed;
}

std::int64_t PartitionLog::compact_all(const LogSettings& settings, Instant now) {
  if (is_uncleanable_ || segments_.size_bytes() == 0) return 0;
  if (segments_.active().size > 0) segments_.roll(end_offset_, now);
  return clean(cleanable(settings, now), settings, now);
}

bool PartitionLog::has_doubled() const {
  constexpr std::int64_t least = std::int64_t{1} << 20;
  const std::int64_t active = segments_.active().size;
  return active >= std::max(least, size_bytes_ - active);
}

bool PartitionLog::may_need_cleaner(const LogSettings& settings) const {
  if (is_uncleanable_ || segments_.size_bytes() == 0) return false;
  return segments_.all().size() > 1 || settings.deletes_records;
}

}  // namespace cohort::broker
