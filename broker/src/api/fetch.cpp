// Fetch v0-v17.
// v0-v3 answer message sets, converted down; v1 throttle time; v3 max_bytes (KIP-74); v4 isolation
// level (KIP-98); v5 log start offset (KIP-107); v7 sessions (KIP-227); v9 leader epoch (KIP-320);
// v11 racks (KIP-392); v12 flexible, last fetched epoch (KIP-595); v13 topic ids (KIP-516); v15
// replica state (KIP-903); v16 node endpoints (KIP-951). Not here: authorisation; sessions are
// never opened (Kafka does the same with a full cache); preferred replicas.
#include "api/handlers.hpp"
#include "fetch_query.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/fetch.hpp>

#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::int32_t final_epoch = -1;
constexpr std::int32_t initial_epoch = 0;
constexpr std::int16_t first_version_by_id = 13;

WantedPartition wanted(const Topic* topic, const FetchTopic& named, const FetchPartition& partition,
                       bool is_by_id) {
  WantedPartition result{.topic = named.topic, .topic_id = named.topic_id, .partition = partition};
  if (topic == nullptr) {
    result.error = is_by_id ? ErrorCode::unknown_topic_id : ErrorCode::unknown_topic_or_partition;
  } else if (topic->partition(partition.partition) == nullptr) {
    result.error = ErrorCode::unknown_topic_or_partition;
  } else {
    result.key = {topic->id, partition.partition};
  }
  return result;
}

/// A request that can't be worked on as a whole: before v13 every partition is told so, too
/// (FetchRequest.getErrorResponse).
FetchResponse refused(const FetchRequest& request, std::int16_t version, ErrorCode error) {
  FetchResponse response{.error_code = error, .session_id = request.session_id};
  if (version >= first_version_by_id) return response;
  for (const FetchTopic& topic : request.topics) {
    FetchableTopicResponse& answered = response.responses.emplace_back();
    answered.topic = topic.topic;
    for (const FetchPartition& partition : topic.partitions) {
      answered.partitions.push_back({.partition_index = partition.partition,
                                     .error_code = error,
                                     .high_watermark = -1,
                                     .aborted_transactions = std::nullopt});
    }
  }
  return response;
}

}  // namespace

FetchQuery query_for(const Catalog& catalog, const FetchRequest& request, std::int16_t version) {
  FetchQuery query{.version = version,
                   .replica_id = request.replica_id != -1 ? request.replica_id
                                                          : request.replica_state.replica_id,
                   .isolation_level = request.isolation_level,
                   .min_bytes = request.min_bytes,
                   .max_bytes = request.max_bytes,
                   .max_wait = milliseconds(request.max_wait_ms)};
  const bool is_by_id = version >= first_version_by_id;
  std::map<std::tuple<std::string_view, Uuid, std::int32_t>, std::size_t> places;
  for (const FetchTopic& named : request.topics) {
    const Topic* topic = is_by_id ? catalog.find(named.topic_id) : catalog.find(named.topic);
    for (const FetchPartition& partition : named.partitions) {
      const auto [place, is_first] = places.try_emplace(
          {named.topic, named.topic_id, partition.partition}, query.partitions.size());
      if (is_first) query.partitions.emplace_back();
      query.partitions[place->second] = wanted(topic, named, partition, is_by_id);
    }
  }
  return query;
}

std::vector<PartitionKey> FetchQuery::known_partitions() const {
  std::vector<PartitionKey> known;
  for (const WantedPartition& each : partitions) {
    if (each.error == ErrorCode::none) known.push_back(each.key);
  }
  return known;
}

std::optional<FetchResponse> fetch(RequestContext& context, const FetchRequest& request) {
  // No session is ever opened, so one that goes on is unknown (KIP-227; FetchManager.newContext).
  if (request.session_epoch != final_epoch && request.session_epoch != initial_epoch) {
    return FetchResponse{.error_code = ErrorCode::fetch_session_id_not_found};
  }
  FetchQuery query = query_for(context.state.catalog, request, context.version());
  std::vector<PartitionKey> known = query.known_partitions();
  // Kafka fails on an isolation level it doesn't know, though only when there is something to read
  // (IsolationLevel.forId).
  const bool is_isolation_known = request.isolation_level == 0 || request.isolation_level == 1;
  if (!known.empty() && !is_isolation_known) {
    return refused(request, context.version(), ErrorCode::unknown_server_error);
  }
  FetchReading reading = read_for(context.state, query);
  const std::int64_t missing = missing_at_first(query, reading);
  if (known.empty() || missing <= 0) return std::move(reading.response);

  const ReplyId reply = context.park();
  context.state.fetch_waits.park({.reply = reply,
                                  .deadline = context.now + query.max_wait,
                                  .missing_bytes = missing,
                                  .partitions = std::move(known)});
  context.state.parked_fetches.emplace(reply, std::move(query));
  return std::nullopt;
}

}  // namespace cohort::broker
