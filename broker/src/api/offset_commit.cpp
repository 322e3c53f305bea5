// OffsetCommit v0-v9.
// v0 kept offsets in ZooKeeper and is refused; v1 generation, member and commit time; v2-v4
// retention time; v6 leader epoch (KIP-320); v7 instance id (KIP-345); v8 flexible; v9
// GROUP_ID_NOT_FOUND (KIP-848). Not here: authorisation; member epochs of KIP-848 groups.
#include "api/handlers.hpp"
#include "api/offset_entries.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/offset_commit.hpp>

#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// Version 0 kept offsets in ZooKeeper, which is gone; all of the request is told so, known or not
/// (OffsetCommitRequest.getErrorResponse).
OffsetCommitResponse refuse_version_0(const OffsetCommitRequest& request) {
  OffsetCommitResponse response;
  for (const OffsetCommitRequestTopic& topic : request.topics) {
    OffsetCommitResponseTopic& answered = response.topics.emplace_back();
    answered.name = topic.name;
    for (const OffsetCommitRequestPartition& partition : topic.partitions) {
      answered.partitions.push_back({.partition_index = partition.partition_index,
                                     .error_code = ErrorCode::unsupported_version});
    }
  }
  return response;
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
  if (context.version() == 0) return refuse_version_0(request);

  CommitRequest commit = commit_of(context, request);
  for (const OffsetCommitRequestTopic& topic : known) {
    for (const auto& partition : topic.partitions) {
      commit.offsets.push_back(offset_of(topic.name, partition));
    }
  }
  const std::vector<ErrorCode> errors =
      context.state.coordinator.commit_offsets(commit, context.now);
  add_answers(known, errors, response.topics, entries);
  return response;
}

}  // namespace cohort::broker
