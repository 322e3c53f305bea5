// The coordinators' topics, __consumer_offsets and __transaction_state: where what the coordinators
// remember can be read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cohort::broker {

struct BrokerState;

/// Writes down what the coordinators have changed since the last call, and makes their topics if
/// they are not there. Call it after each verb and timer of theirs, before anything is answered.
/// One operation's records for one partition are one batch, as in Kafka.
/// Source: CoordinatorRuntime (offsets), TransactionStateManager (transactions).
void write_coordinator_records(BrokerState& state);

/// The partition for a group or a transactional id in a topic with so many.
/// Source: GroupCoordinatorService.partitionFor, TransactionStateManager.partitionFor.
std::int32_t coordinator_partition(std::string_view id, std::int32_t partitions);

}  // namespace cohort::broker
