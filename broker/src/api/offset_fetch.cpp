// OffsetFetch v0-v9.
// v0 read from ZooKeeper and is refused; v2 null topics mean all, error of the whole answer; v5
// leader epoch (KIP-320); v6 flexible; v7 require_stable (KIP-447); v8 several groups (KIP-709); v9
// member id and epoch (KIP-848). Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/offset_fetch.hpp>

namespace cohort::broker {

namespace {

std::vector<OffsetKey> keys_of(const auto& topics) {
  std::vector<OffsetKey> keys;
  for (const auto& topic : topics) {
    for (const std::int32_t partition : topic.partition_indexes) {
      keys.push_back({topic.name, partition});
    }
  }
  return keys;
}

/// Null topics ask for all that is committed.
std::vector<FetchedOffset> fetched(const Coordinator& coordinator, const std::string& group_id,
                                   const auto& topics, bool require_stable) {
  const OffsetStability stability =
      require_stable ? OffsetStability::required : OffsetStability::any;
  return topics ? coordinator.fetch_offsets(group_id, keys_of(*topics), stability)
                : coordinator.fetch_all_offsets(group_id, stability);
}

/// Puts offsets of one topic that stand together into one entry of the answer.
template <class Topic>
std::vector<Topic> by_topic(const std::vector<FetchedOffset>& offsets) {
  std::vector<Topic> topics;
  for (const FetchedOffset& offset : offsets) {
    if (topics.empty() || topics.back().name != offset.key.topic) {
      topics.push_back({.name = offset.key.topic});
    }
    topics.back().partitions.push_back({.partition_index = offset.key.partition,
                                        .committed_offset = offset.offset,
                                        .committed_leader_epoch = offset.leader_epoch,
                                        .metadata = offset.metadata,
                                        .error_code = offset.error});
  }
  return topics;
}

OffsetFetchResponse refuse_version_0(const OffsetFetchRequest& request) {
  std::vector<FetchedOffset> refused;
  for (OffsetKey& key : keys_of(*request.topics)) {
    refused.push_back({.key = std::move(key), .error = ErrorCode::unsupported_version});
  }
  return {.topics = by_topic<OffsetFetchResponseTopic>(refused)};
}

}  // namespace

std::optional<OffsetFetchResponse> offset_fetch(RequestContext& context,
                                                const OffsetFetchRequest& request) {
  const Coordinator& coordinator = context.state.coordinator;
  if (context.version() == 0) return refuse_version_0(request);
  OffsetFetchResponse response;
  if (context.version() < 8) {
    response.topics = by_topic<OffsetFetchResponseTopic>(
        fetched(coordinator, request.group_id, request.topics, request.require_stable));
    return response;
  }
  for (const OffsetFetchRequestGroup& group : request.groups) {
    response.groups.push_back(
        {.group_id = group.group_id,
         .topics = by_topic<OffsetFetchResponseTopics>(
             fetched(coordinator, group.group_id, group.topics, request.require_stable))});
  }
  return response;
}

}  // namespace cohort::broker
