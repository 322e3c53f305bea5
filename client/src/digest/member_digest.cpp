// A consumer's membership.
#include "digest/client_digests.hpp"

namespace cohort {

void DigestOf<client::RebalanceCalls>::add(StateDigest& into, const client::RebalanceCalls& calls) {
  const auto& [owned, call, is_begun, later] = calls;
  into.add_all(owned, call, is_begun, later);
}

/// Its assignor is the one that the group agreed on.
void DigestOf<client::GroupLeader>::add(StateDigest& into, const client::GroupLeader& leader) {
  const auto& [assignor, skips_assignment, members, topics, seen] = leader;
  into.add_all(skips_assignment, members, topics, seen);
}

void DigestOf<client::Heartbeats>::add(StateDigest& into, const client::Heartbeats& heartbeats) {
  const auto& [interval, session_timeout, retry, due, session_end, failures] = heartbeats;
  into.add_deadline(due);
  into.add_deadline(session_end);
  into.add(failures);
}

void DigestOf<client::Farewell>::add(StateDigest& into, const client::Farewell& farewell) {
  const auto& [membership, reason, deadline, lane, request, failures, not_before] = farewell;
  into.add_all(membership, reason, lane, request, failures);
  into.add_deadline(deadline);
  into.add_pause(not_before);
}

/// As whom it was sent is asked of heartbeats alone.
void DigestOf<client::MemberRequest>::add(StateDigest& into, const client::MemberRequest& request) {
  const auto& [api, to, sent_as, is_abandoned] = request;
  into.add_all(api, to, is_abandoned);
  if (api == ApiKey::heartbeat) into.add(sent_as);
}

/// For how long a rebalance goes on already is for people. Reasons are for people, too, but brokers
/// are told them. Outside of a generation heartbeats mean nothing: they begin anew with the next.
void DigestOf<client::ClassicMember>::add(StateDigest& into, const client::ClassicMember& member) {
  const auto& [options, protocol, state, membership, assignor_name, topics, joined_topics,
               rejoin_reason, departure, leaves_surely, last_polled, is_polling, calls,
               last_assignment, leader, assignments, in_flight, coordinator, heartbeats, farewell,
               rebalance_since, failures, not_before, failure] = member;
  into.add_all(state, membership, assignor_name, topics, joined_topics, rejoin_reason, departure);
  if (departure) into.add(leaves_surely);
  into.add(last_polled.has_value());
  if (last_polled) into.add_deadline(*last_polled + options.max_poll_interval);
  into.add_all(is_polling, calls, last_assignment, leader, assignments, in_flight, coordinator);
  if (membership.generation_id >= 0) into.add(heartbeats);
  into.add_all(farewell, failures, failure);
  into.add_pause(not_before);
}

}  // namespace cohort
