// A client's connections, and what it knows of the cluster.
#include "digest/client_digests.hpp"

namespace cohort {

using client::ConnectionState;

/// A session's own requests have the number 0, on each of its connections.
void DigestOf<client::RequestId>::add(StateDigest& into, client::RequestId id) {
  const auto number = static_cast<std::uint64_t>(id);
  if (number == 0) return into.add_word(0);
  into.add_local_name("request", number);
}

void DigestOf<client::Failure>::add(StateDigest& into, const client::Failure& failure) {
  const auto& [kind, code, message, partition, offset] = failure;
  into.add_all(kind, code, partition, offset);
}

void DigestOf<client::RequestInFlight>::add(StateDigest& into,
                                            const client::RequestInFlight& request) {
  const auto& [id, api, version, correlation_id, deadline] = request;
  into.add_all(id, api, version);
  if (!into.promises().whole_frames) into.add(correlation_id);
  into.add_deadline(deadline);
}

/// When its state began, and when it was used last, count where something is to be done so much
/// later. What went wrong last is for people.
void DigestOf<client::Session>::add(StateDigest& into, const client::Connection& connection,
                                    const client::SessionOptions& options) {
  const auto& [to, host, port, state, tag, link, since, not_before, is_wanted, failures,
               last_trouble, reader, in_flight, last_correlation_id, unsent_bytes, last_used,
               versions] = connection;
  into.add_all(to, host, port, state, is_wanted, failures);
  into.add_pause(not_before);
  if (state == ConnectionState::dialling) {
    into.add_local_name("dial", static_cast<std::uint64_t>(tag));
    into.add_deadline(since + options.setup_timeout);
  }
  if (!into.promises().whole_frames) into.add(last_correlation_id);
  if (!connection.is_open()) return;
  into.add_all(link, reader, in_flight, unsent_bytes);
  if (in_flight.empty()) into.add_deadline(last_used + options.max_idle);
  into.add_word(versions.size());
  for (const auto& [api, range] : versions) {
    const auto first = static_cast<std::uint16_t>(range.first);
    const auto last = static_cast<std::uint16_t>(range.last);
    into.add_word(static_cast<std::uint64_t>(static_cast<std::uint16_t>(api)) << 32 |
                  std::uint64_t{first} << 16 | last);
  }
}

/// Which link is whose follows from the connections.
void DigestOf<client::Session>::add(StateDigest& into, const client::Session& session) {
  const auto& [options, chance, brokers, connections, links, actions, events, next_request,
               next_tag, turn] = session;
  into.add_all(chance, brokers, turn);
  into.add_word(connections.size());
  for (const auto& [to, connection] : connections) add(into, connection, options);
  into.add_all(actions, events);  // None between wake-ups.
}

/// Which topic an id names follows from the topics. Answers are counted to be told apart.
void DigestOf<client::MetadataCache>::add(StateDigest& into,
                                          const client::MetadataCache& metadata) {
  const auto& [options, wanted, wants_all, wants_more, is_stale, pending, pending_covers, attempts,
               not_before, expires, revision, topics, names, brokers, racks, controller,
               cluster_id] = metadata;
  into.add_all(wanted, wants_all, wants_more, is_stale, pending, pending_covers, attempts);
  into.add_pause(not_before);
  into.add_deadline(expires);
  into.add(revision > 0);
  into.add_local_name("metadata", revision);
  into.add_all(topics, brokers, racks, controller, cluster_id);
}

void DigestOf<client::CoordinatorFinder>::add(StateDigest& into,
                                              const client::CoordinatorFinder& finder) {
  const auto& [key, kind, retry, where, pending, failures, not_before, last_trouble, failure] =
      finder;
  into.add_all(where, pending, failures, failure);
  into.add_pause(not_before);
}

/// The alarms were collected when the node was called last: what is due since is not in the rest.
/// Only the first counts, since with it all are collected anew.
void DigestOf<client::ClientNode>::add(StateDigest& into, const client::ClientNode& node) {
  const auto& [chance, session, metadata, alarms, request_timeout, has_ended] = node;
  into.add_all(chance, session, metadata, has_ended);
  into.add_deadline(alarms.next());
}

}  // namespace cohort
