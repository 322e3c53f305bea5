// OffsetDelete v0 (KIP-496).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "api/offset_entries.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/offset_delete.hpp>

namespace cohort::broker {

std::optional<OffsetDeleteResponse> offset_delete(RequestContext& context,
                                                  const OffsetDeleteRequest& request) {
  OffsetDeleteResponse response;
  TopicEntries entries(response.topics);
  const std::vector known = refuse_unknown(context.state.catalog, request.topics, entries);
  DeleteOffsetsRequest deletion{.group_id = request.group_id};
  for (const OffsetDeleteRequestTopic& topic : known) {
    for (const OffsetDeleteRequestPartition& partition : topic.partitions) {
      deletion.offsets.push_back({topic.name, partition.partition_index});
    }
  }
  // The group is looked at even if nothing of the request is known, and what is wrong with it hides
  // what is wrong with the partitions (OffsetDeleteResponse.Builder.merge).
  const DeleteOffsetsAnswer answer =
      context.state.coordinator.delete_offsets(deletion, context.now);
  if (answer.error != ErrorCode::none) return OffsetDeleteResponse{.error_code = answer.error};
  add_answers(known, answer.offsets, response.topics, entries);
  return response;
}

}  // namespace cohort::broker
