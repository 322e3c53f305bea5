// How the parts of a broker's state that are not plain aggregates go into a StateDigest.
#pragma once

#include "state.hpp"
#include <cohort/node/state_digest.hpp>

namespace cohort {

// Each is defined beside its kin: group_digest.cpp, log_digest.cpp, fetch_digest.cpp,
// broker_digest.cpp. What a definition takes out of its value and does not add is what can't change
// the future, what nothing but a person looks at, or what follows from the rest.

template <>
struct DigestOf<broker::ReplyId> {
  static void add(StateDigest& into, broker::ReplyId reply) {
    into.add_name("reply", static_cast<std::uint64_t>(reply));
  }
};

// Groups and transactions.
template <>
struct DigestOf<broker::CommittedOffset> {
  static void add(StateDigest& into, const broker::CommittedOffset& offset);
};
template <>
struct DigestOf<broker::CommittedOffsets> {
  static void add(StateDigest& into, const broker::CommittedOffsets& offsets);
};
template <>
struct DigestOf<broker::PendingOffsets> {
  static void add(StateDigest& into, const broker::PendingOffsets& pending);
  /// Gives names to what tells which of two commits of one offset came later.
  static void name_orders(StateDigest& into, const broker::PendingOffsets& pending,
                          const broker::CommittedOffsets& committed);
};
template <>
struct DigestOf<broker::RetiredIds> {
  static void add(StateDigest& into, const broker::RetiredIds& retired);
};
template <>
struct DigestOf<broker::Roster> {
  static void add(StateDigest& into, const broker::Roster& roster);
};
template <>
struct DigestOf<broker::ClassicGroup> {
  static void add(StateDigest& into, const broker::ClassicGroup& group);
};
template <>
struct DigestOf<broker::Coordinator> {
  static void add(StateDigest& into, const broker::Coordinator& coordinator);
};
template <>
struct DigestOf<broker::ZookeeperOffsets> {
  static void add(StateDigest& into, const broker::ZookeeperOffsets& offsets);
};
template <>
struct DigestOf<broker::TransactionCoordinator> {
  static void add(StateDigest& into, const broker::TransactionCoordinator& coordinator);
};

// Topics and their records.
template <>
struct DigestOf<broker::StoredBatch> {
  static void add(StateDigest& into, const broker::StoredBatch& stored);
};
template <>
struct DigestOf<broker::WrittenBatch> {
  static void add(StateDigest& into, const broker::WrittenBatch& written);
};
template <>
struct DigestOf<broker::Producer> {
  static void add(StateDigest& into, const broker::Producer& producer);
};
template <>
struct DigestOf<broker::ProducerState> {
  static void add(StateDigest& into, const broker::ProducerState& producers);
  /// Of a log that nobody reads only fencing is left.
  static void add_fencing(StateDigest& into, const broker::ProducerState& producers);
};
template <>
struct DigestOf<broker::ProducerIds> {
  static void add(StateDigest& into, const broker::ProducerIds& ids);
};
template <>
struct DigestOf<broker::TransactionIndex> {
  static void add(StateDigest& into, const broker::TransactionIndex& index);
};
template <>
struct DigestOf<broker::Segment> {
  static void add(StateDigest& into, const broker::Segment& segment);
};
template <>
struct DigestOf<broker::Segments> {
  static void add(StateDigest& into, const broker::Segments& segments);
};
template <>
struct DigestOf<broker::LeaderEpochs> {
  static void add(StateDigest& into, const broker::LeaderEpochs& epochs);
};
template <>
struct DigestOf<broker::PartitionLog> {
  static void add(StateDigest& into, const broker::PartitionLog& log);
};
template <>
struct DigestOf<broker::Topic> {
  static void add(StateDigest& into, const broker::Topic& topic);
};
template <>
struct DigestOf<broker::Catalog> {
  static void add(StateDigest& into, const broker::Catalog& catalog);
};
template <>
struct DigestOf<broker::LogTimers> {
  static void add(StateDigest& into, const broker::LogTimers& timers);
};

// Fetches that wait, and fetch sessions.
template <>
struct DigestOf<broker::FetchWaits> {
  static void add(StateDigest& into, const broker::FetchWaits& waits);
};
template <>
struct DigestOf<broker::SessionPartitions> {
  static void add(StateDigest& into, const broker::SessionPartitions& partitions);
};
template <>
struct DigestOf<broker::FetchSession> {
  static void add(StateDigest& into, const broker::FetchSession& session);
};
template <>
struct DigestOf<broker::FetchSessionShard> {
  static void add(StateDigest& into, const broker::FetchSessionShard& shard);
};
template <>
struct DigestOf<broker::FetchSessions> {
  static void add(StateDigest& into, const broker::FetchSessions& sessions);
};

// The broker around them.
template <>
struct DigestOf<broker::OwedReply> {
  static void add(StateDigest& into, const broker::OwedReply& reply);
};
template <>
struct DigestOf<broker::Connection> {
  static void add(StateDigest& into, const broker::Connection& connection);
};
template <>
struct DigestOf<broker::Cluster> {
  static void add(StateDigest& into, const broker::Cluster& cluster);
};
template <>
struct DigestOf<broker::FaultRules> {
  static void add(StateDigest& into, const broker::FaultRules& rules);
};
template <>
struct DigestOf<broker::Interventions> {
  static void add(StateDigest& into, const broker::Interventions& interventions);
};
template <>
struct DigestOf<broker::BrokerState> {
  static void add(StateDigest& into, const broker::BrokerState& state);
};

}  // namespace cohort
