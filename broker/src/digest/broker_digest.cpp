// The broker as a whole, and its connections.
#include "digest/digests.hpp"
#include <cohort/broker/broker.hpp>

namespace cohort {

void DigestOf<broker::OwedReply>::add(StateDigest& into, const broker::OwedReply& reply) {
  const auto& [link, api_key, version, correlation_id, throttle] = reply;
  into.add_all(link, api_key, version, throttle);
  if (!into.promises().whole_frames) into.add(correlation_id);
}

/// What the client calls itself is told in facts, with each request anew.
void DigestOf<broker::Connection>::add(StateDigest& into, const broker::Connection& connection) {
  const auto& [peer, frames, parked, outgoing, unsent, bytes_ahead, is_read_paused, is_unanswerable,
               has_place, awaits_place, is_closing, last_active, client_id, software_name,
               software_version] = connection;
  into.add(peer);
  DigestOf<FrameReader>::add_requests(into, frames);
  into.add(parked);
  into.add_answers(outgoing.joined().bytes());
  into.add_all(unsent, bytes_ahead, is_read_paused);
  into.add_all(is_unanswerable, has_place, awaits_place, is_closing, last_active);
}

void DigestOf<broker::Cluster>::add(StateDigest& into, const broker::Cluster& cluster) {
  const auto& [nodes, listeners] = cluster;
  into.add_all(nodes, listeners);
}

void DigestOf<broker::FaultRules>::add(StateDigest& into, const broker::FaultRules& rules) {
  const auto& [chance, all, next_id] = rules;
  into.add_all(all, next_id);
}

void DigestOf<broker::Interventions>::add(StateDigest& into,
                                          const broker::Interventions& interventions) {
  const auto& [rules, held, delayed, fates] = interventions;
  into.add_all(rules, held, delayed, fates);
}

/// Of the settings only those that clients change do change. Numbers of requests, and facts, are
/// for people.
void DigestOf<broker::BrokerState>::add(StateDigest& into, const broker::BrokerState& state) {
  const auto& [started_with, config, rules, dynamic_of_others, chance, cluster_id, cluster, catalog,
               producer_ids, coordinator, zookeeper_offsets, transactions, waiting_ends,
               unloadable_coordinators, fetch_waits, fetch_sessions, session_starts, client_quotas,
               client_metrics, log_timers, next_producer_check, connections, connection_counts,
               awaiting_place, owed, parked_fetches, next_reply, requests, interventions,
               idle_timers, touched, resumed, woken_fetches, actions, facts, explained_facts] =
      state;
  into.add_all(config.dynamic, dynamic_of_others, chance, cluster);
  // In the order in which they came, unless the world has given their links another one.
  into.add_in_name_order("link", connections);
  into.add_all(connection_counts, awaiting_place, owed, parked_fetches);
  into.add_all(catalog, producer_ids, coordinator, zookeeper_offsets, transactions, waiting_ends,
               unloadable_coordinators);
  into.add_all(fetch_waits, fetch_sessions, session_starts, client_quotas, client_metrics,
               log_timers, next_producer_check, interventions, idle_timers);
  into.add_all(touched, resumed, woken_fetches, actions);
}

}  // namespace cohort

namespace cohort::broker {

void Broker::digest(StateDigest& into) const { into.add(*state_); }

}  // namespace cohort::broker
