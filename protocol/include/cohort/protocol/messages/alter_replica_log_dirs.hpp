// AlterReplicaLogDirs: moves replicas of a broker from one of its directories to another.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort {

/// Partitions of one topic.
struct AlterReplicaLogDirTopic {
  std::string name;
  std::vector<std::int32_t> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name);
    field("partitions", m.partitions);
  }
  bool operator==(const AlterReplicaLogDirTopic&) const = default;
};

/// What is to move into one directory.
struct AlterReplicaLogDir {
  std::string path;
  std::vector<AlterReplicaLogDirTopic> topics;

  static constexpr void fields(auto& field, auto& m) {
    field("path", m.path);
    field("topics", m.topics);
  }
  bool operator==(const AlterReplicaLogDir&) const = default;
};

/// Moves replicas between directories. Source: KIP-113, KIP-482 (v2).
struct AlterReplicaLogDirsRequest {
  static constexpr Api api{ApiKey::alter_replica_log_dirs, {0, 2}, /*flexible_from=*/2};

  std::vector<AlterReplicaLogDir> dirs;

  static constexpr void fields(auto& field, auto& m) { field("dirs", m.dirs); }
  bool operator==(const AlterReplicaLogDirsRequest&) const = default;
};

/// The outcome for one partition.
struct AlterReplicaLogDirPartitionResult {
  std::int32_t partition_index = 0;
  ErrorCode error_code = ErrorCode::none;

  static constexpr void fields(auto& field, auto& m) {
    field("partition_index", m.partition_index);
    field("error_code", m.error_code);
  }
  bool operator==(const AlterReplicaLogDirPartitionResult&) const = default;
};

/// The outcome for one topic.
struct AlterReplicaLogDirTopicResult {
  std::string topic_name;
  std::vector<AlterReplicaLogDirPartitionResult> partitions;

  static constexpr void fields(auto& field, auto& m) {
    field("topic_name", m.topic_name);
    field("partitions", m.partitions);
  }
  bool operator==(const AlterReplicaLogDirTopicResult&) const = default;
};

/// One outcome for each partition.
struct AlterReplicaLogDirsResponse {
  static constexpr Api api{ApiKey::alter_replica_log_dirs, {0, 2}, /*flexible_from=*/2};

  std::int32_t throttle_time_ms = 0;
  std::vector<AlterReplicaLogDirTopicResult> results;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms);
    field("results", m.results);
  }
  bool operator==(const AlterReplicaLogDirsResponse&) const = default;
};

}  // namespace cohort
