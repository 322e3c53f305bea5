// FetchQuery: a Fetch request as it is kept while it waits, and what reading for it gives.
#pragma once

#include "cluster/cluster.hpp"
#include "fetch/fetch_sessions.hpp"
#include "log/fetch_wait.hpp"
#include "log/stored_batch.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/messages/fetch.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::broker {

class Catalog;
struct BrokerState;

/// One partition of the request, or of the session that it continues.
struct WantedPartition {
  std::string topic;     ///< As the request named it: empty from v13 on.
  Uuid topic_id;         ///< As the request named it: zero before v13.
  std::string known_as;  ///< As in SessionPartition; only in a request that opens a session by ids.
  PartitionKey key;      ///< What it is here. Nothing if `error` is set.
  FetchPartition partition;
  ErrorCode error = ErrorCode::none;  ///< Why there is nothing to read.

  /// Not known here. What else is wrong with a partition ends a wait at once, this doesn't.
  bool is_unknown() const {
    return error == ErrorCode::unknown_topic_id || error == ErrorCode::unknown_topic_or_partition;
  }
};

/// Which topic is meant is settled when the request comes, for as long as it waits.
struct FetchQuery {
  std::int16_t version = 0;
  std::int32_t node_id = -1;     ///< The broker that was asked.
  Entrance entrance;             ///< Where it was asked.
  std::int32_t replica_id = -1;  ///< Below 0: no replica of this cluster.
  std::int8_t isolation_level = 0;
  std::int32_t min_bytes = 0;
  std::int32_t max_bytes = 0;
  Duration max_wait{};
  SessionUse session;
  /// In the order of the request, each once: who names a partition twice means the second time
  /// (FetchRequest.fetchData). Or all of the session's, in its order.
  std::vector<WantedPartition> partitions;

  /// Is there any partition that Kafka would look into?
  bool has_known() const;
  /// Waits, and is woken, by these alone: unknown partitions neither wait nor end a wait.
  std::vector<PartitionKey> known_partitions() const;
};

/// What the request itself names.
std::vector<WantedPartition> partitions_of(const Catalog& catalog, const FetchRequest& request,
                                           const FetchQuery& query);
/// All that the session follows. Notes the names of topics that are found for the first time.
/// Source: IncrementalFetchContext.foreachPartition.
std::vector<WantedPartition> partitions_of(const Catalog& catalog, FetchSession& session);

/// What one partition has, before it is told: records are not yet what the client's version takes.
struct PartitionReading {
  FetchPartitionData answer;
  std::vector<StoredBatch> batches;
};

/// One look at the logs.
struct FetchReading {
  std::vector<PartitionReading> partitions;  ///< As those of the query.
  std::vector<FetchNodeEndpoint> node_endpoints;
  std::int64_t bytes = 0;  ///< That were found for it, as far as its limits reach.
  /// What there is in the partitions, each up to its own limit: by this Kafka ends a wait.
  std::int64_t available_bytes = 0;
  bool is_urgent =
      false;  ///< What ends a wait at once: an error, a diverging epoch, the end of a segment.
};

/// Source: ReplicaManager.readFromLog.
FetchReading read_for(const BrokerState& state, const FetchQuery& query);

/// How many bytes are missing before a query that came just now may be answered; 0 or less: none.
/// Source: ReplicaManager.fetchMessages.
std::int64_t missing_at_first(const FetchQuery& query, const FetchReading& reading);

/// The same for one that waits. Source: DelayedFetch.tryComplete.
std::int64_t missing_still(const FetchQuery& query, const FetchReading& reading);

/// Tells what was read, in a session what is news alone; a new session begins here.
/// Source: KafkaApis.handleFetchRequest.processResponseCallback.
FetchResponse answer_for(BrokerState& state, const FetchQuery& query, FetchReading reading,
                         Instant now);

/// A partition that has nothing but an error: as Kafka makes it without having read.
FetchPartitionData failed_partition(std::int32_t index, ErrorCode error);

}  // namespace cohort::broker
