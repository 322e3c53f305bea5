// Requests and answers, and what ends a connection.
#include "session/session.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/api_versions.hpp>

#include <algorithm>
#include <limits>

namespace cohort::client {

namespace {

/// The Session's own requests, of which nobody else hears.
constexpr RequestId own_request{0};
/// The newest ApiVersions that is tried; a broker that has it not says so in v0 (KIP-511).
constexpr int first_tried_version = 3;

std::string seconds_text(Duration duration) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(duration).count()) + " ms";
}

}  // namespace

void Session::opened(LinkId link, const Peer& peer, Instant now) {
  const auto found = std::ranges::find_if(connections_, [&](const auto& entry) {
    return entry.second.state == ConnectionState::dialling && entry.second.tag == peer.tag;
  });
  if (found == connections_.end()) {
    actions_.emplace_back(Close{.link = link, .reason = "not wanted any more"});
    return;
  }
  Connection& connection = found->second;
  links_.emplace(link, connection.to);
  connection.link = link;
  connection.since = now;
  connection.last_used = now;
  connection.unsent_bytes = 0;
  connection.versions.clear();
  connection.reader =
      FrameReader(options_.max_answer_size > 0 ? options_.max_answer_size
                                               : std::numeric_limits<std::int32_t>::max());
  connection.state = ConnectionState::asking_versions;
  ask_for_versions(connection, first_tried_version, now);
}

void Session::ask_for_versions(Connection& connection, int version, Instant now) {
  const ApiVersionsRequest request{.client_software_name = "cohort",
                                   .client_software_version = "0.1.0"};
  const RequestHeader header = next_header(connection.to, ApiKey::api_versions, version);
  actions_.emplace_back(Send{.link = connection.link, .bytes = encode_request(header, request)});
  connection.in_flight.push_back({.id = own_request,
                                  .api = ApiKey::api_versions,
                                  .version = header.api_version,
                                  .correlation_id = header.correlation_id,
                                  .deadline = now + options_.setup_timeout});
}

void Session::take_versions(Connection& connection, const Buffer& body, int version, Instant now) {
  Result<ApiVersionsResponse> response = decode<ApiVersionsResponse>(body, version);
  const bool is_refused = !response || response->error_code == ErrorCode::unsupported_version;
  if (is_refused && version > 0) {
    // The refusal comes as v0, whatever was asked (KIP-511).
    const Result<ApiVersionsResponse> refusal = decode<ApiVersionsResponse>(body, 0);
    int next = 0;
    if (refusal) {
      for (const ApiVersionsApiVersion& api : refusal->api_keys) {
        if (api.api_key == ApiKey::api_versions) next = std::min(int{api.max_version}, version - 1);
      }
    }
    ask_for_versions(connection, std::max(next, 0), now);
    return;
  }
  if (!response || response->error_code != ErrorCode::none) {
    const std::string reason =
        response ? std::string(name(response->error_code)) : std::string("an unreadable answer");
    give_up(connection, LossKind::disconnected, "asked for its versions: " + reason, now);
    return;
  }
  connection.versions.reserve(response->api_keys.size());
  for (const ApiVersionsApiVersion& api : response->api_keys) {
    connection.versions[api.api_key] = {api.min_version, api.max_version};
  }
  connection.state = ConnectionState::ready;
  connection.since = now;
  connection.failures = 0;
  connection.last_trouble.clear();
}

void Session::dial_failed(DialTag tag, const std::string& reason, Instant now) {
  for (auto& [to, connection] : connections_) {
    if (connection.state == ConnectionState::dialling && connection.tag == tag) {
      give_up(connection, LossKind::disconnected, reason, now);
      return;
    }
  }
}

RequestHeader Session::next_header(const Destination& to, ApiKey api, int version) {
  Connection* connection = find(to);
  COHORT_ASSERT(connection != nullptr);
  // Wraps to 0, as Java's does.
  connection->last_correlation_id =
      connection->last_correlation_id == std::numeric_limits<std::int32_t>::max()
          ? 0
          : connection->last_correlation_id + 1;
  return {.api_key = api,
          .api_version = static_cast<std::int16_t>(version),
          .correlation_id = connection->last_correlation_id,
          .client_id = options_.client_id};
}

RequestId Session::send_body(const Destination& to, ApiKey api, const Buffers& body,
                             const Sending& sending, Instant now) {
  const RequestHeader header = next_header(to, api, sending.version);
  return send_frame(to, header, frame_request(header, body), sending, now);
}

RequestId Session::send_frame(const Destination& to, const RequestHeader& header, Buffers frame,
                              const Sending& sending, Instant now) {
  Connection* connection = find(to);
  COHORT_ASSERT(connection != nullptr);
  COHORT_ASSERT(connection->is_ready());
  const RequestInFlight request{.id = RequestId{next_request_++},
                                .api = header.api_key,
                                .version = header.api_version,
                                .correlation_id = header.correlation_id,
                                .deadline = now + sending.timeout};
  if (frame.empty()) {
    lose(to, request, LossKind::unwritable, "the request is too large to be written");
    return request.id;
  }
  connection->last_used = now;
  connection->unsent_bytes += frame.size();
  actions_.emplace_back(Send{.link = connection->link, .bytes = std::move(frame)});
  if (sending.has_answer) {
    connection->in_flight.push_back(request);
  } else {
    events_.emplace_back(Answered{
        .id = request.id, .from = to, .api = request.api, .version = request.version, .body = {}});
  }
  return request.id;
}

std::span<std::uint8_t> Session::room(LinkId link) {
  Connection* connection = find(link);
  return connection == nullptr ? std::span<std::uint8_t>() : connection->reader.room();
}

