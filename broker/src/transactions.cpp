#include "transactions.hpp"

#include "coordinator_records.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"

#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// Markers are appended as a producer's records with all acknowledgements are
/// (KafkaApis.handleWriteTxnMarkersRequest); a topic that is gone has nothing to wait for.
bool can_take_marker(const BrokerState& state, const TransactionPartition& place) {
  const Topic* topic = state.catalog.find(place.topic);
  const Partition* partition = topic == nullptr ? nullptr : topic->partition(place.partition);
  if (partition == nullptr) return true;
  return partition->leader != -1 &&
         partition->has_enough_in_sync(topic->settings.min_insync_replicas);
}

/// Writes the markers that can be written now; the others are missing still.
std::vector<TransactionPartition> write_markers(
    BrokerState& state, const TransactionEnd& ending,
    const std::vector<TransactionPartition>& partitions) {
  const bool is_commit = ending.outcome == TransactionOutcome::commit;
  const Marker marker{.type = is_commit ? MarkerType::commit : MarkerType::abort,
                      .producer_id = ending.producer.id,
                      .producer_epoch = ending.producer.epoch,
                      .timestamp = ending.at.unix_ms()};
  bool has_offsets = false;
  std::vector<TransactionPartition> missing;
  for (const TransactionPartition& partition : partitions) {
    if (!can_take_marker(state, partition)) {
      missing.push_back(partition);
      continue;
    }
    has_offsets = has_offsets || partition.topic == offsets_topic;
    // It goes to the partition as it is now: to a topic made again under the old name too, and to
    // none when it is deleted (TransactionMarkerChannelManager.addTxnMarkersToBrokerQueue).
    static_cast<void>(write_marker(state, partition, marker));
  }
  if (has_offsets) state.coordinator.end_transaction(ending.producer.id, is_commit, ending.at);
  return missing;
}

/// Is it what the coordinator still wants? It may have been loaded anew since.
bool is_wanted(const BrokerState& state, const TransactionEnd& ending) {
  const Transaction* transaction = state.transactions.find(ending.transactional_id);
  return transaction != nullptr && transaction->producer == ending.producer &&
         (transaction->state == TransactionState::prepare_commit ||
          transaction->state == TransactionState::prepare_abort);
}

}  // namespace

ErrorCode write_marker(BrokerState& state, const TransactionPartition& partition,
                       const Marker& marker) {
  const Topic* topic = state.catalog.find(partition.topic);
  if (topic == nullptr || topic->partition(partition.partition) == nullptr) {
    return ErrorCode::unknown_topic_or_partition;
  }
  const PartitionLog& log = topic->partition(partition.partition)->log;
  const std::int64_t stable_before = log.last_stable_offset();
  const AppendResult result =
      state.catalog.append_marker(partition.topic, partition.partition, marker);
  if (result.error != ErrorCode::none) return result.error;
  const PartitionKey key{topic->id, partition.partition};
  // Readers of committed records see more than the marker's bytes now.
  const bool is_decided = log.last_stable_offset() > stable_before;
  const std::vector<ReplyId> woken = is_decided
                                         ? state.fetch_waits.changed(key)
                                         : state.fetch_waits.appended(key, result.appended_bytes);
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  return ErrorCode::none;
}

void end_transactions(BrokerState& state) {
  for (const TransactionEnd& ending : state.transactions.take_endings()) {
    // The decision is written before the markers, their end after them.
    write_coordinator_records(state);
    std::vector<TransactionPartition> missing = write_markers(state, ending, ending.partitions);
    if (missing.empty()) {
      state.transactions.completed(ending);
    } else {
      // Until then the transaction stays decided, and the client hears CONCURRENT_TRANSACTIONS
      // (TransactionMarkerChannelManager.addTxnMarkersToBrokerQueue).
      state.waiting_ends.insert_or_assign(ending.transactional_id,
                                          WaitingEnd{ending, std::move(missing)});
    }
  }
  write_coordinator_records(state);
}

void resume_transactions(BrokerState& state) {
  for (auto& [id, waiting] : std::exchange(state.waiting_ends, {})) {
    if (!is_wanted(state, waiting.ending)) continue;
    std::vector<TransactionPartition> missing =
        write_markers(state, waiting.ending, waiting.missing);
    if (missing.empty()) {
      state.transactions.completed(waiting.ending);
    } else {
      state.waiting_ends.emplace(id, WaitingEnd{waiting.ending, std::move(missing)});
    }
  }
  write_coordinator_records(state);
}

TransactionPartition offsets_partition(const BrokerState& state, const std::string& group_id) {
  return {std::string(offsets_topic),
          coordinator_partition(group_id, state.config.log.offsets_topic_partitions)};
}

}  // namespace cohort::broker
