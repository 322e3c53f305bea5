// What the ends of transactions mean for the whole broker: markers in logs, offsets of groups.
#pragma once

#include "transaction/transaction.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/record_marker.hpp>

#include <cstdint>
#include <set>
#include <string>

namespace cohort::broker {

struct BrokerState;

/// Sends the markers of every transaction that the coordinator has decided. Call it after each verb
/// that may decide one.
void end_transactions(BrokerState& state, Instant now);

/// Goes on with the markers that had to wait, where somebody leads again or a fault rule lets them
/// go, and completes what they were missing from.
void resume_transactions(BrokerState& state, Instant now);

/// Appends a marker to a partition and tells whoever waits for records of it.
[[nodiscard]] ErrorCode write_marker(BrokerState& state, const TransactionPartition& partition,
                                     const Marker& marker);

/// Offsets that the transaction brought for groups of these partitions of __consumer_offsets, where
/// its marker is written. Source: GroupCoordinator.onTransactionCompleted.
void settle_offsets(BrokerState& state, const Marker& marker, const std::set<std::int32_t>& written,
                    Instant now);

/// The partition of __consumer_offsets that stands for a group in a transaction.
TransactionPartition offsets_partition(const BrokerState& state, const std::string& group_id);

}  // namespace cohort::broker
