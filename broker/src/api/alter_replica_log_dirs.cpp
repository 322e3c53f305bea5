// AlterReplicaLogDirs v0-v2 (KIP-113).
// v1 nothing on the wire; v2 flexible.
// There is one directory, where everything is already. Not here: authorisation.
#include "api/handlers.hpp"
#include "log_directory.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/alter_replica_log_dirs.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

/// A directory of a log on the move is called `topic-partition.` and 32 digits and `-future`, and a
/// file system takes 255 characters. Source: LocalLog.logFutureDirName.
bool is_too_long_to_move(const std::string& topic, std::int32_t partition) {
  return topic.size() + 1 + std::to_string(partition).size() + 1 + 32 + 7 > 255;
}

/// Source: ReplicaManager.alterReplicaLogDirs.
ErrorCode move_replica(const RequestContext& context, const std::string& topic, std::int32_t index,
                       const std::string& path) {
  if (is_too_long_to_move(topic, index)) return ErrorCode::invalid_topic_exception;
  if (path != log_directory(context.state.config)) return ErrorCode::log_dir_not_found;
  const Partition* partition = context.state.catalog.find(topic, index);
  if (partition == nullptr) return ErrorCode::unknown_topic_or_partition;
  const auto& replicas = partition->replicas;
  const bool is_here = std::ranges::find(replicas, context.node_id()) != replicas.end();
  return is_here ? ErrorCode::none : ErrorCode::replica_not_available;
}

}  // namespace

std::optional<AlterReplicaLogDirsResponse> alter_replica_log_dirs(
    RequestContext& context, const AlterReplicaLogDirsRequest& request) {
  // A partition that is named twice goes where it was named last
  // (AlterReplicaLogDirsRequest.partitionDirs).
  std::map<std::string, std::map<std::int32_t, const std::string*>> wanted;
  for (const AlterReplicaLogDir& directory : request.dirs) {
    for (const AlterReplicaLogDirTopic& topic : directory.topics) {
      for (const std::int32_t index : topic.partitions) wanted[topic.name][index] = &directory.path;
    }
  }
  AlterReplicaLogDirsResponse response;
  for (const auto& [topic, partitions] : wanted) {
    AlterReplicaLogDirTopicResult& result = response.results.emplace_back();
    result.topic_name = topic;
    for (const auto& [index, path] : partitions) {
      result.partitions.push_back(
          {.partition_index = index, .error_code = move_replica(context, topic, index, *path)});
    }
  }
  return response;
}

}  // namespace cohort::broker
