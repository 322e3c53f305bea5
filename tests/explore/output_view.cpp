#include "explore/output_view.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/record_marker.hpp>
#include <cohort/protocol/records.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace cohort::testing {

namespace {

constexpr std::int16_t fetch_version = 11;
constexpr std::int16_t offset_fetch_version = 7;
constexpr std::int8_t uncommitted = 0;
constexpr std::int8_t committed = 1;

template <class Request>
Buffers framed(const Request& request, std::int16_t version) {
  return encode_request(
      {.api_key = Request::api.key, .api_version = version, .client_id = "reader"}, request);
}

FetchRequest fetch_all(std::int8_t isolation_level) {
  FetchRequest request{.isolation_level = isolation_level};
  request.topics = {{.topic = output_topic, .partitions = {{.partition_max_bytes = 1'000'000}}}};
  return request;
}

template <class Response>
Response next_answer(FrameReader& frames, std::int16_t version) {
  const Buffer frame = frames.next().value();
  const auto header = decode_response_header(frame, Response::api.key, version);
  return decode<Response>(frame.slice(header.value().size), version).value();
}

std::vector<BatchView> batches_of(const FetchPartitionData& data) {
  std::vector<BatchView> batches;
  if (!data.records) return batches;
  for (const RecordsEntry& entry : split_records(data.records->joined()).value()) {
    batches.push_back(BatchView::of(entry.bytes).value());
  }
  return batches;
}

/// Every batch of a scenario holds one record.
OutputRecord in_words(const BatchView& batch) {
  OutputRecord told{.offset = batch.header().base_offset,
                    .producer_id = batch.header().producer_id};
  if (const std::optional<Marker> marker = marker_of(batch)) {
    told.ends_with_commit = marker->type == MarkerType::commit;
    return told;
  }
  RecordCursor cursor(batch.records().value());
  RecordView record;
  if (cursor.next(record)) told.value.assign(record.value->begin(), record.value->end());
  return told;
}

/// As a consumer does it: from where an aborted transaction begins to its marker, its producer's
/// records are left out (Fetcher.CompletedFetch.containsAbortMarker).
std::vector<OutputRecord> shown_of(const FetchPartitionData& data) {
  std::vector<OutputRecord> shown;
  std::set<std::int64_t> aborting;
  for (const BatchView& batch : batches_of(data)) {
    const OutputRecord record = in_words(batch);
    for (const FetchAbortedTransaction& aborted : data.aborted_transactions.value()) {
      // One that has ended before does not begin again.
      if (aborted.first_offset == record.offset) aborting.insert(aborted.producer_id);
    }
    if (record.ends_with_commit) {
      if (!*record.ends_with_commit) aborting.erase(record.producer_id);
    } else if (!aborting.contains(record.producer_id)) {
      shown.push_back(record);
    }
  }
  return shown;
}

const FetchPartitionData& only_partition(const FetchResponse& response) {
  return response.responses.at(0).partitions.at(0);
}

}  // namespace

Buffer view_requests() {
  Buffers requests = framed(fetch_all(committed), fetch_version);
  requests.append(framed(fetch_all(uncommitted), fetch_version));
  OffsetFetchRequest offsets{.group_id = processor_group};
  offsets.topics = {{.name = input_topic}};
  for (std::int32_t each = 0; each < input_partitions; ++each) {
    offsets.topics->front().partition_indexes.push_back(each);
  }
  requests.append(framed(offsets, offset_fetch_version));
  return requests.joined();
}

OutputView view_of(const Buffer& answers) {
  OutputView view;
  FrameReader frames;
  frames.feed(answers);
  const auto stable = next_answer<FetchResponse>(frames, fetch_version);
  view.shown = shown_of(only_partition(stable));
  view.last_stable_offset = only_partition(stable).last_stable_offset;
  const auto all = next_answer<FetchResponse>(frames, fetch_version);
  for (const BatchView& batch : batches_of(only_partition(all))) {
    view.log.push_back(in_words(batch));
  }
  const auto offsets = next_answer<OffsetFetchResponse>(frames, offset_fetch_version);
  for (const auto& each : offsets.topics.at(0).partitions) {
    view.committed.at(static_cast<std::size_t>(each.partition_index)) =
        std::max<std::int64_t>(each.committed_offset, 0);
  }
  return view;
}

}  // namespace cohort::testing
