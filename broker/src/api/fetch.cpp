// Fetch v0-v17.
// v0-v3 answer message sets, converted down; v1 throttle time; v3 max_bytes (KIP-74); v4 isolation
// level (KIP-98); v5 log start offset (KIP-107); v7 sessions (KIP-227); v9 leader epoch (KIP-320);
// v11 racks (KIP-392); v12 flexible, last fetched epoch (KIP-595); v13 topic ids (KIP-516); v15
// replica state (KIP-903); v16 node endpoints (KIP-951). Not here: authorisation.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "fetch/fetch_query.hpp"
#include "fetch/node_sessions.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/fetch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::int16_t first_version_by_id = 13;
constexpr std::string_view rack_aware_selector =
    "org.apache.kafka.common.replica.RackAwareReplicaSelector";

/// Empty unless replicas are chosen by racks, which is for consumers alone. Source:
/// RackAwareReplicaSelector (KIP-392).
std::string rack_of_reader(const RequestContext& context, const FetchRequest& request) {
  if (request.rack_id.empty()) return {};
  const Properties& properties = context.state.config.properties;
  const auto selector = properties.find("replica.selector.class");
  const bool is_rack_aware =
      selector != properties.end() && selector->second == rack_aware_selector;
  return is_rack_aware ? request.rack_id : std::string();
}

FetchQuery query_for(const RequestContext& context, const FetchRequest& request) {
  return {.version = context.version(),
          .node_id = context.node_id(),
          .entrance = context.entrance(),
          .replica_id =
              request.replica_id != -1 ? request.replica_id : request.replica_state.replica_id,
          .rack = rack_of_reader(context, request),
          .isolation_level = request.isolation_level,
          .min_bytes = request.min_bytes,
          .max_bytes = request.max_bytes,
          .max_wait = milliseconds(request.max_wait_ms)};
}

/// A topic without id and name is nothing that Kafka could keep in a session
/// (CachedPartition.hashCode).
bool names_zero_id(const FetchRequest& request) {
  return std::ranges::any_of(request.topics, [](const FetchTopic& topic) {
    return topic.topic_id == Uuid{} && !topic.partitions.empty();
  });
}

/// What the request is to read, or its answer. Source: FetchManager.newContext.
std::optional<FetchResponse> enter(RequestContext& context, const FetchRequest& request,
                                   FetchQuery& query) {
  BrokerState& state = context.state;
  const bool uses_session = request.session_epoch != -1;
  if (uses_session && query.version >= first_version_by_id && names_zero_id(request)) {
    return error_answer(request, ErrorCode::unknown_server_error, query.version);
  }
  FetchSessions& sessions = sessions_of(state, query.node_id);
  const SessionEntry entry = sessions.enter(request, query.version, context.now);
  if (entry.error == ErrorCode::unknown_server_error) {
    return error_answer(request, entry.error, query.version);
  }
  if (entry.error != ErrorCode::none) return FetchResponse{.error_code = entry.error};
  query.session = entry.use;
  query.partitions = entry.use.kind == SessionUse::Kind::continues
                         ? partitions_of(state.catalog, sessions.used(entry.use))
                         : partitions_of(state.catalog, request, query);
  return std::nullopt;
}

void park(RequestContext& context, FetchQuery query, std::int64_t missing) {
  BrokerState& state = context.state;
  const ReplyId reply = context.park();
  state.fetch_waits.park({.reply = reply,
                          .deadline = context.now + query.max_wait,
                          .missing_bytes = missing,
                          .partitions = query.known_partitions()});
  sessions_of(state, query.node_id).wait(query.session);
  state.parked_fetches.emplace(reply, std::move(query));
}

}  // namespace

std::optional<FetchResponse> fetch(RequestContext& context, const FetchRequest& request) {
  FetchQuery query = query_for(context, request);
  if (std::optional<FetchResponse> refusal = enter(context, request, query)) return refusal;
  const bool has_known = query.has_known();
  // Kafka fails on an isolation level it doesn't know, though only when there is something to read
  // (IsolationLevel.forId).
  const bool is_isolation_known = request.isolation_level == 0 || request.isolation_level == 1;
  if (has_known && !is_isolation_known) {
    return error_answer(request, ErrorCode::unknown_server_error, context.version());
  }
  FetchReading reading = read_for(context.state, query);
  const std::int64_t missing = missing_at_first(query, reading);
  if (!has_known || missing <= 0) {
    return answer_for(context.state, query, std::move(reading), context.now);
  }
  park(context, std::move(query), missing);
  return std::nullopt;
}

}  // namespace cohort::broker
