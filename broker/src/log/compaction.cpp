#include "compaction.hpp"

#include "cleaned_transactions.hpp"
#include "offset_map.hpp"
#include <cohort/protocol/batch_builder.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::broker {
namespace {

/// The records of a batch that stay. Their bytes belong to `records`.
struct Retained {
  BatchRecords records;
  std::vector<RecordView> kept;
  bool is_whole = true;
  bool has_tombstone = false;
};

/// One run over a log.
class Cleaner {
 public:
  Cleaner(const CleaningJob& job, const LogSettings& settings, OffsetMap offsets)
      : job_(job), settings_(settings), offsets_(std::move(offsets)) {}

  std::optional<CleanedLog> run() {
    CleanedLog result{.segments = job_.segments,
                      .transactions = job_.transactions,
                      .first_dirty = offsets_.latest_offset() + 1};
    const std::int64_t end = result.first_dirty;
    const Segments::Range range = job_.segments.covering(0, end);
    std::size_t place = 0;
    std::int64_t cleaned_end = job_.segments.all().front().base_offset;
    for (std::size_t first = range.first; first < range.last; ++place) {
      const std::size_t last = group_end(first, range.last);
      result.segments.replace({place, place + last - first}, clean_group(first, last, result));
      cleaned_end = job_.segments.all()[last].base_offset;
      first = last;
    }
    if (has_failed_) return std::nullopt;
    const auto rest =
        std::ranges::lower_bound(job_.batches, cleaned_end, {}, &StoredBatch::base_offset);
    result.batches.insert(result.batches.end(), rest, job_.batches.end());
    result.transactions.replace_before(cleaned_end, transactions_.met());
    return result;
  }

 private:
  /// Small segments that follow each other become one. Source: Cleaner.groupSegmentsBySize.
  std::size_t group_end(std::size_t first, std::size_t last) const {
    const std::vector<Segment>& segments = job_.segments.all();
    std::int64_t size = segments[first].size;
    std::size_t end = first + 1;
    for (; end < last; ++end) {
      const std::int64_t bound =
          end + 1 < last ? segments[end + 1].base_offset : job_.part.first_uncleanable;
      const bool fits = size + segments[end].size <= settings_.segment_bytes;
      // Offsets in a segment are kept as 32 bits from its first one.
      const bool is_near = segments[end].size == 0 || bound - 1 - segments[first].base_offset <=
                                                          std::numeric_limits<std::int32_t>::max();
      if (!fits || !is_near) break;
      size += segments[end].size;
    }
    return end;
  }

  /// Source: Cleaner.cleanSegments, Cleaner.cleanInto.
  Segment clean_group(std::size_t first, std::size_t last, CleanedLog& result) {
    const std::vector<Segment>& segments = job_.segments.all();
    Segment cleaned{.base_offset = segments[first].base_offset,
                    .created = segments[first].created,
                    .modified = segments[last - 1].modified};
    for (std::size_t at = first; at < last; ++at) {
      const std::int64_t end = segments[at + 1].base_offset;
      transactions_.add(job_.transactions.aborted_in(segments[at].base_offset, end));
      auto batch = std::ranges::lower_bound(job_.batches, segments[at].base_offset, {},
                                            &StoredBatch::base_offset);
      for (; batch != job_.batches.end() && batch->base_offset < end; ++batch) {
        std::optional<StoredBatch> left = clean(*batch);
        if (!left) continue;
        const std::int64_t timestamp = left->batch.header().max_timestamp;
        if (cleaned.size == 0) cleaned.first_timestamp = timestamp;
        cleaned.max_timestamp = std::max(cleaned.max_timestamp, timestamp);
        cleaned.size += left->size();
        result.batches.push_back(*std::move(left));
      }
    }
    return cleaned;
  }

  /// What is left of a batch. Source: Cleaner.cleanInto (RecordFilter), MemoryRecords.filterTo.
  std::optional<StoredBatch> clean(const StoredBatch& stored) {
    const BatchHeader& header = stored.batch.header();
    const bool may_discard = transactions_.may_discard(stored);
    // A marker outlives its transaction's records as a tombstone outlives its key (KIP-534).
    const bool discards =
        may_discard && (!header.is_control() ||
                        (header.has_delete_horizon() && *header.delete_horizon() <= job_.now_ms));
    const bool tells_of_producer = is_last_of_producer(stored);
    if (discards && !tells_of_producer) return std::nullopt;
    const std::optional<Retained> retainable = retain(stored, discards);
    if (!retainable) {
      has_failed_ = true;
      return std::nullopt;
    }
    const Retained& retained = *retainable;
    if (retained.kept.empty()) {
      if (!tells_of_producer) return std::nullopt;
      return placed_like(stored, stored.batch.without_records());
    }
    const bool needs_horizon = !header.has_delete_horizon() &&
                               (retained.has_tombstone || (may_discard && header.is_control()));
    if (retained.is_whole && !needs_horizon) return stored;
    return placed_like(stored, written_anew(header, retained, needs_horizon));
  }

