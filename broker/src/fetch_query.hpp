// FetchQuery: a Fetch request as it is kept while it waits, and what reading for it gives.
#pragma once

#include "log/fetch_wait.hpp"
#include <cohort/protocol/messages/fetch.hpp>

#include <cstdint>
#include <vector>

namespace cohort::broker {

struct BrokerState;

struct FetchQuery {
  FetchRequest request;
  std::int16_t version = 0;
};

/// One look at the logs.
struct FetchReading {
  FetchResponse response;
  std::int64_t bytes = 0;  ///< Of record batches.
  /// An error, a diverging epoch or the end of a segment, which end a wait at once.
  bool is_urgent = false;
  /// The known partitions, which a produce may wake. Unknown ones neither wait nor end a wait.
  std::vector<PartitionKey> partitions;
};

/// Source: KafkaApis.handleFetchRequest, ReplicaManager.readFromLog.
FetchReading read_for(const BrokerState& state, const FetchQuery& query);

/// How many bytes are missing before the query may be answered without waiting; 0 or less: none.
/// Source: ReplicaManager.fetchMessages.
std::int64_t missing_bytes(const FetchQuery& query, const FetchReading& reading);

}  // namespace cohort::broker