void Session::filled(LinkId link, std::size_t count, Instant now) {
  Connection* connection = find(link);
  COHORT_ASSERT(connection != nullptr);
  connection->reader.added(count);
  take_frames(*connection, now);
}

void Session::received(LinkId link, Buffer bytes, Instant now) {
  Connection* connection = find(link);
  if (connection == nullptr) return;
  connection->reader.feed(std::move(bytes));
  take_frames(*connection, now);
}

void Session::take_frames(Connection& connection, Instant now) {
  while (true) {
    const std::optional<Buffer> frame = connection.reader.next();
    if (!frame) break;
    if (!take_frame(connection, *frame, now)) return;
  }
  if (const auto& error = connection.reader.error()) {
    give_up(connection, LossKind::no_answer, "sent what is no answer: " + to_string(*error), now);
  }
}

bool Session::take_frame(Connection& connection, const Buffer& frame, Instant now) {
  if (connection.in_flight.empty()) {
    give_up(connection, LossKind::disconnected, "sent an answer that nobody asked for", now);
    return false;
  }
  const RequestInFlight request = connection.in_flight.front();
  const auto header = decode_response_header(frame, request.api, request.version);
  if (!header || header->correlation_id != request.correlation_id) {
    give_up(connection, LossKind::disconnected,
            "sent an answer that is not that to " + std::string(name(request.api)), now);
    return false;
  }
  connection.in_flight.pop_front();
  connection.last_used = now;
  const Buffer body = frame.slice(header->size);
  if (request.id == own_request) {
    take_versions(connection, body, request.version, now);
    return connection.is_open();
  }
  events_.emplace_back(Answered{.id = request.id,
                                .from = connection.to,
                                .api = request.api,
                                .version = request.version,
                                .body = body});
  return true;
}

void Session::closed(LinkId link, Instant now) {
  Connection* connection = find(link);
  if (connection == nullptr) return;
  links_.erase(link);
  give_up(*connection, LossKind::disconnected, "closed the connection", now);
}

void Session::lose(const Destination& to, const RequestInFlight& request, LossKind kind,
                   const std::string& reason) {
  if (request.id == own_request) return;
  events_.emplace_back(
      Lost{.id = request.id, .to = to, .api = request.api, .kind = kind, .reason = reason});
}

void Session::give_up(Connection& connection, LossKind kind, const std::string& reason,
                      Instant now) {
  if (connection.is_open() && links_.erase(connection.link) > 0) {
    actions_.emplace_back(Close{.link = connection.link, .reason = reason});
  }
  const std::deque<RequestInFlight> lost = std::exchange(connection.in_flight, {});
  connection.state = ConnectionState::idle;
  connection.since = now;
  connection.unsent_bytes = 0;
  connection.reader = FrameReader();
  connection.last_trouble = reason;
  ++connection.failures;
  connection.not_before = now + options_.reconnect.after(connection.failures, rng_);
  for (const RequestInFlight& request : lost) {
    const bool is_other = kind == LossKind::timed_out && request.deadline > now;
    lose(connection.to, request, is_other ? LossKind::disconnected : kind, reason);
  }
}

void Session::advance(Instant now) {
  for (auto& [to, connection] : connections_) check_times(connection, now);
}

void Session::check_times(Connection& connection, Instant now) {
  switch (connection.state) {
    case ConnectionState::idle:
      if (connection.is_wanted && connection.not_before <= now) dial(connection, now);
      return;
    case ConnectionState::dialling:
      if (connection.since + options_.setup_timeout <= now) {
        give_up(connection, LossKind::timed_out,
                "no connection within " + seconds_text(options_.setup_timeout), now);
      }
      return;
    case ConnectionState::asking_versions:
    case ConnectionState::ready:
      break;
  }
  const auto late = std::ranges::find_if(
      connection.in_flight,
      [now](const RequestInFlight& request) { return request.deadline <= now; });
  if (late != connection.in_flight.end()) {
    // What comes behind it may be late for the same reason, and an answer that comes yet would be
    // taken for another's: the connection ends (NetworkClient.handleTimedOutRequests).
    give_up(connection, LossKind::timed_out,
            std::string(name(late->api)) + " was not answered in time", now);
    return;
  }
  if (connection.in_flight.empty() && connection.last_used + options_.max_idle <= now) {
    give_up(connection, LossKind::disconnected, "idle", now);
    connection.failures = 0;
    connection.last_trouble.clear();
    connection.not_before = now;
  }
}

void Session::list_alarms(Alarms& alarms) const {
  for (const auto& [to, connection] : connections_) {
    switch (connection.state) {
      case ConnectionState::idle:
        if (connection.is_wanted) {
          alarms.ring({.at = connection.not_before, .name = "reconnect", .is_periodic = true});
        }
        break;
      case ConnectionState::dialling:
        alarms.ring({.at = connection.since + options_.setup_timeout,
                     .name = "connection setup timeout",
                     .is_periodic = true});
        break;
      case ConnectionState::asking_versions:
      case ConnectionState::ready: {
        Instant first = Instant::never();
        for (const RequestInFlight& request : connection.in_flight) {
          first = std::min(first, request.deadline);
        }
        // Nobody waits for a time-out: whatever is under way ends before it, or never.
        alarms.ring({.at = first, .name = "request timeout", .is_periodic = true});
        if (connection.in_flight.empty()) {
          alarms.ring({.at = connection.last_used + options_.max_idle,
                       .name = "idle connection",
                       .is_periodic = true});
        }
        break;
      }
    }
  }
}

void Session::take_actions(std::vector<Action>& into) {
  into.clear();
  std::swap(into, actions_);
}

}  // namespace cohort::client
