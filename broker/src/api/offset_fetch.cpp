// OffsetFetch v0-v9.
// v0 reads from ZooKeeper, where there is one (Kafka 2.4); v2 null topics mean all, error of the
// whole answer; v5 leader epoch (KIP-320); v6 flexible; v7 require_stable (KIP-447); v8 several
// groups (KIP-709); v9 member id and epoch (KIP-848). Not here: authorisation.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "coordinators.hpp"
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

/// Reads for one request.
class Reader {
 public:
  Reader(const RequestContext& context, const OffsetFetchRequest& request)
      : coordinator_(context.state.coordinator),
        stability_(request.require_stable ? OffsetStability::required : OffsetStability::any) {}

  /// Null topics ask for all that is committed.
  template <class Topic>
  std::vector<Topic> read(const std::string& group_id, const auto& wanted) const {
    return wanted ? read_wanted<Topic>(group_id, *wanted) : read_all<Topic>(group_id);
  }

 private:
  /// Topics as they were asked for: one that is named twice, or without partitions, is answered so.
  template <class Topic>
  std::vector<Topic> read_wanted(const std::string& group_id, const auto& wanted) const {
    std::vector<Topic> topics;
    for (const auto& topic : wanted) {
      std::vector<OffsetKey> keys;
      for (const std::int32_t partition : topic.partition_indexes) {
        keys.push_back({topic.name, partition});
      }
      topics.push_back({.name = topic.name});
      for (const FetchedOffset& offset : coordinator_.fetch_offsets(group_id, keys, stability_)) {
        put(topics.back(), offset);
      }
    }
    return topics;
  }

  template <class Topic>
  std::vector<Topic> read_all(const std::string& group_id) const {
    std::vector<Topic> topics;
    for (const FetchedOffset& offset : coordinator_.fetch_all_offsets(group_id, stability_)) {
      if (topics.empty() || topics.back().name != offset.key.topic) {
        topics.push_back({.name = offset.key.topic});
      }
      put(topics.back(), offset);
    }
    return topics;
  }

  const Coordinator& coordinator_;
  OffsetStability stability_;
};

/// Without ZooKeeper there is nothing to read; with it only what v0 committed of partitions that
/// there are (KafkaApis.handleOffsetFetchRequest at Kafka's tag 2.4.1).
FetchedOffset fetch_version_0(const BrokerState& state, const std::string& group_id,
                              const OffsetKey& key) {
  if (!state.rules.has_zookeeper) return {.key = key, .error = ErrorCode::unsupported_version};
  if (state.catalog.find(key.topic, key.partition) == nullptr) {
    return {.key = key, .error = ErrorCode::unknown_topic_or_partition};
  }
  return state.zookeeper_offsets.fetch(group_id, key);
}

/// Each partition once, whatever the request says.
OffsetFetchResponse answer_version_0(const BrokerState& state, const OffsetFetchRequest& request) {
  std::map<std::string, std::set<std::int32_t>> wanted;
  for (const OffsetFetchRequestTopic& topic : *request.topics) {
    for (const std::int32_t partition : topic.partition_indexes) {
      wanted[topic.name].insert(partition);
    }
  }
  OffsetFetchResponse response;
  for (const auto& [name, partitions] : wanted) {
    response.topics.push_back({.name = name});
    for (const std::int32_t partition : partitions) {
      put(response.topics.back(), fetch_version_0(state, request.group_id, {name, partition}));
    }
  }
  return response;
}

}  // namespace

std::optional<OffsetFetchResponse> offset_fetch(RequestContext& context,
                                                const OffsetFetchRequest& request) {
  const BrokerState& state = context.state;
  if (context.version() == 0) return answer_version_0(state, request);
  const Reader reader(context, request);
  OffsetFetchResponse response;
  if (context.version() < 8) {
    const ErrorCode error = check_coordinates_group(context, request.group_id);
    if (error != ErrorCode::none) return error_answer(request, error, context.version());
    response.topics = reader.read<OffsetFetchResponseTopic>(request.group_id, request.topics);
    return response;
  }
  for (const OffsetFetchRequestGroup& group : request.groups) {
    const ErrorCode error = check_coordinates_group(context, group.group_id);
    if (error != ErrorCode::none) {
      response.groups.push_back({.group_id = group.group_id, .error_code = error});
      continue;
    }
    response.groups.push_back(
        {.group_id = group.group_id,
         .topics = reader.read<OffsetFetchResponseTopics>(group.group_id, group.topics)});
  }
  return response;
}

}  // namespace cohort::broker
