#include "dispatch.hpp"

#include "api/handlers.hpp"
#include "client_host.hpp"
#include "coordinator_records.hpp"
#include "reply.hpp"
#include "state.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace cohort::broker {

namespace {

/// Decodes, calls the handler, encodes: the same for every API.
template <class Request, class Response,
          std::optional<Response> (*handler)(RequestContext&, const Request&)>
Handled run(RequestContext& context, const Buffer& body) {
  const Result<Request> request = decode<Request>(body, context.version());
  if (!request) {
    // Kafka closes the connection on a body it can't parse (SocketServer: InvalidRequestException).
    return {.refusal = "a malformed " + std::string(name(Request::api.key)) + " v" +
                       std::to_string(context.version()) +
                       " request: " + to_string(request.error())};
  }
  const std::optional<Response> response = handler(context, *request);
  if (!response) return {.refusal = context.refusal()};
  Buffers answer = encode_response(context.origin.correlation_id, *response, context.version());
  if (answer.empty()) {
    return {.refusal = std::string(name(Request::api.key)) + ": " + std::string(unwritable_answer)};
  }
  return {.answer = std::move(answer)};
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

const DispatchRow* find_dispatch_row(ApiKey key) {
  const auto found = std::lower_bound(table.begin(), table.end(), key,
                                      [](const DispatchRow& row, ApiKey k) { return row.key < k; });
  return found == table.end() || found->key != key ? nullptr : &*found;
}

Handled dispatch(BrokerState& state, LinkId link, const Buffer& frame, Instant now) {
  const Result<DecodedRequestHeader> decoded = decode_request_header(frame);
  if (!decoded) return {.refusal = "a malformed request header: " + to_string(decoded.error())};
  const RequestHeader& header = decoded->header;
  const DispatchRow* row = find_dispatch_row(header.api_key);
  if (row == nullptr) {
    return {.refusal = "a request with API key " +
                       std::to_string(static_cast<int>(header.api_key)) + ", which is not served"};
  }
  if (!row->versions.contains(header.api_version)) {
    if (row->key == ApiKey::api_versions) {
      return refuse_api_versions_version(header.correlation_id, row->versions);
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
  Handled handled = row->run(context, frame.slice(decoded->size));
  write_coordinator_records(state);
  return handled;
}

}  // namespace cohort::broker
