// Topic: its partitions, its settings and its id.
#pragma once

#include "partition_log.hpp"
#include "topic_config.hpp"
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::broker {

/// The broker that a request for a partition came to, and what it takes there for the leader's
/// epoch.
struct AskedReplica {
  std::int32_t node_id = -1;
  std::int32_t current_leader_epoch = -1;
  bool must_lead = true;  ///< Only a consumer's Fetch may go to a follower (KIP-392).
};

struct Partition {
  std::int32_t leader = -1;
  std::int32_t leader_epoch = 0;
  std::vector<std::int32_t> replicas;  ///< Node ids, the preferred leader first.
  std::vector<std::int32_t> isr;
  std::vector<std::int32_t> adding;    ///< Of a reassignment that is under way, ascending.
  std::vector<std::int32_t> removing;  ///< The same (KIP-455).
  PartitionLog log;

  /// May this broker serve the request, which names a current leader epoch or none (-1; KIP-320)?
  /// Everything that needs a leader asks here. Source: Partition.getLocalLog,
  /// ReplicaManager.getPartitionOrError.
  ErrorCode check_served_by(const AskedReplica& asked) const;
  bool operator==(const Partition&) const = default;
};

struct Topic {
  std::string name;
  Uuid id;
  bool is_internal = false;
  TopicOverrides overrides;
  LogSettings settings;  ///< Of the overrides and the broker's settings.
  std::vector<Partition> partitions;

  /// Null when there is no such partition.
  const Partition* partition(std::int32_t index) const;
  bool operator==(const Topic&) const = default;
};

}  // namespace cohort::broker
