// OffsetFetch v0-v9.
// v0 read from ZooKeeper and is refused; v2 null topics mean all, error of the whole answer; v5
// leader epoch (KIP-320); v6 flexible; v7 require_stable (KIP-447); v8 several groups (KIP-709); v9
// member id and epoch (KIP-848). Not here: authorisation; pending transactional offsets, so nothing
// is ever unstable.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/offset_fetch.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cohort::broker {

namespace {

void put(auto& topic, const FetchedOffset& offset) {
  topic.partitions.push_back({.partition_index = offset.key.partition,
                              .committed_offset = offset.offset,
                              .committed_leader_epoch = offset.leader_epoch,
                              .metadata = offset.metadata,
                              .error_code = offset.error});
}

/// Topics as they were asked for: one that is named twice, or without partitions, is answered so.
template <class Topic>
std::vector<Topic> fetched(const Coordinator& coordinator, const std::string& group_id,
                           const auto& wanted) {
  std::vector<Topic> topics;
  for (const auto& topic : wanted) {
    std::vector<OffsetKey> keys;
    for (const std::int32_t partition : topic.partition_indexes) {
      keys.push_back({topic.name, partition});
    }
    topics.push_back({.name = topic.name});
    for (const FetchedOffset& offset : coordinator.fetch_offsets(group_id, keys)) {
      put(topics.back(), offset);
    }
  }
  return topics;
}

/// All that is committed, by topic.
template <class Topic>
std::vector<Topic> all_fetched(const Coordinator& coordinator, const std::string& group_id) {
  std::vector<Topic> topics;
  for (const FetchedOffset& offset : coordinator.fetch_all_offsets(group_id)) {
    if (topics.empty() || topics.back().name != offset.key.topic) {
      topics.push_back({.name = offset.key.topic});
    }
    put(topics.back(), offset);
  }
  return topics;
}

/// Null topics ask for all that is committed.
template <class Topic>
std::vector<Topic> answered(const Coordinator& coordinator, const std::string& group_id,
                            const auto& topics) {
  return topics ? fetched<Topic>(coordinator, group_id, *topics)
                : all_fetched<Topic>(coordinator, group_id);
}

/// Each partition once, whatever the request says (OffsetFetchRequest.getErrorResponse).
OffsetFetchResponse refuse_version_0(const OffsetFetchRequest& request) {
  std::map<std::string, std::set<std::int32_t>> refused;
  for (const OffsetFetchRequestTopic& topic : *request.topics) {
    for (const std::int32_t partition : topic.partition_indexes) {
      refused[topic.name].insert(partition);
    }
  }
  OffsetFetchResponse response;
  for (const auto& [name, partitions] : refused) {
    response.topics.push_back({.name = name});
    for (const std::int32_t partition : partitions) {
      put(response.topics.back(),
          {.key = {name, partition}, .error = ErrorCode::unsupported_version});
    }
  }
  return response;
}

}  // namespace

std::optional<OffsetFetchResponse> offset_fetch(RequestContext& context,
                                                const OffsetFetchRequest& request) {
  const Coordinator& coordinator = context.state.coordinator;
  if (context.version() == 0) return refuse_version_0(request);
  OffsetFetchResponse response;
  if (context.version() < 8) {
    response.topics =
        answered<OffsetFetchResponseTopic>(coordinator, request.group_id, request.topics);
    return response;
  }
  for (const OffsetFetchRequestGroup& group : request.groups) {
    response.groups.push_back(
        {.group_id = group.group_id,
         .topics = answered<OffsetFetchResponseTopics>(coordinator, group.group_id, group.topics)});
  }
  return response;
}

}  // namespace cohort::broker
