// What elections and reassignments mean for the whole broker: who leads, who is told.
#pragma once

#include "log/replica_set.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// The brokers that run, in ascending order.
std::vector<std::int32_t> brokers_alive(const BrokerState& state);

/// The elected broker leads, in the partition's next epoch. REQUIRES: there is such a partition.
void install(BrokerState& state, const std::string& topic, std::int32_t partition,
             const Elected& elected);

/// Gives a partition other replicas. Its leader stays if it still can lead; when a replica goes the
/// next epoch begins all the same. REQUIRES: there is such a partition.
/// Source: PartitionChangeBuilder.triggerLeaderEpochBumpForReplicaReassignmentIfNeeded.
void assign(BrokerState& state, const std::string& topic, std::int32_t partition, ReplicaSet set);

}  // namespace cohort::broker
