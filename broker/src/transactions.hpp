// What the ends of transactions mean for the whole broker: markers in logs, offsets of groups.
#pragma once

#include "transaction/transaction.hpp"
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <string>

namespace cohort::broker {

struct BrokerState;

/// Writes the markers of every transaction that the coordinator has decided. Call it after each
/// verb that may decide one.
void end_transactions(BrokerState& state);

/// Appends a marker to a partition and tells whoever waits for records of it.
[[nodiscard]] ErrorCode write_marker(BrokerState& state, const TransactionPartition& partition,
                                     const Marker& marker);

/// The partition of __consumer_offsets that stands for a group in a transaction.
TransactionPartition offsets_partition(const BrokerState& state, const std::string& group_id);

}  // namespace cohort::broker
