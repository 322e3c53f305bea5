#include "offset_map.hpp"

#include "cleaned_transactions.hpp"
#include <cohort/protocol/record_cursor.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace cohort::broker {
namespace {

std::string text_of_key(ByteView key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

enum class Put : std::uint8_t { all, map_is_full, unreadable };

Put put_keys(const StoredBatch& stored, const CleaningJob& job, OffsetMap& map) {
  const RecordResult<BatchRecords> records = stored.batch.records();
  if (!records) return Put::unreadable;
  RecordCursor cursor(*records);
  RecordView record;
  while (cursor.next(record)) {
    const std::int64_t offset = stored.base_offset + record.offset_delta;
    if (!record.key || offset < job.part.first_dirty) continue;
    if (!map.put(*record.key, offset, job.max_keys)) return Put::map_is_full;
    map.advance_to(offset);
  }
  return cursor.fault() ? Put::unreadable : Put::all;
}

}  // namespace

bool OffsetMap::put(ByteView key, std::int64_t offset, std::size_t max_keys) {
  if (offsets_.size() >= max_keys) return false;
  offsets_.insert_or_assign(text_of_key(key), offset);
  return true;
}

std::int64_t OffsetMap::find(ByteView key) const {
  const auto found = offsets_.find(text_of_key(key));
  return found == offsets_.end() ? -1 : found->second;
}

std::optional<OffsetMap> last_offsets(const CleaningJob& job) {
  OffsetMap map;
  const std::int64_t first_dirty = job.part.first_dirty;
  const std::int64_t end = job.part.first_uncleanable;
  if (first_dirty >= end) {  // All was compacted before; tombstones may have become old.
    map.advance_to(end - 1);
    return map;
  }
  CleanedTransactions transactions;
  transactions.add(job.transactions.aborted_in(first_dirty, end));
  auto batch = std::ranges::lower_bound(job.batches, first_dirty, {}, &StoredBatch::last_offset);
  for (; batch != job.batches.end() && batch->base_offset < end; ++batch) {
    const bool may_discard = transactions.may_discard(*batch);
    const bool has_keys = !batch->batch.header().is_control() && !may_discard;
    const Put put = has_keys ? put_keys(*batch, job, map) : Put::all;
    if (put == Put::unreadable) return std::nullopt;
    if (put == Put::map_is_full) return map;
    map.advance_to(batch->last_offset());
  }
  // The last segment may end with a gap.
  map.advance_to(end - 1);
  return map;
}

}  // namespace cohort::broker
