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

struct Partition {
  std::int32_t leader = -1;
  std::int32_t leader_epoch = 0;
  std::vector<std::int32_t> replicas;  ///< Node ids, the preferred leader first.
  std::vector<std::int32_t> isr;
  PartitionLog log;

  /// What a request that names a current leader epoch is answered; -1 names none (KIP-320).
  /// Source: Partition.checkCurrentLeaderEpoch.
  ErrorCode check_leader_epoch(std::int32_t current_leader_epoch) const;
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
