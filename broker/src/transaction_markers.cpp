#include "transaction_markers.hpp"

#include "coordinators.hpp"
#include "facts.hpp"
#include "log/topic_name.hpp"
#include "marker_faults.hpp"
#include "state.hpp"
#include "transactions.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace cohort::broker {

namespace {

using Step = MarkerOnItsWay::Step;

const Partition* partition_of(const BrokerState& state, const TransactionPartition& place) {
  return state.catalog.find(place.topic, place.partition);
}

/// Markers are appended as a producer's records with all acknowledgements are
/// (KafkaApis.handleWriteTxnMarkersRequest). Whoever knows that they can't be does not send them:
/// Kafka sends them again and again.
bool has_enough_in_sync(const BrokerState& state, const TransactionPartition& place) {
  const Topic& topic = *state.catalog.find(place.topic);
  return topic.partition(place.partition)->has_enough_in_sync(topic.settings.min_insync_replicas);
}

ErrorCode write(BrokerState& state, const TransactionEnd& ending, const TransactionPartition& place,
                Instant now) {
  const bool is_commit = ending.outcome == TransactionOutcome::commit;
  const Marker marker{
      .type = is_commit ? MarkerType::commit : MarkerType::abort,
      .producer_id = ending.producer.id,
      .producer_epoch = ending.producer.epoch,
      .coordinator_epoch = transaction_coordinator_epoch(state, ending.transactional_id),
      .timestamp = now.unix_ms()};
  const ErrorCode error = write_marker(state, place, marker);
  if (error == ErrorCode::none && place.topic == offsets_topic) {
    const std::size_t before = state.facts.size();
    settle_offsets(state, marker, {place.partition}, now);
    gather_facts(state);
    for (std::size_t told = before; told < state.facts.size(); ++told) {
      state.facts[told].transactional_id = ending.transactional_id;
    }
  }
  return error;
}

/// The coordinator hears how it went. True: it waits for the marker no longer.
bool hear(BrokerState& state, const TransactionEnd& ending, MarkerOnItsWay& marker,
          const MarkerFate& fate, Instant now) {
  const ErrorCode error = fate.answer.value_or(ErrorCode::none);
  switch (error) {
    case ErrorCode::none:
      return !marker.kept;
    case ErrorCode::unsupported_for_message_format:
    case ErrorCode::unsupported_version:
      return true;  // Nobody can have written records of a transaction there.
    case ErrorCode::invalid_producer_epoch:
    case ErrorCode::transaction_coordinator_fenced:
      // It leaves the transaction as it is. Who coordinates next finds it in the log.
      forget_kept(state, marker);
      marker.refused = error;
      return false;
    default:
      send_again(state, ending, marker, fate.by, now);
      return false;
  }
}

/// A request that is under way when its receiver stops is sent again, to whoever leads by then.
void look_after_kept(BrokerState& state, MarkerOnItsWay& marker) {
  if (!marker.kept || state.cluster.is_running(marker.sent_to)) return;
  forget_kept(state, marker);
  marker.step = Step::send;
}

}  // namespace

bool advance_marker(BrokerState& state, const TransactionEnd& ending, MarkerOnItsWay& marker,
                    Instant now) {
  look_after_kept(state, marker);
  if (marker.kept || marker.refused) return false;
  if (marker.step == Step::hear) return true;
  // It goes to the partition as it is now: to a topic made again under the old name too, and to
  // none when it is deleted (TransactionMarkerChannelManager.addTxnMarkersToBrokerQueue).
  const Partition* const partition = partition_of(state, marker.partition);
  if (partition == nullptr) return true;
  if (partition->leader == -1 || !has_enough_in_sync(state, marker.partition)) return false;
  MarkerFate fate;
  if (marker.step == Step::send) {
    marker.sent_to = partition->leader;
    fate = intercept_marker(state, ending, marker, now);
  }
  if (fate.is_written) {
    const ErrorCode error = write(state, ending, marker.partition, now);
    if (error != ErrorCode::none) fate.answer = error;
  } else if (!fate.answer) {
    return false;
  }
  return hear(state, ending, marker, fate, now);
}

std::string in_words(const BrokerState& state, const MarkerOnItsWay& marker) {
  std::string text =
      fmt::format("marker on {}-{}: ", marker.partition.topic, marker.partition.partition);
  if (marker.kept) return text + keeper_in_words(state, marker);
  if (marker.refused) {
    return text.append(
        fmt::format("given up until another broker coordinates, the leader "
                    "answered {}",
                    name(*marker.refused)));
  }
  const Partition* const partition = partition_of(state, marker.partition);
  if (partition == nullptr) return text + "there is no such partition any more";
  return text + (partition->leader == -1 ? "nobody leads the partition"
                                         : "too few replicas are in sync (min.insync.replicas)");
}

}  // namespace cohort::broker
