// What the ends of transactions mean for the whole broker: markers in logs, offsets of groups.
#pragma once

#include "transaction/transaction.hpp"

#include <string>

namespace cohort::broker {

struct BrokerState;

/// Writes the markers of every transaction that the coordinator has decided. Call it after each
/// verb that may decide one.
void end_transactions(BrokerState& state);

/// The partition of __consumer_offsets that stands for a group in a transaction.
TransactionPartition offsets_partition(const BrokerState& state, const std::string& group_id);

}  // namespace cohort::broker
