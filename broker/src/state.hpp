// BrokerState: everything a broker remembers, as plain copyable data.
#pragma once

#include "admission.hpp"
#include "cluster/cluster.hpp"
#include "config/client_metrics.hpp"
#include "config/client_quotas.hpp"
#include "connection.hpp"
#include "fetch/fetch_query.hpp"
#include "fetch/fetch_sessions.hpp"
#include "group/coordinator.hpp"
#include "interventions.hpp"
#include "log/catalog.hpp"
#include "log/fetch_wait.hpp"
#include "log/log_timers.hpp"
#include "log/producer_state.hpp"
#include "release_rules.hpp"
#include "reply_id.hpp"
#include "transaction/transaction_coordinator.hpp"
#include "transaction/waiting_end.hpp"
#include "zookeeper_offsets.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/config.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/node/node.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::broker {

/// An answer that is owed to a parked request.
struct OwedReply {
  LinkId link{};
  ApiKey api_key{};
  std::int16_t version = 0;
  std::int32_t correlation_id = 0;
  Duration throttle{};  ///< Told in the answer, if a fault rule wants it.
};

struct BrokerState {
  BrokerState(const Config& config, Instant now);

  Config started_with;  ///< With the node's id among the properties, as Kafka has it.
  Config config;        ///< What is in effect: under what clients set since.
  ReleaseRules rules;   ///< Of `config.release`.
  /// What clients set for one broker alone, but for the first, whose are in `config`.
  std::map<std::int32_t, Properties> dynamic_of_others;
  Rng rng;
  Uuid cluster_id;
  Cluster cluster;

  Catalog catalog;
  ProducerIds producer_ids;
  Coordinator coordinator;
  ZookeeperOffsets zookeeper_offsets;
  TransactionCoordinator transactions;
  /// Decided transactions with partitions that can't take their markers yet, by transactional id.
  std::map<std::string, WaitingEnd> waiting_ends;
  /// Partitions of __consumer_offsets with a record that makes no sense; see coordinator_loading.
  std::set<std::int32_t> unloadable_coordinators;
  FetchWaits fetch_waits;
  std::map<std::int32_t, FetchSessions> fetch_sessions;  ///< By broker, once it was asked.
  std::uint64_t session_starts = 0;                      ///< So many of them began so far.
  ClientQuotas client_quotas;
  ClientMetrics client_metrics;
  LogTimers log_timers;
  Instant next_producer_check;  ///< When producers that were silent too long are forgotten next.

  std::map<LinkId, Connection> connections;
  std::map<std::int32_t, ConnectionCounts> connection_counts;  ///< By broker.
  std::vector<LinkId> awaiting_place;                          ///< In the order in which they came.
  std::map<ReplyId, OwedReply> owed;
  std::map<ReplyId, FetchQuery> parked_fetches;
  std::uint64_t next_reply = 1;
  std::map<ApiKey, std::uint64_t> requests;  ///< How many were taken up.
  Interventions interventions;

  /// Links that closing for idleness is considered for, at the earliest instant it could be due.
  TimerQueue<LinkId> idle_timers;

  // Of the wake-up that is being served; empty between wake-ups, but for what the host has not
  // taken yet.
  std::set<LinkId> touched;            ///< Connections with bytes in `outgoing`.
  std::vector<LinkId> resumed;         ///< Connections whose parked request was answered.
  std::vector<ReplyId> woken_fetches;  ///< Parked fetches that may have become complete.
  std::vector<Action> actions;
  std::vector<Fact> facts;
  std::size_t explained_facts = 0;  ///< So many of them, the oldest, know what they came of.
};

}  // namespace cohort::broker
