// ListOffsets v0-v9.
// v0 answers the starts of segments; v1 one offset by time; v2 isolation level (KIP-98), throttle
// time; v4 leader epoch (KIP-320); v6 flexible; v7 greatest timestamp (KIP-734); v8 local log start
// (KIP-405); v9 tiered (KIP-1005). Not here: authorisation; tiered storage.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/list_offsets.hpp>

#include <set>
#include <utility>

namespace cohort::broker {

namespace {

using PartitionName = std::pair<std::string, std::int32_t>;

/// Source: ListOffsetsRequest.duplicatePartitions.
std::set<PartitionName> named_twice(const ListOffsetsRequest& request) {
  std::set<PartitionName> seen;
  std::set<PartitionName> twice;
  for (const ListOffsetsTopic& topic : request.topics) {
    for (const ListOffsetsPartition& partition : topic.partitions) {
      const PartitionName name{topic.name, partition.partition_index};
      if (!seen.insert(name).second) twice.insert(name);
    }
  }
  return twice;
}

/// Nothing if there is no such level. Replicas see all of the log.
std::optional<Isolation> isolation_of(const ListOffsetsRequest& request) {
  constexpr std::int32_t consumer = -1;
  if (request.replica_id != consumer) return Isolation::log_end;
  if (request.isolation_level == 0) return Isolation::read_uncommitted;
  if (request.isolation_level == 1) return Isolation::read_committed;
  return std::nullopt;
}

/// A debugging client may ask any replica.
ErrorCode check(const RequestContext& context, const Partition* partition,
                const ListOffsetsRequest& request, std::int32_t current_leader_epoch) {
  if (partition == nullptr) return ErrorCode::unknown_topic_or_partition;
  constexpr std::int32_t debugging_replica = -2;
  return partition->check_served_by({.node_id = context.node_id(),
                                     .current_leader_epoch = current_leader_epoch,
                                     .must_lead = request.replica_id != debugging_replica});
}

/// Source: KafkaApis.handleListOffsetRequestV0.
ListOffsetsPartitionResponse list_segments(const RequestContext& context,
                                           const Partition* partition,
                                           const ListOffsetsPartition& wanted,
                                           const ListOffsetsRequest& request) {
  ListOffsetsPartitionResponse answer{.partition_index = wanted.partition_index};
  // Negative numbers below that have no meaning yet in v0, for partitions that there are or not.
  answer.error_code = wanted.timestamp < earliest_timestamp
                          ? ErrorCode::unsupported_version
                          : check(context, partition, request, -1);
  if (answer.error_code != ErrorCode::none) return answer;
  if (wanted.max_num_offsets < 0) {  // Kafka fails to make an array of that length.
    answer.error_code = ErrorCode::unknown_server_error;
    return answer;
  }
  answer.old_style_offsets =
      partition->log.find_segments(wanted.timestamp, wanted.max_num_offsets, context.now);
  return answer;
}

/// Source: KafkaApis.handleListOffsetRequestV1AndAbove.
ListOffsetsPartitionResponse list_one(const RequestContext& context, const Partition* partition,
                                      const ListOffsetsPartition& wanted,
                                      const ListOffsetsRequest& request) {
  ListOffsetsPartitionResponse answer{.partition_index = wanted.partition_index};
  if (!is_listable(wanted.timestamp, context.version())) {
    answer.error_code = ErrorCode::unsupported_version;
    return answer;
  }
  // Kafka fails on an isolation level it doesn't know, and asks a consumer only
  // (IsolationLevel.forId).
  const std::optional<Isolation> isolation = isolation_of(request);
  answer.error_code = isolation ? check(context, partition, request, wanted.current_leader_epoch)
                                : ErrorCode::unknown_server_error;
  if (answer.error_code != ErrorCode::none) return answer;
  const FoundOffset found = partition->log.find_offset(wanted.timestamp, *isolation);
  answer.timestamp = found.timestamp;
  answer.offset = found.offset;
  answer.leader_epoch = found.leader_epoch;
  return answer;
}

}  // namespace

std::optional<ListOffsetsResponse> list_offsets(RequestContext& context,
                                                const ListOffsetsRequest& request) {
  const std::set<PartitionName> twice =
      context.version() == 0 ? std::set<PartitionName>{} : named_twice(request);
  ListOffsetsResponse response;
  for (const ListOffsetsTopic& topic : request.topics) {
    ListOffsetsTopicResponse& answered = response.topics.emplace_back();
    answered.name = topic.name;
    for (const ListOffsetsPartition& wanted : topic.partitions) {
      const Partition* partition = context.state.catalog.find(topic.name, wanted.partition_index);
      if (context.version() == 0) {
        answered.partitions.push_back(list_segments(context, partition, wanted, request));
      } else if (twice.contains({topic.name, wanted.partition_index})) {
        answered.partitions.push_back(
            {.partition_index = wanted.partition_index, .error_code = ErrorCode::invalid_request});
      } else {
        answered.partitions.push_back(list_one(context, partition, wanted, request));
      }
    }
  }
  return response;
}

}  // namespace cohort::broker
