#include "segments.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <iterator>

namespace cohort::broker {

bool Segments::must_roll(const SegmentAppend& batch, const LogSettings& settings) const {
  const Segment& active = all_.back();
  if (active.size == 0) return false;
  if (active.size > settings.segment_bytes - batch.size) return true;
  const std::int64_t waited_ms = active.first_timestamp >= 0
                                     ? batch.max_timestamp - active.first_timestamp
                                     : batch.now.unix_ms() - active.created.unix_ms();
  return waited_ms > settings.segment_ms;
}

void Segments::append(const SegmentAppend& batch, const LogSettings& settings) {
  if (must_roll(batch, settings)) all_.push_back({.base_offset = batch.offset});
  Segment& active = all_.back();
  if (active.size == 0) {
    active.first_timestamp = batch.max_timestamp;
    active.created = batch.now;
  }
  active.max_timestamp = std::max(active.max_timestamp, batch.max_timestamp);
  active.size += batch.size;
  active.modified = batch.now;
}

void Segments::truncate_from_start(std::int64_t offset) {
  while (all_.size() > 1 && all_[1].base_offset <= offset) all_.erase(all_.begin());
}

void Segments::roll(std::int64_t offset, Instant now) {
  COHORT_ASSERT(all_.back().base_offset < offset);
  all_.push_back({.base_offset = offset, .created = now, .modified = now});
}

void Segments::drop_first(std::size_t count) {
  COHORT_ASSERT(count < all_.size());
  all_.erase(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(count));
}

void Segments::replace(Range range, const Segment& by) {
  COHORT_ASSERT(range.first < range.last);
  COHORT_ASSERT(range.last < all_.size());
  all_[range.first] = by;
  all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(range.first) + 1,
             all_.begin() + static_cast<std::ptrdiff_t>(range.last));
}

Segments::Range Segments::covering(std::int64_t from, std::int64_t to) const {
  if (from >= to) return {};
  const auto behind = std::ranges::upper_bound(all_, from, {}, &Segment::base_offset);
  const auto first = behind == all_.begin() ? behind : std::prev(behind);
  const auto last = std::ranges::lower_bound(all_, to, {}, &Segment::base_offset);
  return {static_cast<std::size_t>(first - all_.begin()),
          std::max(static_cast<std::size_t>(first - all_.begin()),
                   static_cast<std::size_t>(last - all_.begin()))};
}

std::int64_t Segments::size_of(Range range) const {
  std::int64_t size = 0;
  for (std::size_t i = range.first; i < range.last; ++i) size += all_[i].size;
  return size;
}

std::optional<std::int64_t> Segments::end_of(std::int64_t offset) const {
  const auto next = std::ranges::upper_bound(all_, offset, {}, &Segment::base_offset);
  return next == all_.end() ? std::nullopt : std::optional(next->base_offset);
}

}  // namespace cohort::broker
