#include "segments.hpp"

#include <algorithm>

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
  active.size += batch.size;
  active.modified = batch.now;
}

void Segments::truncate_from_start(std::int64_t offset) {
  while (all_.size() > 1 && all_[1].base_offset <= offset) all_.erase(all_.begin());
}

std::optional<std::int64_t> Segments::end_of(std::int64_t offset) const {
  const auto next = std::ranges::upper_bound(all_, offset, {}, &Segment::base_offset);
  return next == all_.end() ? std::nullopt : std::optional(next->base_offset);
}

}  // namespace cohort::broker
