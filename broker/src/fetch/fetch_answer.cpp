// What of a reading a Fetch answers: in a session the news, and records as the version takes them.
#include "fetch/fetch_query.hpp"
#include "state.hpp"
#include <cohort/protocol/message_set.hpp>

#include <utility>

namespace cohort::broker {

namespace {

/// What can't be converted ends the answer; if that is its first batch, it is an error
/// (LazyDownConversionRecords).
void convert(const FetchQuery& query, const WantedPartition& wanted, PartitionReading& reading) {
  for (const StoredBatch& stored : reading.batches) {
    const RecordResult<Buffer> converted =
        convert_down(stored.batch, {.magic = static_cast<std::int8_t>(query.version < 2 ? 0 : 1),
                                    .base_offset = stored.base_offset,
                                    .first_offset = wanted.partition.fetch_offset});
    if (converted) {
      reading.answer.records->append(*converted);
      continue;
    }
    if (&stored == &reading.batches.front()) {
      reading.answer =
          failed_partition(wanted.partition.partition, ErrorCode::unsupported_compression_type);
    }
    return;
  }
}

/// Before v4 clients know message sets only: magic 0 below v2, else magic 1; before v10 they don't
/// know zstd (KafkaApis.maybeConvertFetchedData).
void put_records(const BrokerState& state, const FetchQuery& query, const WantedPartition& wanted,
                 PartitionReading& reading) {
  if (query.version >= 10) {
    reading.answer.records = placed(reading.batches);
    return;
  }
  const Topic* topic = state.catalog.find(wanted.key.topic_id);
  const std::int32_t index = wanted.partition.partition;
  if (topic == nullptr) return;
  if (topic->settings.compression == Compression::zstd) {
    reading.answer = failed_partition(index, ErrorCode::unsupported_compression_type);
  } else if (query.version >= 4) {
    reading.answer.records = placed(reading.batches);
  } else if (!topic->settings.converts_down) {
    reading.answer = failed_partition(index, ErrorCode::unsupported_version);
  } else {
    convert(query, wanted, reading);
  }
}

/// Partitions that follow each other and are of one topic share an entry (FetchResponse.of).
void put(FetchResponse& response, const WantedPartition& wanted, FetchPartitionData answer) {
  std::vector<FetchableTopicResponse>& topics = response.responses;
  const bool is_same_topic = !topics.empty() && topics.back().topic == wanted.topic &&
                             topics.back().topic_id == wanted.topic_id;
  if (!is_same_topic) topics.push_back({.topic = wanted.topic, .topic_id = wanted.topic_id});
  topics.back().partitions.push_back(std::move(answer));
}

/// Those with errors of their own come last (KafkaApis.processResponseCallback).
void put_all(const BrokerState& state, const FetchQuery& query, FetchReading& reading,
             const std::vector<bool>* news, FetchResponse& response) {
  bool has_unknown = false;
  for (std::size_t place = 0; place < query.partitions.size(); ++place) {
    const WantedPartition& wanted = query.partitions[place];
    has_unknown = has_unknown || wanted.is_unknown();
    if (wanted.is_unknown() || (news != nullptr && !(*news)[place])) continue;
    put_records(state, query, wanted, reading.partitions[place]);
    put(response, wanted, std::move(reading.partitions[place].answer));
  }
  for (std::size_t place = 0; has_unknown && place < query.partitions.size(); ++place) {
    const WantedPartition& wanted = query.partitions[place];
    if (wanted.is_unknown()) put(response, wanted, std::move(reading.partitions[place].answer));
  }
}

/// A session begins with its first answer, of which it follows all partitions in that order.
std::int32_t open_session(BrokerState& state, const FetchQuery& query, const FetchReading& reading,
                          Instant now) {
  FetchSessionDraft draft{.is_privileged = query.replica_id >= 0,
                          .uses_topic_ids = query.version >= 13,
                          .partitions = query.partitions.size()};
  for (const WantedPartition& wanted : query.partitions) {
    draft.bytes += session_bytes_for(wanted.topic);
  }
  FetchSession* session = state.fetch_sessions.open(draft, now);
  if (session == nullptr) return 0;
  for (const bool is_unknown : {false, true}) {
    for (std::size_t place = 0; place < query.partitions.size(); ++place) {
      const WantedPartition& wanted = query.partitions[place];
      if (wanted.is_unknown() != is_unknown) continue;
      const FetchPartitionData& answer = reading.partitions[place].answer;
      session->partitions.add({.topic = wanted.topic,
                               .topic_id = wanted.topic_id,
                               .known_as = wanted.known_as,
                               .wanted = wanted.partition,
                               .high_watermark = answer.high_watermark,
                               .log_start_offset = answer.log_start_offset});
    }
  }
  state.fetch_sessions.filled(*session, now);
  return session->id;
}

/// Which partitions have news. Those with records go to the end of the session.
/// Source: IncrementalFetchContext.PartitionIterator.
std::vector<bool> take_news(SessionPartitions& partitions, const FetchReading& reading) {
  std::vector<bool> news;
  news.reserve(reading.partitions.size());
  auto next = partitions.in_order().begin();
  for (const PartitionReading& each : reading.partitions) {
    const auto at = next++;
    const bool has_records = !each.batches.empty();
    news.push_back(at->second.take_news(each.answer, has_records));
    if (has_records) partitions.move_to_end(at);
  }
  return news;
}

}  // namespace

FetchResponse answer_for(BrokerState& state, const FetchQuery& query, FetchReading reading,
                         Instant now) {
  FetchResponse response;
  if (query.session.kind != SessionUse::Kind::continues) {
    if (query.session.kind == SessionUse::Kind::opens) {
      response.session_id = open_session(state, query, reading, now);
    }
    put_all(state, query, reading, nullptr, response);
  } else {
    FetchSession& session = state.fetch_sessions.used(query.session);
    response.session_id = session.id;
    // The fetcher went on by another connection while this request waited, so the session isn't
    // what was read for any more.
    if (session.next_epoch != next_session_epoch(query.session.epoch)) {
      response.error_code = ErrorCode::invalid_fetch_session_epoch;
      return response;
    }
    const std::vector<bool> news = take_news(session.partitions, reading);
    put_all(state, query, reading, &news, response);
  }
  response.node_endpoints = std::move(reading.node_endpoints);
  return response;
}

}  // namespace cohort::broker
