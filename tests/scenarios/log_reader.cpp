#include "scenarios/log_reader.hpp"

#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/record_marker.hpp>
#include <cohort/protocol/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace cohort::testing {

namespace {

constexpr std::int16_t version = 12;
constexpr std::int32_t most_bytes = 700;  ///< Of a partition: a few batches an answer.

std::string text(const Buffer& bytes) {
  const ByteView view(bytes.data(), bytes.size());
  return {view.begin(), view.end()};
}

FetchRequest request_for(bool is_committed) {
  return {.max_wait_ms = 0,
          .min_bytes = 0,
          .isolation_level = is_committed ? std::int8_t{1} : std::int8_t{0}};
}

FetchPartition wanted(const TopicPartition& partition, std::int64_t from) {
  return {
      .partition = partition.partition, .fetch_offset = from, .partition_max_bytes = most_bytes};
}

void add_records(const BatchView& batch, std::int64_t from, std::vector<SeenRecord>& into) {
  RecordCursor cursor(batch.records().value());
  for (RecordView view; cursor.next(view);) {
    const Record record = view.owned();
    const std::int64_t offset = batch.header().base_offset + view.offset_delta;
    if (offset < from) continue;
    into.push_back({.offset = offset, .timestamp = record.timestamp, .key = text(*record.key)});
    if (record.value) into.back().value = text(*record.value);
  }
  EXPECT_EQ(cursor.fault(), std::nullopt);
}

}  // namespace

Consumed consume(const FetchPartitionData& data, std::int64_t from) {
  Consumed consumed{.records = {}, .next_offset = from};
  std::vector<FetchAbortedTransaction> aborted =
      data.aborted_transactions.value_or(std::vector<FetchAbortedTransaction>{});
  std::ranges::sort(aborted, {}, &FetchAbortedTransaction::first_offset);
  auto next = aborted.begin();
  std::set<std::int64_t> skipped;  // Producers whose records are not to be seen.
  for (const RecordsEntry& entry : split_records(data.records->joined()).value()) {
    const BatchView batch = BatchView::of(entry.bytes).value();
    EXPECT_TRUE(batch.crc_matches());
    const BatchHeader& header = batch.header();
    consumed.next_offset = std::max(consumed.next_offset, header.last_offset() + 1);
    for (; next != aborted.end() && next->first_offset <= header.last_offset(); ++next) {
      skipped.insert(next->producer_id);
    }
    if (header.is_control()) {
      const auto marker = marker_of(batch);
      if (marker && marker->type == MarkerType::abort) skipped.erase(header.producer_id);
      continue;
    }
    if (header.is_transactional() && skipped.contains(header.producer_id)) continue;
    add_records(batch, from, consumed.records);
  }
  return consumed;
}

FetchPartitionData fetch_once(WireClient& client, const TopicPartition& partition,
                              std::int64_t from, bool is_committed) {
  FetchRequest request = request_for(is_committed);
  request.topics = {{.topic = partition.topic, .partitions = {wanted(partition, from)}}};
  const auto answer = client.ask<FetchResponse>(request, version);
  if (!answer) return {.error_code = ErrorCode::unknown_server_error};
  return answer->responses.at(0).partitions.at(0);
}

std::int64_t earliest(WireClient& client, const TopicPartition& partition) {
  ListOffsetsRequest request;
  request.topics = {{.name = partition.topic,
                     .partitions = {{.partition_index = partition.partition, .timestamp = -2}}}};
  const auto answer = client.ask<ListOffsetsResponse>(request, 7);
  EXPECT_TRUE(answer.has_value());
  return answer->topics.at(0).partitions.at(0).offset;
}

Reading read_all(WireClient& client, const TopicPartition& partition, bool is_committed) {
  Reading reading{.is_committed = is_committed};
  for (std::int64_t at = earliest(client, partition);;) {
    const FetchPartitionData data = fetch_once(client, partition, at, is_committed);
    EXPECT_EQ(data.error_code, ErrorCode::none);
    reading.log_start_offset = data.log_start_offset;
    reading.last_stable_offset = data.last_stable_offset;
    reading.high_watermark = data.high_watermark;
    Consumed consumed = consume(data, at);
    std::ranges::move(consumed.records, std::back_inserter(reading.records));
    if (consumed.next_offset == at || data.error_code != ErrorCode::none) return reading;
    at = consumed.next_offset;
  }
}

SessionReader::SessionReader(sim::Simulation& world, bool is_committed,
                             const std::vector<TopicPartition>& partitions)
    : client_(world, is_committed ? "committed session" : "session"), is_committed_(is_committed) {
  for (const TopicPartition& each : partitions) {
    positions_[each] = 0;
    changed_[each] = 0;
  }
}

FetchRequest SessionReader::next_request() const {
  FetchRequest request = request_for(is_committed_);
  request.session_id = session_id_;
  request.session_epoch = epoch_;
  for (const auto& [partition, position] : changed_) {
    if (request.topics.empty() || request.topics.back().topic != partition.topic) {
      request.topics.push_back({.topic = partition.topic});
    }
    request.topics.back().partitions.push_back(wanted(partition, position));
  }
  return request;
}

std::string SessionReader::poll(WireClient& plain) {
  const auto answer = client_.ask<FetchResponse>(next_request(), version);
  if (!answer) return "no answer";
  if (answer->error_code != ErrorCode::none) return std::string(name(answer->error_code));
  session_id_ = answer->session_id;
  ++epoch_;
  changed_.clear();
  std::map<TopicPartition, FetchPartitionData> told;
  for (const FetchableTopicResponse& topic : answer->responses) {
    for (const FetchPartitionData& data : topic.partitions) {
      told[{topic.topic, data.partition_index}] = data;
    }
  }
  for (const auto& [partition, position] : positions_) {
    const FetchPartitionData truth = fetch_once(plain, partition, position, is_committed_);
    const auto found = told.find(partition);
    const FetchPartitionData* const of_it = found == told.end() ? nullptr : &found->second;
    if (std::string fault = compare(partition, of_it, truth); !fault.empty()) return fault;
  }
  for (const auto& [partition, data] : told) take(partition, data, plain);
  return {};
}

std::string SessionReader::compare(const TopicPartition& partition, const FetchPartitionData* told,
                                   const FetchPartitionData& truth) const {
  const bool has_news = truth.error_code != ErrorCode::none || !truth.records->empty();
  if (told == nullptr ? !has_news : *told == truth) return {};
  return fmt::format("of {}-{} at {} the session tells {}", partition.topic, partition.partition,
                     positions_.at(partition), told == nullptr ? "nothing" : "something else");
}

void SessionReader::take(const TopicPartition& partition, const FetchPartitionData& told,
                         WireClient& plain) {
  std::int64_t& position = positions_.at(partition);
  if (told.error_code == ErrorCode::offset_out_of_range) {
    position = earliest(plain, partition);
  } else {
    Consumed consumed = consume(told, position);
    if (consumed.next_offset == position) return;
    std::ranges::move(consumed.records, std::back_inserter(seen_[partition]));
    position = consumed.next_offset;
  }
  changed_[partition] = position;
}

}  // namespace cohort::testing
