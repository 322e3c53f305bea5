// How the parts of a consumer's state that are not plain aggregates go into a StateDigest.
#pragma once

#include "consumer/consumer_node.hpp"
#include <cohort/node/state_digest.hpp>

#include <cstdint>

namespace cohort {

// Each is defined beside its kin: session_digest.cpp, member_digest.cpp, offsets_digest.cpp,
// reading_digest.cpp, consumer_digest.cpp. What a definition takes out of its value and does not
// add is what can't change the future: settings, which never change; what only people read; and
// what follows from the rest. Times are told by what will be done at them.

// Ids, each of which means nothing outside of its client.
template <>
struct DigestOf<client::RequestId> {
  static void add(StateDigest& into, client::RequestId id);
};
template <>
struct DigestOf<client::CommitId> {
  static void add(StateDigest& into, client::CommitId id) {
    into.add_local_name("commit", static_cast<std::uint64_t>(id));
  }
};
template <>
struct DigestOf<client::QueryId> {
  static void add(StateDigest& into, client::QueryId id) {
    into.add_local_name("query", static_cast<std::uint64_t>(id));
  }
};
template <>
struct DigestOf<client::LookupId> {
  static void add(StateDigest& into, client::LookupId id) {
    into.add_local_name("lookup", static_cast<std::uint64_t>(id));
  }
};

/// Its message is for people.
template <>
struct DigestOf<client::Failure> {
  static void add(StateDigest& into, const client::Failure& failure);
};
template <class T>
struct DigestOf<client::Outcome<T>> {
  static void add(StateDigest& into, const client::Outcome<T>& outcome) {
    into.add(outcome.has_value());
    if (outcome) {
      into.add(*outcome);
    } else {
      into.add(outcome.error());
    }
  }
};

// Connections and what is known of the cluster.
template <>
struct DigestOf<client::RequestInFlight> {
  static void add(StateDigest& into, const client::RequestInFlight& request);
};
template <>
struct DigestOf<client::Session> {
  static void add(StateDigest& into, const client::Session& session);

 private:
  static void add(StateDigest& into, const client::Connection& connection,
                  const client::SessionOptions& options);
};
template <>
struct DigestOf<client::MetadataCache> {
  static void add(StateDigest& into, const client::MetadataCache& metadata);
};
template <>
struct DigestOf<client::CoordinatorFinder> {
  static void add(StateDigest& into, const client::CoordinatorFinder& finder);
};
template <>
struct DigestOf<client::ClientNode> {
  static void add(StateDigest& into, const client::ClientNode& node);
};

// The membership.
template <>
struct DigestOf<client::RebalanceCalls> {
  static void add(StateDigest& into, const client::RebalanceCalls& calls);
};
template <>
struct DigestOf<client::GroupLeader> {
  static void add(StateDigest& into, const client::GroupLeader& leader);
};
template <>
struct DigestOf<client::Heartbeats> {
  static void add(StateDigest& into, const client::Heartbeats& heartbeats);
};
template <>
struct DigestOf<client::Farewell> {
  static void add(StateDigest& into, const client::Farewell& farewell);
};
template <>
struct DigestOf<client::MemberRequest> {
  static void add(StateDigest& into, const client::MemberRequest& request);
};
template <>
struct DigestOf<client::ClassicMember> {
  static void add(StateDigest& into, const client::ClassicMember& member);
};

// Committed offsets.
template <>
struct DigestOf<client::WaitingCommit> {
  static void add(StateDigest& into, const client::WaitingCommit& commit);
};
template <>
struct DigestOf<client::OffsetCommits> {
  static void add(StateDigest& into, const client::OffsetCommits& commits);
};
template <>
struct DigestOf<client::WaitingQuery> {
  static void add(StateDigest& into, const client::WaitingQuery& query);
};
template <>
struct DigestOf<client::OffsetQueries> {
  static void add(StateDigest& into, const client::OffsetQueries& queries);
};

// What is read, and from where on.
template <>
struct DigestOf<client::Retry> {
  static void add(StateDigest& into, const client::Retry& retry);
};
template <>
struct DigestOf<client::AssignedPartition> {
  static void add(StateDigest& into, const client::AssignedPartition& partition);
};
template <>
struct DigestOf<client::Positions> {
  static void add(StateDigest& into, const client::Positions& positions);
};
template <>
struct DigestOf<client::FetchSession> {
  static void add(StateDigest& into, const client::FetchSession& session);
};
template <>
struct DigestOf<RecordsReader> {
  static void add(StateDigest& into, const RecordsReader& reader);
};
template <>
struct DigestOf<RecordCursor> {
  static void add(StateDigest& into, const RecordCursor& cursor);
};
template <>
struct DigestOf<client::FetchedRecords> {
  static void add(StateDigest& into, const client::FetchedRecords& fetched);
};
template <>
struct DigestOf<client::Fetcher> {
  static void add(StateDigest& into, const client::Fetcher& fetcher);
};
template <>
struct DigestOf<client::OffsetLookup> {
  static void add(StateDigest& into, const client::OffsetLookup& lookup);
};

// The consumer around them.
template <>
struct DigestOf<client::TopicPattern> {
  static void add(StateDigest& into, const client::TopicPattern& pattern);
};
template <>
struct DigestOf<client::ConsumerParts> {
  static void add(StateDigest& into, const client::ConsumerParts& parts);
};

}  // namespace cohort
