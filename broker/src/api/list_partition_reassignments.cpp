// ListPartitionReassignments v0 (KIP-455).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/list_partition_reassignments.hpp>

#include <numeric>
#include <vector>

namespace cohort::broker {

namespace {

/// Source: ReplicationControlManager.listReassigningTopic.
void list_reassignments(const Topic& topic, const std::vector<std::int32_t>& indexes,
                        ListPartitionReassignmentsResponse& response) {
  OngoingTopicReassignment ongoing{.name = topic.name};
  for (const std::int32_t index : indexes) {
    const Partition* partition = topic.partition(index);
    if (partition == nullptr || (partition->adding.empty() && partition->removing.empty())) {
      continue;
    }
    ongoing.partitions.push_back({.partition_index = index,
                                  .replicas = partition->replicas,
                                  .adding_replicas = partition->adding,
                                  .removing_replicas = partition->removing});
  }
  if (!ongoing.partitions.empty()) response.topics.push_back(std::move(ongoing));
}

}  // namespace

std::optional<ListPartitionReassignmentsResponse> list_partition_reassignments(
    RequestContext& context, const ListPartitionReassignmentsRequest& request) {
  const Catalog& catalog = context.state.catalog;
  ListPartitionReassignmentsResponse response{.error_message = std::nullopt};
  if (request.topics) {
    for (const ListPartitionReassignmentsTopics& wanted : *request.topics) {
      const Topic* topic = catalog.find(wanted.name);
      if (topic != nullptr) list_reassignments(*topic, wanted.partition_indexes, response);
    }
    return response;
  }
  for (const auto& [name, topic] : catalog.topics()) {
    std::vector<std::int32_t> all(topic.partitions.size());
    std::iota(all.begin(), all.end(), 0);
    list_reassignments(topic, all, response);
  }
  return response;
}

}  // namespace cohort::broker