  /// Without its last batch, or its marker when there is no batch, a producer that writes again
  /// would look like a new one once the log is read anew. Source: Cleaner.cleanInto
  /// (isBatchLastRecordOfProducer).
  bool is_last_of_producer(const StoredBatch& stored) const {
    const BatchHeader& header = stored.batch.header();
    const auto found = job_.producers.producers().find(header.producer_id);
    if (!header.has_producer_id() || found == job_.producers.producers().end()) return false;
    const Producer& producer = found->second;
    return producer.window.empty() ? header.is_control() && header.producer_epoch == producer.epoch
                                   : stored.last_offset() == producer.window.back().last_offset;
  }

  /// Nothing if it can't be read: a producer's batches can, but not all that a test appends.
  std::optional<Retained> retain(const StoredBatch& stored, bool discards) const {
    const RecordResult<BatchRecords> records = stored.batch.records();
    if (!records) return std::nullopt;
    Retained retained{.records = *records};
    RecordCursor cursor(retained.records);
    RecordView record;
    std::int32_t last_delta = -1;
    while (cursor.next(record)) {
      if (record.offset_delta <= std::exchange(last_delta, record.offset_delta) ||
          record.offset_delta > stored.batch.header().last_offset_delta) {
        return std::nullopt;
      }
      if (discards || !keeps(stored, record)) {
        retained.is_whole = false;
        continue;
      }
      retained.has_tombstone = retained.has_tombstone || !record.value.has_value();
      retained.kept.push_back(record);
    }
    if (cursor.fault()) return std::nullopt;
    return retained;
  }

  /// Source: Cleaner.shouldRetainRecord.
  bool keeps(const StoredBatch& stored, const RecordView& record) const {
    const BatchHeader& header = stored.batch.header();
    const std::int64_t offset = stored.base_offset + record.offset_delta;
    if (header.is_control() || offset > offsets_.latest_offset()) return true;
    if (!record.key) return false;  // It was written before the topic was compacted.
    if (offset < offsets_.find(*record.key)) return false;
    return record.value.has_value() || !header.has_delete_horizon() ||
           job_.now_ms < *header.delete_horizon();
  }

  /// Source: MemoryRecords.buildRetainedRecordsInto.
  BatchView written_anew(const BatchHeader& header, const Retained& retained, bool needs_horizon) {
    BatchOptions options{.compression = header.compression().value_or(Compression::none),
                         .timestamp_type = header.timestamp_type(),
                         .append_time = header.max_timestamp,
                         .producer_id = header.producer_id,
                         .producer_epoch = header.producer_epoch,
                         .base_sequence = header.base_sequence,
                         .is_transactional = header.is_transactional(),
                         .is_control = header.is_control(),
                         .delete_horizon = header.delete_horizon(),
                         .last_offset_delta = header.last_offset_delta};
    if (needs_horizon) options.delete_horizon = new_horizon();
    BatchBuilder builder(options);
    for (const RecordView& record : retained.kept) {
      has_failed_ = has_failed_ || record.timestamp < no_timestamp;
      builder.keep(record);
    }
    return builder.build();
  }

  /// A sum beyond the 63 bits is none (MemoryRecordsBuilder.hasDeleteHorizonMs).
  std::optional<std::int64_t> new_horizon() const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (settings_.delete_retention_ms > most - std::max<std::int64_t>(job_.now_ms, 0)) {
      return std::nullopt;
    }
    return job_.now_ms + settings_.delete_retention_ms;
  }

  static StoredBatch placed_like(const StoredBatch& stored, BatchView batch) {
    return {.base_offset = stored.base_offset,
            .leader_epoch = stored.leader_epoch,
            .batch = std::move(batch)};
  }

  const CleaningJob& job_;
  const LogSettings& settings_;
  OffsetMap offsets_;
  CleanedTransactions transactions_;
  bool has_failed_ = false;
};

}  // namespace

std::optional<CleanedLog> compacted(const CleaningJob& job, const LogSettings& settings) {
  std::optional<OffsetMap> offsets = last_offsets(job);
  if (!offsets) return std::nullopt;
  return Cleaner(job, settings, *std::move(offsets)).run();
}

}  // namespace cohort::broker
