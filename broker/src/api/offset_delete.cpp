// OffsetDelete v0 (KIP-496).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/messages/offset_delete.hpp>

namespace cohort::broker {

std::optional<OffsetDeleteResponse> offset_delete(RequestContext& context,
                                                  const OffsetDeleteRequest& request) {
  OffsetDeleteResponse response;
  DeleteOffsetsRequest deletion{.group_id = request.group_id};
  for (const OffsetDeleteRequestTopic& topic : request.topics) {
    // A known topic without partitions is passed over.
    if (topic.partitions.empty() && context.state.catalog.find(topic.name) != nullptr) continue;
    OffsetDeleteResponseTopic& answered = response.topics.emplace_back();
    answered.name = topic.name;
    answered.partitions.reserve(topic.partitions.size());
    for (const OffsetDeleteRequestPartition& partition : topic.partitions) {
      const bool is_known =
          context.state.catalog.find(topic.name, partition.partition_index) != nullptr;
      answered.partitions.push_back(
          {.partition_index = partition.partition_index,
           .error_code = is_known ? ErrorCode::none : ErrorCode::unknown_topic_or_partition});
      if (is_known) deletion.offsets.push_back({topic.name, partition.partition_index});
    }
  }
  // The group is looked at even if nothing of the request is known, and what is wrong with it hides
  // what is wrong with the partitions (OffsetDeleteResponse.Builder.merge).
  const DeleteOffsetsAnswer answer =
      context.state.coordinator.delete_offsets(deletion, context.now);
  if (answer.error != ErrorCode::none) return OffsetDeleteResponse{.error_code = answer.error};
  COHORT_ASSERT(answer.offsets.size() == deletion.offsets.size());
  std::size_t next = 0;
  for (OffsetDeleteResponseTopic& topic : response.topics) {
    for (OffsetDeleteResponsePartition& partition : topic.partitions) {
      if (partition.error_code == ErrorCode::none) partition.error_code = answer.offsets[next++];
    }
  }
  return response;
}

}  // namespace cohort::broker
