#include "consumer/fetched_records.hpp"

#include <cohort/protocol/record_marker.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// Wraps round where the bytes are nonsense.
std::int64_t offset_after(std::int64_t offset, std::int32_t more) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) +
                                   static_cast<std::uint64_t>(std::int64_t{more}));
}

Buffer slice_of(const Buffer& whole, ByteView part) {
  if (part.empty()) return {};
  return whole.slice(static_cast<std::size_t>(part.data() - whole.data()), part.size());
}

std::optional<Buffer> slice_of(const Buffer& whole, const std::optional<ByteView>& part) {
  if (!part) return std::nullopt;
  return slice_of(whole, *part);
}

/// Of the first records of a take; a header may claim any number.
constexpr std::size_t most_room_at_once = 512;

std::vector<RecordHeader> headers_of(const Buffer& whole, const HeadersView& headers) {
  std::vector<RecordHeader> owned;
  owned.reserve(headers.size());
  for (const HeaderView& header : headers) {
    owned.push_back({.key = std::string(header.key), .value = slice_of(whole, header.value)});
  }
  return owned;
}

}  // namespace

FetchedRecords::FetchedRecords(TopicPartition partition, const Position& position,
                               FetchPartitionData& answer)
    : partition_(std::move(partition)),
      position_(position),
      records_(answer.records.value_or(Buffers()).joined()) {
  if (answer.aborted_transactions) aborted_ = std::move(*answer.aborted_transactions);
  std::ranges::sort(aborted_, std::greater<>(), &FetchAbortedTransaction::first_offset);
  const bool has_bytes = records_.left() > 0;
  look_ahead();
  if (has_bytes && !next_ && !trouble_) {
    // Below v3 a broker cuts even the first message where the limit is (KIP-74).
    trouble_ = failure("is larger than max.partition.fetch.bytes", position_.offset);
  }
}

void FetchedRecords::look_ahead() {
  next_.reset();
  RecordResult<std::optional<RecordsEntry>> entry = records_.next();
  if (entry) {
    next_ = std::move(*entry);
  } else {
    trouble_ = failure("can't be read: " + std::string(describe(entry.error())), -1);
  }
}

Failure FetchedRecords::failure(const std::string& what, std::int64_t last) const {
  std::string message = to_string(partition_) + ": what begins at offset " +
                        std::to_string(position_.offset) + " " + what;
  if (last > position_.offset) message += "; it ends at offset " + std::to_string(last);
  return {.kind = FailureKind::bad_record,
          .message = message + "; seek past it to go on",
          .partition = partition_,
          .offset = position_.offset};
}

Failure FetchedRecords::failure(RecordFault fault, std::int64_t last) const {
  return failure("can't be read: " + std::string(describe(fault)), last);
}

bool FetchedRecords::is_aborted(const BatchView& batch) {
  const BatchHeader& header = batch.header();
  if (!header.has_producer_id()) return false;
  while (!aborted_.empty() && aborted_.back().first_offset <= header.last_offset()) {
    aborted_producers_.insert(aborted_.back().producer_id);
    aborted_.pop_back();
  }
  if (header.is_control()) {
    if (marker_type_of(batch) == MarkerType::abort) aborted_producers_.erase(header.producer_id);
    return false;
  }
  return header.is_transactional() && aborted_producers_.contains(header.producer_id);
}

void FetchedRecords::pass(std::int64_t last_offset, std::int32_t leader_epoch) {
  // Behind its last offset, even if compaction has left no record there. A batch that ends below
  // the position moves nothing.
  if (last_offset >= position_.offset) {
    position_ = {.offset = offset_after(last_offset, 1), .epoch = leader_epoch};
  }
  batch_.reset();
}

std::optional<Failure> FetchedRecords::open(const RecordsEntry& entry, const ReadRules& rules) {
  if (entry.magic < 2) return open_message(entry, rules);
  const RecordResult<BatchView> batch = BatchView::of(entry.bytes);
  if (!batch) return failure(batch.error(), -1);
  const BatchHeader& header = batch->header();
  if (rules.check_crcs && !batch->crc_matches()) {
    return failure(RecordFault::bad_crc, header.last_offset());
  }
  const bool is_hidden = rules.isolation == IsolationLevel::read_committed && is_aborted(*batch);
  const bool is_past = header.last_offset() < position_.offset;
  if (is_hidden || is_past || header.is_control()) {
    pass(header.last_offset(), header.partition_leader_epoch);
    return std::nullopt;
  }
  RecordResult<BatchRecords> records = batch->records(rules.decompressed_limit);
  if (!records) return failure(records.error(), header.last_offset());
  batch_ = OpenBatch{.base_offset = header.base_offset,
                     .last_offset = header.last_offset(),
                     .leader_epoch = header.partition_leader_epoch,
                     .timestamp_type = header.timestamp_type(),
                     .bytes = records->bytes,
                     .cursor = RecordCursor(std::move(*records)),
                     .records_left = header.record_count};
  return std::nullopt;
}

