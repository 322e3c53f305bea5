#include "session/client_node.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/metadata.hpp>

#include <utility>
#include <variant>

namespace cohort::client {

ClientNode::ClientNode(const ClientNodeOptions& options)
    : rng_(options.seed),
      session_(options.session, rng_.fork("session")),
      metadata_(options.metadata),
      request_timeout_(options.request_timeout) {}

void ClientNode::opened(LinkId link, const Peer& peer, Instant now) {
  session_.opened(link, peer, now);
  settle(now);
}

void ClientNode::dial_failed(DialTag tag, const std::string& reason, Instant now) {
  session_.dial_failed(tag, reason, now);
  settle(now);
}

void ClientNode::received(LinkId link, Buffer bytes, Instant now) {
  session_.received(link, std::move(bytes), now);
  settle(now);
}

void ClientNode::filled(LinkId link, std::size_t count, Instant now) {
  session_.filled(link, count, now);
  settle(now);
}

void ClientNode::sent(LinkId link, std::size_t unsent_bytes, Instant now) {
  if (session_.sent(link, unsent_bytes)) settle(now);
}

void ClientNode::closed(LinkId link, Instant now) {
  session_.closed(link, now);
  settle(now);
}

void ClientNode::advance(Instant now) {
  if (alarms_.next() > now) return;
  session_.advance(now);
  settle(now);
}

void ClientNode::settle(Instant now) {
  // Each round of events may let something be sent, which may fail at once.
  while (true) {
    for (const SessionEvent& event : session_.take_events()) handle(event, now);
    alarms_.clear();
    drive_metadata(now);
    drive(now, alarms_);
    // What drive() has found to be wrong, or wants in addition, is asked for now.
    drive_metadata(now);
    if (!session_.has_events()) break;
  }
  session_.list_alarms(alarms_);
  if (!has_ended_) metadata_.list_alarms(alarms_);
  alarms_.drop_due(now);
}

void ClientNode::close_connections(const std::string& reason, Instant now) {
  has_ended_ = true;
  session_.close(reason, now);
}

void ClientNode::drive_metadata(Instant now) {
  if (has_ended_ || !metadata_.wants_request(now)) return;
  const std::optional<Destination> anyone = session_.least_loaded(now);
  if (!anyone) return;
  const auto version = session_.version(*anyone, MetadataRequest::api);
  if (!version) {
    metadata_.lost(now, rng_);
    return;
  }
  metadata_.sent(session_.send(*anyone, metadata_.request(*version),
                               {.version = *version, .timeout = request_timeout_}, now));
}

void ClientNode::handle(const SessionEvent& event, Instant now) {
  if (const auto* lost_request = std::get_if<Lost>(&event)) {
    if (metadata_.is_pending(lost_request->id)) {
      metadata_.lost(now, rng_);
    } else {
      lost(*lost_request, now);
    }
    return;
  }
  const auto& answer = std::get<Answered>(event);
  if (!metadata_.is_pending(answer.id)) {
    answered(answer, now);
    return;
  }
  Result<MetadataResponse> response = decode<MetadataResponse>(answer.body, answer.version);
  // No brokers: one that is starting, or stopping (Metadata.updateLatestMetadata's caller).
  if (!response || response->brokers.empty()) {
    metadata_.lost(now, rng_);
    return;
  }
  metadata_.answered(*response, now, rng_);
  session_.set_brokers(metadata_.brokers(), now);
}

}  // namespace cohort::client
