// OffsetCommit v0-v9.
// v0 kept offsets in ZooKeeper and is refused; v1 generation, member and commit time; v2-v4
// retention time; v6 leader epoch (KIP-320); v7 instance id (KIP-345); v8 flexible; v9
// GROUP_ID_NOT_FOUND (KIP-848). Not here: authorisation; member epochs of KIP-848 groups.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>

#include <algorithm>

namespace cohort::broker {

namespace {

/// Partitions of one topic stand together in the answer, in the order in which they were decided
/// (OffsetCommitResponse.Builder).
void add(OffsetCommitResponse& response, const std::string& topic, std::int32_t partition,
         ErrorCode error) {
  auto found = std::find_if(response.topics.begin(), response.topics.end(),
                            [&](const auto& entry) { return entry.name == topic; });
  if (found == response.topics.end()) {
    found = response.topics.insert(response.topics.end(), {.name = topic});
  }
  found->partitions.push_back({.partition_index = partition, .error_code = error});
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
  CommitRequest commit = commit_of(context, request);
  // Unknown partitions are refused before the group is looked at, whatever its state (KafkaApis).
  for (const OffsetCommitRequestTopic& topic : request.topics) {
    for (const OffsetCommitRequestPartition& partition : topic.partitions) {
      if (context.state.catalog.find(topic.name, partition.partition_index) == nullptr) {
        add(response, topic.name, partition.partition_index, ErrorCode::unknown_topic_or_partition);
        continue;
      }
      OffsetToCommit offset{.key = {topic.name, partition.partition_index},
                            .offset = partition.committed_offset,
                            .leader_epoch = partition.committed_leader_epoch,
                            .metadata = partition.committed_metadata.value_or("")};
      if (partition.commit_timestamp != -1) {
        offset.commit_time = Instant::from_unix_ms(partition.commit_timestamp);
      }
      commit.offsets.push_back(std::move(offset));
    }
  }
  if (commit.offsets.empty()) return response;

  std::vector<ErrorCode> errors(commit.offsets.size(), ErrorCode::unsupported_version);
  if (context.version() > 0) errors = context.state.coordinator.commit_offsets(commit, context.now);
  COHORT_ASSERT(errors.size() == commit.offsets.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    add(response, commit.offsets[i].key.topic, commit.offsets[i].key.partition, errors[i]);
  }
  return response;
}

}  // namespace cohort::broker
