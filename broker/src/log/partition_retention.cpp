// What retention asks of a PartitionLog.
#include "partition_log.hpp"

#include <algorithm>

namespace cohort::broker {
namespace {

/// How many segments from the oldest on hold no more than what is too much. The active one goes as
/// well if it has records. Source: UnifiedLog.deleteRetentionSizeBreachedSegments.
std::size_t segments_beyond(const std::vector<Segment>& segments, std::int64_t too_much) {
  std::size_t count = 0;
  for (const Segment& segment : segments) {
    const bool is_empty_end = &segment == &segments.back() && segment.size == 0;
    if (is_empty_end || segment.size > too_much) break;
    too_much -= segment.size;
    ++count;
  }
  return count;
}

/// How many segments from the oldest on have nothing young enough; a segment's age is that of its
/// youngest record. Source: UnifiedLog.deleteRetentionMsBreachedSegments.
std::size_t segments_older(const std::vector<Segment>& segments, std::int64_t retention_ms,
                           std::int64_t now_ms) {
  const auto old_enough = [&](const Segment& segment) {
    const bool is_empty_end = &segment == &segments.back() && segment.size == 0;
    return !is_empty_end && now_ms - segment.largest_timestamp() > retention_ms;
  };
  const auto first_kept = std::ranges::find_if_not(segments, old_enough);
  return static_cast<std::size_t>(first_kept - segments.begin());
}

}  // namespace

std::int64_t PartitionLog::delete_segments(std::size_t count, Instant now) {
  if (count == 0) return 0;
  // One has to be there; no record is lost that is not decided to go, since all are replicated.
  if (count == segments_.all().size()) segments_.roll(end_offset_, now);
  const std::int64_t start = segments_.all()[count].base_offset;
  segments_.drop_first(count);
  return start_at(std::max(start, start_offset_));
}

std::int64_t PartitionLog::apply_retention(const LogSettings& settings, Instant now) {
  if (!settings.deletes_records) return 0;
  std::int64_t freed = 0;
  if (settings.retention_bytes >= 0) {
    const std::int64_t too_much = segments_.size_bytes() - settings.retention_bytes;
    if (too_much >= 0) freed += delete_segments(segments_beyond(segments_.all(), too_much), now);
  }
  if (settings.retention_ms >= 0) {
    freed +=
        delete_segments(segments_older(segments_.all(), settings.retention_ms, now.unix_ms()), now);
  }
  return freed;
}

}  // namespace cohort::broker
