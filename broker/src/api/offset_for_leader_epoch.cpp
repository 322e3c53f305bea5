// OffsetForLeaderEpoch v0-v4 (KIP-101).
// v1 epoch in the answer (KIP-279); v2 current leader epoch (KIP-320), throttle time; v3 consumers
// may ask, replica id; v4 flexible. Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/offset_for_leader_epoch.hpp>

namespace cohort::broker {

namespace {

/// Source: ReplicaManager.lastOffsetForLeaderEpoch, Partition.lastOffsetForLeaderEpoch.
OffsetForLeaderEpochEpochEndOffset end_of(
    const RequestContext& context, const Partition* partition,
    const OffsetForLeaderEpochOffsetForLeaderPartition& asked) {
  OffsetForLeaderEpochEpochEndOffset answer{.partition = asked.partition};
  if (partition == nullptr) {
    answer.error_code = ErrorCode::unknown_topic_or_partition;
    return answer;
  }
  answer.error_code = partition->check_served_by(
      {.node_id = context.node_id(), .current_leader_epoch = asked.current_leader_epoch});
  if (answer.error_code != ErrorCode::none) return answer;
  const EpochEnd end =
      partition->log.epochs().end_of(asked.leader_epoch, partition->log.log_end_offset());
  answer.leader_epoch = end.leader_epoch;
  answer.end_offset = end.end_offset;
  return answer;
}

}  // namespace

std::optional<OffsetForLeaderEpochResponse> offset_for_leader_epoch(
    RequestContext& context, const OffsetForLeaderEpochRequest& request) {
  OffsetForLeaderEpochResponse response;
  for (const auto& topic : request.topics) {
    auto& answered = response.topics.emplace_back();
    answered.topic = topic.topic;
    for (const auto& asked : topic.partitions) {
      answered.partitions.push_back(
          end_of(context, context.state.catalog.find(topic.topic, asked.partition), asked));
    }
  }
  return response;
}

}  // namespace cohort::broker
