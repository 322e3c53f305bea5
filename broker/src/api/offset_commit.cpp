// OffsetCommit v0-v9.
// v0 keeps offsets in ZooKeeper, where there is one (Kafka 2.4); v1 generation, member and commit
// time; v2-v4 retention time; v6 leader epoch (KIP-320); v7 instance id (KIP-345); v8 flexible; v9
// GROUP_ID_NOT_FOUND (KIP-848). Not here: authorisation; member epochs of KIP-848 groups.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "api/offset_entries.hpp"
#include "coordinators.hpp"
#include "group/offset_words.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/offset_commit.hpp>

#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// Source: KafkaApis.handleOffsetCommitRequest at Kafka's tag 2.4.1.
std::vector<ErrorCode> commit_to_zookeeper(RequestContext& context, const CommitRequest& commit) {
  BrokerState& state = context.state;
  std::vector<ErrorCode> errors;
  for (const OffsetToCommit& each : commit.offsets) {
    const ErrorCode error = state.coordinator.check_metadata(each.metadata);
    errors.push_back(error == ErrorCode::none
                         ? state.zookeeper_offsets.store(commit.group_id, each.key, each.offset)
                         : error);
  }
  state.facts.push_back({.at = context.now,
                         .kind = FactKind::offsets_committed,
                         .group = commit.group_id,
                         .detail = "in ZooKeeper: " + offsets_in_words(commit.offsets)});
  return errors;
}

OffsetToCommit offset_of(const std::string& topic, const OffsetCommitRequestPartition& partition) {
  OffsetToCommit offset{.key = {topic, partition.partition_index},
                        .offset = partition.committed_offset,
                        .leader_epoch = partition.committed_leader_epoch,
                        .metadata = partition.committed_metadata.value_or("")};
  if (partition.commit_timestamp != -1) {
    offset.commit_time = Instant::from_unix_ms(partition.commit_timestamp);
  }
  return offset;
}

CommitRequest commit_of(const RequestContext& context, const OffsetCommitRequest& request) {
  CommitRequest commit{.group_id = request.group_id,
                       .member = {request.member_id, request.group_instance_id},
                       .generation = request.generation_id_or_member_epoch,
                       .expects_group_id_not_found = context.version() >= 9};
  if (request.retention_time_ms != -1) commit.retention = clamped_ms(request.retention_time_ms);
  return commit;
}

}  // namespace

std::optional<OffsetCommitResponse> offset_commit(RequestContext& context,
                                                  const OffsetCommitRequest& request) {
  OffsetCommitResponse response;
  TopicEntries entries(response.topics);
  const std::vector known = refuse_unknown(context.state.catalog, request.topics, entries);
  if (known.empty()) return response;
  const bool is_old = context.version() == 0;
  if (is_old && !context.state.rules.has_zookeeper) {
    // All of the request is told so, known or not (KafkaApis.handleOffsetCommitRequest).
    return error_answer(request, ErrorCode::unsupported_version, context.version());
  }

  CommitRequest commit = commit_of(context, request);
  for (const OffsetCommitRequestTopic& topic : known) {
    for (const auto& partition : topic.partitions) {
      commit.offsets.push_back(offset_of(topic.name, partition));
    }
  }
  const ErrorCode error = check_coordinates_group(context, request.group_id);
  const std::vector<ErrorCode> errors =
      is_old                     ? commit_to_zookeeper(context, commit)
      : error != ErrorCode::none ? std::vector(commit.offsets.size(), error)
                                 : context.state.coordinator.commit_offsets(commit, context.now);
  add_answers(known, errors, response.topics, entries);
  return response;
}

}  // namespace cohort::broker
