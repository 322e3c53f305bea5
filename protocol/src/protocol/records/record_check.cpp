#include "batch_layout.hpp"
#include "wire.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/message_set.hpp>
#include <cohort/protocol/record_check.hpp>
#include <cohort/protocol/records.hpp>

#include <utility>
#include <vector>

namespace cohort {

namespace {

using Checked = RecordResult<std::optional<ProducedBatch>>;

/// What a request's entries have in common.
struct Entries {
  std::vector<RecordsEntry> entries;
  Compression compression = Compression::none;  ///< The last one that is not none.
};

/// A message's attributes stand behind its magic, a batch's behind its checksum.
int codec_of(const RecordsEntry& entry) {
  return entry.bytes.bytes()[entry.magic == 2 ? records::batch_layout::attributes + 1 : 17] & 7;
}

/// The size, the checksum and what a header alone shows. Source:
/// UnifiedLog.analyzeAndValidateRecords.
std::optional<RecordFault> check_entry(const RecordsEntry& entry, const ProduceRules& rules) {
  const ByteView bytes = entry.bytes.bytes();
  if (entry.magic == 2 && records::number_at<std::int64_t>(bytes, 0) != 0)
    return RecordFault::base_offset_not_zero;
  if (bytes.size() > rules.max_batch_bytes) return RecordFault::batch_too_large;
  if (entry.magic == 2) {
    const RecordResult<BatchView> batch = BatchView::of(entry.bytes);
    if (!batch) return batch.error();
    if (!batch->crc_matches()) return RecordFault::bad_crc;
  } else if (!crc_matches(entry)) {
    return RecordFault::bad_crc;
  }
  if (!compression_from_id(codec_of(entry))) return RecordFault::unknown_compression;
  return std::nullopt;
}

/// What a batch's header says of its records and its writer. Source: LogValidator.validateBatch.
std::optional<RecordFault> check_header(const BatchHeader& header) {
  if (header.last_offset_delta < 0) return RecordFault::invalid_offset_range;
  if (header.record_count <= 0) return RecordFault::invalid_count;
  if (std::int64_t{header.last_offset_delta} + 1 != header.record_count)
    return RecordFault::count_mismatch;
  if (header.is_control()) return RecordFault::control_batch;
  if (header.has_producer_id() && header.base_sequence < 0) return RecordFault::missing_sequence;
  return std::nullopt;
}

Checked check_batch(const RecordsEntry& entry, const ProduceRules& rules) {
  RecordResult<BatchView> batch = BatchView::of(entry.bytes);
  if (!batch) return batch.error();
  if (const auto fault = check_header(batch->header())) return *fault;
  RecordResult<BatchRecords> records = batch->records(rules.decompressed_limit);
  if (!records) return records.error();
  const RecordResult<RecordsSummary> summary = summarize(*records);
  if (!summary) return summary.error();
  return std::optional<ProducedBatch>(ProducedBatch{.header = batch->header(),
                                                    .records = std::move(*records),
                                                    .summary = *summary,
                                                    .original = std::move(*batch)});
}

/// Adds the records of a message or of what it wraps; gives whether it claims log append time.
RecordResult<bool> add_messages(BatchBuilder& builder, const RecordsEntry& entry,
                                const ProduceRules& rules) {
  RecordResult<Message> outer = read_message(entry);
  if (!outer) return outer.error();
  const bool appended = outer->has_append_time();
  std::vector<Message> messages;
  if ((outer->attributes & 7) == 0) {
    messages.push_back(std::move(*outer));
  } else {
    RecordResult<std::vector<Message>> inner = unwrap(*outer, rules.decompressed_limit);
    if (!inner) return inner.error();
    messages = std::move(*inner);
  }
  for (Message& message : messages)
    builder.add(Record{.timestamp = message.timestamp,
                       .key = std::move(message.key),
                       .value = std::move(message.value)});
  return appended;
}

/// Messages of magic 0 and 1 become records of magic 2, in one batch.
/// Source: LogValidator.convertAndAssignOffsetsNonCompressed, buildRecordsAndAssignOffsets.
Checked convert_up(const Entries& old, const ProduceRules& rules) {
  BatchBuilder builder({});
  bool appended = false;
  for (const RecordsEntry& entry : old.entries) {
    if (entry.magic != old.entries.front().magic) return RecordFault::mixed_magic;
    const RecordResult<bool> added = add_messages(builder, entry, rules);
    if (!added) return added.error();
    appended = appended || *added;
  }
  ProducedBatch produced;
  produced.header.attributes =
      static_cast<std::int16_t>(static_cast<int>(old.compression) | (appended ? 8 : 0));
  produced.header.record_count = builder.record_count();
  produced.header.last_offset_delta = builder.record_count() - 1;
  produced.records = builder.take_records();
  produced.header.base_timestamp = produced.records.base_timestamp;
  const RecordResult<RecordsSummary> summary = summarize(produced.records);
  if (!summary) return summary.error();
  produced.summary = *summary;
  produced.header.max_timestamp = summary->max_timestamp;
  return std::optional<ProducedBatch>(std::move(produced));
}

/// Exactly one batch of magic 2. Source: ProduceRequest.validateRecords.
RecordResult<RecordsEntry> single_entry(const Buffer& records, std::int16_t produce_version) {
  RecordsReader reader(records);
  RecordResult<std::optional<RecordsEntry>> first = reader.next();
  if (!first) return first.error();
  if (!*first) return RecordFault::no_batch;
  const RecordsEntry& entry = **first;
  if (entry.magic != 2) return RecordFault::magic_needs_older_produce;
  // zstd came with Produce v7 (KIP-110).
  if (produce_version < 7 && codec_of(entry) == static_cast<int>(Compression::zstd))
    return RecordFault::zstd_needs_newer_produce;
  const RecordResult<std::optional<RecordsEntry>> second = reader.next();
  if (!second) return second.error();
  if (*second) return RecordFault::more_than_one_batch;
  return std::move(**first);
}

Checked check_single(const Buffer& records, const ProduceRules& rules) {
  const RecordResult<RecordsEntry> entry = single_entry(records, rules.produce_version);
  if (!entry) return entry.error();
  if (const auto fault = check_entry(*entry, rules)) return *fault;
  return check_batch(*entry, rules);
}

RecordResult<Entries> read_entries(const Buffer& records, const ProduceRules& rules) {
  Entries read;
  RecordsReader reader(records);
  while (true) {
    RecordResult<std::optional<RecordsEntry>> entry = reader.next();
    if (!entry) return entry.error();
    if (!*entry) return read;
    if (const auto fault = check_entry(**entry, rules)) return *fault;
    if (const int codec = codec_of(**entry); codec != 0)
      read.compression = static_cast<Compression>(codec);
    read.entries.push_back(std::move(**entry));
  }
}

/// Produce v0–v2 asks for nothing of its own, so that a batch of magic 2 is taken too.
Checked check_older(const Buffer& records, const ProduceRules& rules) {
  const RecordResult<Entries> read = read_entries(records, rules);
  if (!read) return read.error();
  if (read->entries.empty()) return std::optional<ProducedBatch>();
  const RecordsEntry& first = read->entries.front();
  // LogValidator.getFirstBatchAndMaybeValidateNoMoreBatches.
  if ((first.magic == 2 || read->compression != Compression::none) && read->entries.size() > 1)
    return RecordFault::more_than_one_batch;
  return first.magic == 2 ? check_batch(first, rules) : convert_up(*read, rules);
}

}  // namespace

std::optional<RecordFault> request_fault(const Buffer& records, std::int16_t produce_version) {
  if (produce_version < 3) return std::nullopt;
  const RecordResult<RecordsEntry> entry = single_entry(records, produce_version);
  return entry ? std::nullopt : std::optional(entry.error());
}

Checked check_produced(const Buffer& records, const ProduceRules& rules) {
  return rules.produce_version < 3 ? check_older(records, rules) : check_single(records, rules);
}

RecordResult<BatchView> ProducedBatch::stored(const StoreRules& rules) const {
  const std::optional<Compression> source = header.compression();
  if (!source) return RecordFault::unknown_compression;
  const Compression target = rules.compression.value_or(*source);
  const bool appended = rules.timestamp_type == TimestampType::log_append_time;
  // Uncompressed records keep even offset deltas with gaps
  // (LogValidator.assignOffsetsNonCompressed); packed ones are then written anew
  // (validateMessagesAndAssignOffsetsCompressed).
  const bool fits = source == target && (target == Compression::none || summary.offsets_count_up);
  if (original && fits)
    return original->with_max_timestamp(rules.timestamp_type,
                                        appended ? rules.now_ms : summary.max_timestamp);

  // MemoryRecordsBuilder.appendWithOffset refuses what it would have let pass unread.
  if (summary.smallest_timestamp.value_or(0) < 0) return RecordFault::negative_timestamp;
  BatchBuilder builder({.compression = target,
                        .timestamp_type = rules.timestamp_type,
                        .append_time = rules.now_ms,
                        .producer_id = header.producer_id,
                        .producer_epoch = header.producer_epoch,
                        .base_sequence = header.base_sequence,
                        .is_transactional = header.is_transactional()});
  RecordCursor cursor(records);
  RecordView record;
  while (cursor.next(record)) builder.add(record);
  if (cursor.fault()) return *cursor.fault();
  return builder.build();
}

}  // namespace cohort
