// FetchQuery: a Fetch request as it is kept while it waits, and what reading for it gives.
#pragma once

#include "log/fetch_wait.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/messages/fetch.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::broker {

class Catalog;
struct BrokerState;

/// One partition of the request.
struct WantedPartition {
  std::string topic;  ///< As the request named it: empty from v13 on.
  Uuid topic_id;      ///< As the request named it: zero before v13.
  PartitionKey key;   ///< What it is here. Nothing if `error` is set.
  FetchPartition partition;
  ErrorCode error = ErrorCode::none;  ///< It is not known here.
};

/// Which topic is meant is settled when the request comes, for as long as it waits.
struct FetchQuery {
  std::int16_t version = 0;
  std::int32_t replica_id = -1;  ///< Below 0: no replica of this cluster.
  std::int8_t isolation_level = 0;
  std::int32_t min_bytes = 0;
  std::int32_t max_bytes = 0;
  Duration max_wait{};
  /// In the order of the request, each once: who names a partition twice means the second time
  /// (FetchRequest.fetchData).
  std::vector<WantedPartition> partitions;

  /// Waits, and is woken, by these alone: unknown partitions neither wait nor end a wait.
  std::vector<PartitionKey> known_partitions() const;
};

/// Source: KafkaApis.handleFetchRequest.
FetchQuery query_for(const Catalog& catalog, const FetchRequest& request, std::int16_t version);

/// One look at the logs.
struct FetchReading {
  FetchResponse response;
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

}  // namespace cohort::broker
