// DescribeLogDirs v0-v4 (KIP-113).
// v1 nothing on the wire; v2 flexible; v3 an error of the whole (KIP-784); v4 bytes of the volume
// (KIP-827). There is one directory, and it is in memory: its volume is what --memory-limit allows.
// Not here: authorisation.
#include "api/handlers.hpp"
#include "log_directory.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_log_dirs.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace cohort::broker {

namespace {

using WantedReplicas = std::map<std::string_view, std::set<std::int32_t>>;

/// Null when all are asked for.
std::optional<WantedReplicas> wanted_replicas(const DescribeLogDirsRequest& request) {
  if (!request.topics) return std::nullopt;
  WantedReplicas wanted;
  for (const DescribableLogDirTopic& topic : *request.topics) {
    wanted[topic.topic].insert(topic.partitions.begin(), topic.partitions.end());
  }
  return wanted;
}

/// Replicas of the topic that lie on the broker. The one log that all replicas share lags behind
/// nothing. Source: ReplicaManager.describeLogDirs.
DescribeLogDirsTopic replicas_of(const Topic& topic, std::int32_t node_id,
                                 const std::set<std::int32_t>* wanted) {
  DescribeLogDirsTopic answer{.name = topic.name};
  for (std::int32_t index = 0; index < std::ssize(topic.partitions); ++index) {
    if (wanted != nullptr && !wanted->contains(index)) continue;
    const Partition& partition = topic.partitions[static_cast<std::size_t>(index)];
    if (std::ranges::find(partition.replicas, node_id) == partition.replicas.end()) continue;
    answer.partitions.push_back(
        {.partition_index = index, .partition_size = partition.log.size_bytes()});
  }
  return answer;
}

}  // namespace

std::optional<DescribeLogDirsResponse> describe_log_dirs(RequestContext& context,
                                                         const DescribeLogDirsRequest& request) {
  const BrokerState& state = context.state;
  DescribeLogDirsResponse response;
  DescribeLogDirsResult& directory = response.results.emplace_back();
  directory.log_dir = log_directory(state.config);
  if (const std::int64_t limit = state.config.memory_limit; limit > 0) {
    directory.total_bytes = limit;
    directory.usable_bytes = std::max<std::int64_t>(0, limit - state.catalog.total_bytes());
  }
  const auto all_wanted = wanted_replicas(request);
  for (const auto& [name, topic] : state.catalog.topics()) {
    const std::set<std::int32_t>* wanted = nullptr;
    if (all_wanted) {
      const auto found = all_wanted->find(name);
      if (found == all_wanted->end()) continue;
      wanted = &found->second;
    }
    DescribeLogDirsTopic described = replicas_of(topic, context.node_id(), wanted);
    if (!described.partitions.empty()) directory.topics.push_back(std::move(described));
  }
  return response;
}

}  // namespace cohort::broker