std::optional<Failure> FetchedRecords::open_message(const RecordsEntry& entry,
                                                    const ReadRules& rules) {
  if (rules.check_crcs && !crc_matches(entry)) return failure(RecordFault::bad_crc, -1);
  RecordResult<Message> message = read_message(entry);
  if (!message) return failure(message.error(), -1);
  OpenBatch batch{.timestamp_type = message->has_append_time() ? TimestampType::log_append_time
                                                               : TimestampType::create_time};
  if (message->compression() == Compression::none) {
    batch.messages.push_back(std::move(*message));
  } else {
    RecordResult<std::vector<Message>> inner = unwrap(*message, rules.decompressed_limit);
    if (!inner) return failure(inner.error(), message->offset);
    batch.messages = std::move(*inner);
  }
  batch.last_offset = batch.messages.back().offset;
  batch_ = std::move(batch);
  return std::nullopt;
}

ConsumerRecord& FetchedRecords::add(std::int64_t offset, std::vector<ConsumerRecord>& into) {
  position_ = {.offset = offset_after(offset, 1), .epoch = batch_->leader_epoch};
  ConsumerRecord& added = into.emplace_back();
  added.topic = partition_.topic;
  added.partition = partition_.partition;
  added.offset = offset;
  added.timestamp_type = batch_->timestamp_type;
  added.leader_epoch = batch_->leader_epoch;
  return added;
}

std::optional<Failure> FetchedRecords::read_batch(std::size_t limit,
                                                  std::vector<ConsumerRecord>& into) {
  OpenBatch& batch = *batch_;
  if (into.empty() && batch.records_left > 0) {
    into.reserve(
        std::min({limit, static_cast<std::size_t>(batch.records_left), most_room_at_once}));
  }
  RecordView record;
  while (batch.records_left > 0 && into.size() < limit) {
    if (!batch.cursor->next(record)) break;
    --batch.records_left;
    const std::int64_t offset = offset_after(batch.base_offset, record.offset_delta);
    if (offset < position_.offset) continue;
    ConsumerRecord& added = add(offset, into);
    added.timestamp = record.timestamp;
    added.key = slice_of(batch.bytes, record.key);
    added.value = slice_of(batch.bytes, record.value);
    if (!record.headers.empty()) added.headers = headers_of(batch.bytes, record.headers);
  }
  if (batch.cursor->fault()) return failure(*batch.cursor->fault(), batch.last_offset);
  if (batch.records_left <= 0) pass(batch.last_offset, batch.leader_epoch);
  return std::nullopt;
}

void FetchedRecords::read_messages(std::size_t limit, std::vector<ConsumerRecord>& into) {
  OpenBatch& batch = *batch_;
  while (batch.next_message < batch.messages.size() && into.size() < limit) {
    Message& message = batch.messages[batch.next_message++];
    if (message.offset < position_.offset) continue;
    ConsumerRecord& added = add(message.offset, into);
    added.timestamp = message.timestamp;
    added.key = std::move(message.key);
    added.value = std::move(message.value);
  }
  if (batch.next_message == batch.messages.size()) pass(batch.last_offset, batch.leader_epoch);
}

std::optional<Failure> FetchedRecords::read(std::size_t most, const ReadRules& rules,
                                            std::vector<ConsumerRecord>& into) {
  const std::size_t limit = into.size() + most;
  while (into.size() < limit) {
    if (!batch_) {
      if (trouble_ || !next_) return trouble_;
      if (std::optional<Failure> bad = open(*next_, rules)) return bad;
      look_ahead();
    }
    if (!batch_) continue;
    if (batch_->cursor) {
      if (std::optional<Failure> bad = read_batch(limit, into)) return bad;
    } else {
      read_messages(limit, into);
    }
  }
  return std::nullopt;
}

}  // namespace cohort::client
