// ReplicaSet: the brokers of one partition, how a reassignment changes them, and whom they elect.
#pragma once

#include "topic.hpp"
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace cohort::broker {

/// Node ids. A value of what a Partition has.
struct ReplicaSet {
  std::vector<std::int32_t> replicas;  ///< The preferred leader first.
  std::vector<std::int32_t> isr;
  std::vector<std::int32_t> adding;    ///< Of a reassignment that is under way, ascending.
  std::vector<std::int32_t> removing;  ///< The same.
  bool operator==(const ReplicaSet&) const = default;
};

ReplicaSet replica_set_of(const Partition& partition);

// In what follows `alive` are the brokers that run, in ascending order. All replicas share one log:
// whoever runs is in sync at once.

/// What the partition has once it was told to have these replicas: a replica that does not run
/// keeps the reassignment open. REQUIRES: the target has no fault.
/// Source: ReplicationControlManager.changePartitionReassignment, PartitionReassignmentReplicas.
ReplicaSet reassigned(const Partition& partition, const std::vector<std::int32_t>& target,
                      std::span<const std::int32_t> alive);
/// What it has after its replicas that run have caught up, which may end a reassignment.
/// Source: PartitionReassignmentReplicas.maybeCompleteReassignment.
ReplicaSet caught_up(ReplicaSet set, std::span<const std::int32_t> alive);
/// What it had before its reassignment began. If that leaves nobody in sync, its first replica is
/// taken for it. Source: PartitionReassignmentRevert.
ReplicaSet reverted(const Partition& partition);

/// Of an election. Source: ElectionType (KIP-460).
enum class ElectionType : std::uint8_t { preferred = 0, unclean = 1 };

struct Elected {
  std::int32_t leader = -1;  ///< -1: nobody can lead.
  bool is_unclean = false;   ///< It was not in sync; it alone is now.
  bool operator==(const Elected&) const = default;
};

/// Who leads among these, as long as it can the one that does.
/// Source: PartitionChangeBuilder.electAnyLeader.
std::int32_t leader_among(const ReplicaSet& set, std::int32_t leader,
                          std::span<const std::int32_t> alive);
/// The outcome of an election that somebody asked for, or why it changes nothing.
/// Source: ReplicationControlManager.electLeader, PartitionChangeBuilder.tryElection.
std::variant<Elected, ErrorCode> elected(const Partition& partition, ElectionType type,
                                         std::span<const std::int32_t> alive);

}  // namespace cohort::broker
