// WriteTxnMarkers v0-v1 (KIP-98): how an administrator ends a transaction that hangs (KIP-664).
// v1 flexible.
// Not here: authorisation.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include "transactions.hpp"
#include <cohort/protocol/messages/write_txn_markers.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cohort::broker {

namespace {

/// A marker takes up about as much (MemoryRecords.withEndTransactionMarker).
constexpr std::int64_t marker_size = 78;

using MarkerErrors =
    std::map<std::int64_t, std::map<std::string, std::map<std::int32_t, ErrorCode>>>;

/// By number, and each partition of a producer once: the last marker counts.
WriteTxnMarkersResponse answered_markers(const MarkerErrors& errors) {
  WriteTxnMarkersResponse response;
  for (const auto& [producer_id, topics] : errors) {
    WritableTxnMarkerResult& result = response.markers.emplace_back();
    result.producer_id = producer_id;
    for (const auto& [topic, partitions] : topics) {
      WritableTxnMarkerTopicResult& of_topic = result.topics.emplace_back();
      of_topic.name = topic;
      for (const auto& [index, error] : partitions) {
        of_topic.partitions.push_back({.partition_index = index, .error_code = error});
      }
    }
  }
  return response;
}

ErrorCode write_one(RequestContext& context, const TransactionPartition& where,
                    const Marker& marker) {
  BrokerState& state = context.state;
  const Topic* topic = state.catalog.find(where.topic);
  const Partition* partition = topic == nullptr ? nullptr : topic->partition(where.partition);
  // Without a replica here nobody knows the format of its records.
  const bool is_here =
      partition != nullptr &&
      std::ranges::find(partition->replicas, context.node_id()) != partition->replicas.end();
  if (!is_here) return ErrorCode::unknown_topic_or_partition;
  const ErrorCode error = partition->check_served_by({.node_id = context.node_id()});
  if (error != ErrorCode::none) return error;
  if (!partition->has_enough_in_sync(topic->settings.min_insync_replicas)) {
    return ErrorCode::not_enough_replicas;
  }
  if (!has_room(state, marker_size, context.now)) return ErrorCode::kafka_storage_error;
  return write_marker(state, where, marker);
}

void write_markers_of(RequestContext& context, const WritableTxnMarker& wanted,
                      MarkerErrors& errors) {
  const Marker marker{.type = wanted.transaction_result ? MarkerType::commit : MarkerType::abort,
                      .producer_id = wanted.producer_id,
                      .producer_epoch = wanted.producer_epoch,
                      .coordinator_epoch = wanted.coordinator_epoch,
                      .timestamp = context.now.unix_ms()};
  std::set<std::int32_t> offsets_written;
  for (const WritableTxnMarkerTopic& topic : wanted.topics) {
    for (const std::int32_t index : topic.partition_indexes) {
      const ErrorCode error = write_one(context, {topic.name, index}, marker);
      errors[wanted.producer_id][topic.name][index] = error;
      if (error == ErrorCode::none && topic.name == offsets_topic) offsets_written.insert(index);
    }
  }
  if (!offsets_written.empty()) {
    settle_offsets(context.state, marker, offsets_written, context.now);
  }
}

/// No batch of a transaction is without a producer (MemoryRecordsBuilder.close).
bool has_producer(const WritableTxnMarker& marker) {
  return marker.producer_id >= 0 && marker.producer_epoch >= 0;
}

}  // namespace

/// Source: KafkaApis.handleWriteTxnMarkersRequest.
std::optional<WriteTxnMarkersResponse> write_txn_markers(RequestContext& context,
                                                         const WriteTxnMarkersRequest& request) {
  MarkerErrors errors;
  for (const WritableTxnMarker& marker : request.markers) {
    if (!has_producer(marker)) {
      return error_answer(request, ErrorCode::unknown_server_error, context.version());
    }
    write_markers_of(context, marker, errors);
  }
  return answered_markers(errors);
}

}  // namespace cohort::broker
