#include "transactions.hpp"

#include "coordinator_records.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"

namespace cohort::broker {

namespace {

void write_markers(BrokerState& state, const TransactionEnd& ending) {
  const bool is_commit = ending.outcome == TransactionOutcome::commit;
  const Marker marker{.type = is_commit ? MarkerType::commit : MarkerType::abort,
                      .producer_id = ending.producer.id,
                      .producer_epoch = ending.producer.epoch,
                      .timestamp = ending.at.unix_ms()};
  bool has_offsets = false;
  for (const TransactionPartition& partition : ending.partitions) {
    has_offsets = has_offsets || partition.topic == offsets_topic;
    // It goes to the partition as it is now: to a topic made again under the old name too, and to
    // none when it is deleted (TransactionMarkerChannelManager.addTxnMarkersToBrokerQueue).
    static_cast<void>(write_marker(state, partition, marker));
  }
  if (has_offsets) state.coordinator.end_transaction(ending.producer.id, is_commit, ending.at);
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
    write_markers(state, ending);
    state.transactions.completed(ending);
  }
  write_coordinator_records(state);
}

TransactionPartition offsets_partition(const BrokerState& state, const std::string& group_id) {
  return {std::string(offsets_topic),
          coordinator_partition(group_id, state.config.log.offsets_topic_partitions)};
}

}  // namespace cohort::broker
