// The way back from the coordinators' topics: a coordinator that begins anew knows what its log
// tells.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstdint>
#include <string_view>

namespace cohort::broker {

struct BrokerState;

/// Each partition of `__consumer_offsets` and `__transaction_state` has a coordinator: for the
/// groups, or transactional ids, that coordinator_partition() gives to it. Whoever makes another
/// broker the partition's leader, or none, calls one of these; for other topics they do nothing.

/// Nobody leads the partition: its coordinator forgets all. Who waits for a JoinGroup or a
/// SyncGroup is told NOT_COORDINATOR; offsets and open transactions stay in the log. Source:
/// CoordinatorRuntime.scheduleUnloadOperation, GroupMetadataManager.onUnloaded,
/// TransactionStateManager.removeTransactionsForTxnTopicPartition.
void unload_coordinator(BrokerState& state, std::string_view topic, std::int32_t partition,
                        Instant now);

/// A new leader: unloads, and then reads the partition's log from its start. Sessions begin anew, a
/// rebalance that was on its way has not been, transactions that were decided are completed. With
/// no such partition there is nothing to read. Source: CoordinatorLoaderImpl,
/// TransactionStateManager.loadTransactionsForTxnTopicPartition.
void reload_coordinator(BrokerState& state, std::string_view topic, std::int32_t partition,
                        Instant now);

/// The topic is gone, with everything that its coordinators knew.
void unload_coordinators(BrokerState& state, std::string_view topic, Instant now);

/// False after a record that makes no sense was found, as only an administrator's client can write
/// one: until the next reload every request to this coordinator is NOT_COORDINATOR, as when another
/// broker leads the partition. Source: CoordinatorRuntime (CoordinatorState.FAILED).
bool is_coordinator_loaded(const BrokerState& state, std::string_view topic,
                           std::int32_t partition);

}  // namespace cohort::broker
