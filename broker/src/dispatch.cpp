#include "dispatch.hpp"

#include "admission.hpp"
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "client_host.hpp"
#include "coordinator_records.hpp"
#include "facts.hpp"
#include "interventions.hpp"
#include "release_versions.hpp"
#include "reply.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include "wake_up.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>
#include <cohort/protocol/subjects.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace cohort::broker {

namespace {

template <class Message>
std::string print_versioned(const Message& message, std::int16_t version) {
  return fmt::format("v{} {}", version, print(message));
}

/// An incremental fetch is about all the partitions of its session.
template <class Request>
Subjects subjects_in(const RequestContext& context, const Request& request) {
  Subjects subjects = subjects_of(request, context.version());
  if constexpr (std::is_same_v<Request, FetchRequest>) {
    const auto sessions = context.state.fetch_sessions.find(context.node_id());
    if (sessions == context.state.fetch_sessions.end()) return subjects;
    const FetchSession* session = sessions->second.find(request.session_id);
    if (session == nullptr) return subjects;
    for (const auto& [turn, partition] : session->partitions.in_order()) {
      subjects.topics.push_back(
          {partition.topic, partition.topic_id, {partition.wanted.partition}});
    }
  }
  return subjects;
}

/// A producer that waits for no answer is told by closing, as of any other error.
template <class Request>
auto answer_with_error(RequestContext& context, const Request& request) {
  std::optional response = error_answer(request, *context.injected_error, context.version());
  if constexpr (std::is_same_v<Request, ProduceRequest>) {
    if (request.acks == 0) {
      context.refuse("a fault rule: an error of a Produce request with acks=0");
      response.reset();
    }
  }
  return response;
}

/// Decodes, calls the handler, encodes: the same for every API.
template <class Request, class Response,
          std::optional<Response> (*handler)(RequestContext&, const Request&)>
Handled run(RequestContext& context, const Buffer& frame, const Buffer& body) {
  const Result<Request> request = decode<Request>(body, context.version());
  if (!request) {
    // Kafka closes the connection on a body it can't parse (SocketServer: InvalidRequestException).
    return {.refusal = "a malformed " + std::string(name(Request::api.key)) + " v" +
                       std::to_string(context.version()) +
                       " request: " + to_string(request.error())};
  }
  if (context.state.config.tells_messages) {
    tell_message(context.state, FactKind::message_received, context.origin.link,
                 context.origin.client_id, print_versioned(*request, context.version()),
                 context.now);
  }
  if (context.is_under_scrutiny && !context.state.interventions.rules.empty()) {
    if (intercept(context, frame, subjects_in(context, *request))) return {};
  }
  std::optional<Response> response =
      context.injected_error ? answer_with_error(context, *request) : handler(context, *request);
  if (!response) return {.refusal = context.refusal(), .fate = std::move(context.fate)};
  if (context.throttle > Duration::zero()) put_throttle(*response, context.throttle);
  if (context.state.config.tells_messages) {
    tell_message(context.state, FactKind::message_sent, context.origin.link,
                 context.origin.client_id, print_versioned(*response, context.version()),
                 context.now);
  }
  Buffers answer = encode_response(context.origin.correlation_id, *response, context.version());
  if (answer.empty()) {
    return {.refusal = std::string(name(Request::api.key)) + ": " + std::string(unwritable_answer)};
  }
  return {.answer = std::move(answer), .fate = std::move(context.fate)};
}

template <auto handler>
struct RowOf;
template <class Request, class Response,
          std::optional<Response> (*handler)(RequestContext&, const Request&)>
struct RowOf<handler> {
  static constexpr DispatchRow value{Request::api.key, Request::api.versions,
                                     &run<Request, Response, handler>};
};

constexpr std::array table{
    RowOf<&produce>::value,
    RowOf<&fetch>::value,
    RowOf<&list_offsets>::value,
    RowOf<&metadata>::value,
    RowOf<&offset_commit>::value,
    RowOf<&offset_fetch>::value,
    RowOf<&find_coordinator>::value,
    RowOf<&join_group>::value,
    RowOf<&heartbeat>::value,
    RowOf<&leave_group>::value,
    RowOf<&sync_group>::value,
    RowOf<&describe_groups>::value,
    RowOf<&list_groups>::value,
    RowOf<&sasl_handshake>::value,
    RowOf<&api_versions>::value,
    RowOf<&create_topics>::value,
    RowOf<&delete_topics>::value,
    RowOf<&delete_records>::value,
    RowOf<&init_producer_id>::value,
    RowOf<&offset_for_leader_epoch>::value,
    RowOf<&add_partitions_to_txn>::value,
    RowOf<&add_offsets_to_txn>::value,
    RowOf<&end_txn>::value,
    RowOf<&write_txn_markers>::value,
    RowOf<&txn_offset_commit>::value,
    RowOf<&describe_configs>::value,
    RowOf<&alter_configs>::value,
    RowOf<&alter_replica_log_dirs>::value,
    RowOf<&describe_log_dirs>::value,
    RowOf<&create_partitions>::value,
    RowOf<&delete_groups>::value,
    RowOf<&elect_leaders>::value,
    RowOf<&incremental_alter_configs>::value,
    RowOf<&alter_partition_reassignments>::value,
    RowOf<&list_partition_reassignments>::value,
    RowOf<&offset_delete>::value,
    RowOf<&describe_client_quotas>::value,
    RowOf<&alter_client_quotas>::value,
    RowOf<&describe_cluster>::value,
    RowOf<&describe_producers>::value,
    RowOf<&describe_transactions>::value,
    RowOf<&list_transactions>::value,
    RowOf<&list_client_metrics_resources>::value,
    RowOf<&describe_topic_partitions>::value,
};
static_assert(std::is_sorted(table.begin(), table.end(),
                             [](const auto& a, const auto& b) { return a.key < b.key; }));

/// An ApiVersions request of a version that is not known gets the one answer every client can read:
/// v0, with UNSUPPORTED_VERSION and the range of ApiVersions itself (KIP-511;
/// ApiVersionsRequest.getErrorResponse).
Handled refuse_api_versions_version(std::int32_t correlation_id, Versions known) {
  ApiVersionsResponse response{.error_code = ErrorCode::unsupported_version};
  response.api_keys.push_back({ApiKey::api_versions, known.first, known.last});
  return {.answer = encode_response(correlation_id, response, 0)};
}

}  // namespace

