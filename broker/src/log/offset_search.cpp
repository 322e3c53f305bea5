// What ListOffsets asks of a PartitionLog.
#include "partition_log.hpp"
#include <cohort/protocol/record_search.hpp>

#include <algorithm>

namespace cohort::broker {
namespace {

FoundOffset found_in(const StoredBatch& batch, const TimestampedOffset& record) {
  // The epoch is that of the record and not the current one.
  return {
      .timestamp = record.timestamp, .offset = record.offset, .leader_epoch = batch.leader_epoch};
}

}  // namespace

bool is_listable(std::int64_t timestamp, std::int16_t version) {
  if (timestamp >= 0) return true;
  if (timestamp == latest_timestamp || timestamp == earliest_timestamp) return true;
  if (timestamp == max_timestamp) return version >= 7;
  if (timestamp == earliest_local_timestamp) return version >= 8;
  return timestamp == latest_tiered_timestamp && version >= 9;
}

FoundOffset PartitionLog::find_offset(std::int64_t timestamp, Isolation isolation) const {
  if (timestamp == latest_timestamp) {
    return {.offset = end_for(isolation), .leader_epoch = epochs_.latest().value_or(-1)};
  }
  // Without tiered storage all of the log is local.
  if (timestamp == earliest_timestamp || timestamp == earliest_local_timestamp) {
    return {.offset = start_offset_, .leader_epoch = epochs_.earliest(start_offset_).value_or(-1)};
  }
  if (timestamp == latest_tiered_timestamp) return {};
  const FoundOffset found = timestamp == max_timestamp ? latest_in_time() : first_since(timestamp);
  return found.offset < end_for(isolation) ? found : FoundOffset{};
}

FoundOffset PartitionLog::first_since(std::int64_t timestamp) const {
  // Only one segment is looked into: the first that is not too old as a whole, even if what made it
  // so is gone (UnifiedLog.searchOffsetInLocalLog).
  const std::vector<Segment>& segments = segments_.all();
  const auto segment = std::ranges::find_if(
      segments, [&](const Segment& each) { return each.largest_timestamp() >= timestamp; });
  if (segment == segments.end()) return {};
  const std::int64_t end = segments_.end_of(segment->base_offset).value_or(end_offset_);
  auto batch =
      std::ranges::lower_bound(batches_, segment->base_offset, {}, &StoredBatch::base_offset);
  for (; batch != batches_.end() && batch->base_offset < end; ++batch) {
    if (batch->batch.header().max_timestamp < timestamp) continue;
    const auto record =
        first_at_or_after(batch->batch, timestamp,
                          {.base_offset = batch->base_offset, .start_offset = start_offset_});
    if (record.has_value()) return found_in(*batch, *record);
  }
  return {};
}

FoundOffset PartitionLog::latest_in_time() const {
  const auto batch = std::ranges::max_element(
      batches_, {}, [](const StoredBatch& stored) { return stored.batch.header().max_timestamp; });
  if (batch == batches_.end()) return {};
  const auto record = latest_record(batch->batch, batch->base_offset);
  return record.has_value() ? found_in(*batch, *record) : FoundOffset{};
}

std::vector<std::int64_t> PartitionLog::find_segments(std::int64_t timestamp,
                                                      std::int32_t max_count, Instant now) const {
  struct Entry {
    std::int64_t offset;
    std::int64_t time_ms;
  };
  std::vector<Entry> entries;
  for (const Segment& segment : segments_.all()) {
    // A segment's time is when it was written last; the last one, if it never was, counts as new.
    const bool is_new = segment.size == 0 && &segment == &segments_.active();
    const Instant written = is_new ? now : segment.modified;
    entries.push_back({std::max(segment.base_offset, start_offset_), written.unix_ms()});
  }
  if (segments_.all().back().size > 0) entries.push_back({end_offset_, now.unix_ms()});
  if (timestamp == earliest_timestamp) entries.resize(1);
  std::vector<std::int64_t> offsets;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    // By time: entries not younger than that.
    if (timestamp != latest_timestamp && timestamp != earliest_timestamp && offsets.empty() &&
        entry->time_ms > timestamp) {
      continue;
    }
    if (static_cast<std::int64_t>(offsets.size()) >= max_count) break;
    offsets.push_back(entry->offset);
  }
  return offsets;
}

}  // namespace cohort::broker
