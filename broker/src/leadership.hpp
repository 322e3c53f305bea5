// What elections and reassignments mean for the whole broker: who leads, who is told.
#pragma once

#include "log/replica_set.hpp"
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <string>

namespace cohort::broker {

struct BrokerState;

/// The elected broker leads, in the partition's next epoch. REQUIRES: there is such a partition.
void install(BrokerState& state, const std::string& topic, std::int32_t partition,
             const Elected& elected, Instant now);

/// Gives a partition other replicas. Its leader stays if it still can lead; when a replica goes the
/// next epoch begins all the same. REQUIRES: there is such a partition.
/// Source: PartitionChangeBuilder.triggerLeaderEpochBumpForReplicaReassignmentIfNeeded.
void assign(BrokerState& state, const std::string& topic, std::int32_t partition, ReplicaSet set,
            Instant now);

}  // namespace cohort::broker