std::span<const DispatchRow> dispatch_table() { return table; }

std::optional<Versions> served_versions(Release release, const DispatchRow& row) {
  const std::optional<Versions> had = versions_in(release, row.key);
  if (!had) return std::nullopt;
  return Versions{std::max(had->first, row.versions.first), std::min(had->last, row.versions.last)};
}

const DispatchRow* find_dispatch_row(ApiKey key) {
  const auto found = std::lower_bound(table.begin(), table.end(), key,
                                      [](const DispatchRow& row, ApiKey k) { return row.key < k; });
  return found == table.end() || found->key != key ? nullptr : &*found;
}

namespace {

/// What becomes of one frame; a refusal closes the connection.
Handled dispatch(BrokerState& state, LinkId link, const Buffer& frame, Scrutiny scrutiny,
                 Instant now) {
  const Result<DecodedRequestHeader> decoded = decode_request_header(frame);
  if (!decoded) return {.refusal = "a malformed request header: " + to_string(decoded.error())};
  const RequestHeader& header = decoded->header;
  const DispatchRow* row = find_dispatch_row(header.api_key);
  const auto versions = row == nullptr ? std::nullopt : served_versions(state.config.release, *row);
  if (!versions) {
    return {.refusal = "a request with API key " +
                       std::to_string(static_cast<int>(header.api_key)) + ", which is not served"};
  }
  if (!versions->contains(header.api_version)) {
    if (row->key == ApiKey::api_versions) {
      return refuse_api_versions_version(header.correlation_id, *versions);
    }
    return {.refusal = std::string(name(row->key)) + " v" + std::to_string(header.api_version) +
                       ", which is not served"};
  }
  RequestContext context(state,
                         {.link = link,
                          .api_key = header.api_key,
                          .version = header.api_version,
                          .correlation_id = header.correlation_id,
                          .client_id = header.client_id.value_or(""),
                          .client_host = client_host(state.connections.at(link).peer.address)},
                         now);
  ++state.requests[row->key];
  std::string& client_id = state.connections.at(link).client_id;
  if (client_id != context.origin.client_id) client_id = context.origin.client_id;
  context.is_under_scrutiny = scrutiny == Scrutiny::due;
  Handled handled = row->run(context, frame, frame.slice(decoded->size));
  if (!state.waiting_ends.empty()) resume_transactions(state, now);
  write_coordinator_records(state);
  collect_facts(state, {.kind = Cause::Kind::request, .name = name(row->key)},
                context.origin.client_id);
  return handled;
}

}  // namespace

void take_up(BrokerState& state, LinkId link, const Buffer& frame, Scrutiny scrutiny, Instant now) {
  const Handled handled = dispatch(state, link, frame, scrutiny, now);
  if (handled.refusal) {
    refuse_connection(state, link, *handled.refusal, now);
    collect_facts(state, of_link);
  } else if (handled.answer) {
    deliver(state, link, *handled.answer, handled.fate, now);
  } else if (handled.fate && handled.fate->kind == AnswerFate::Kind::disconnect) {
    // Also in place of an answer that nobody wants (Produce with acks=0).
    close_connection(state, link, "a fault rule");
  }
}

}  // namespace cohort::broker
