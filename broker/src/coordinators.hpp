// coordinators: which broker coordinates a group or a transactional id, and whether it is the one
// that was asked.
#pragma once

#include "request_context.hpp"
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <string_view>

namespace cohort::broker {

struct BrokerState;

/// The leader of the group's partition of `__consumer_offsets`; -1: there is none, or not yet. A
/// broker that is alone coordinates all groups, before that topic is there and without its
/// partition. Source: KafkaApis.getCoordinator.
std::int32_t coordinator_of_group(const BrokerState& state, std::string_view group_id);
/// The same by `__transaction_state`.
std::int32_t coordinator_of_transactions(const BrokerState& state,
                                         std::string_view transactional_id);

/// The epoch in which it coordinates the transactional id: that of the partition's leader. Source:
/// TransactionStateManager.loadTransactionsForTxnTopicPartition.
std::int32_t transaction_coordinator_epoch(const BrokerState& state,
                                           std::string_view transactional_id);

/// NOT_COORDINATOR unless the asked broker coordinates the group. Whatever asks or changes one
/// group calls this, after it has looked at what the request says of itself and before it looks at
/// the group. Source: CoordinatorRuntime.withActiveContextOrThrow.
ErrorCode check_coordinates_group(const RequestContext& context, std::string_view group_id);
/// The same, but NONE for an empty id, which the coordinator refuses itself, before all else.
ErrorCode check_coordinates_named_group(const RequestContext& context, std::string_view group_id);
/// The same for a transactional id; NONE for an empty one.
/// Source: TransactionStateManager.getAndMaybeAddTransactionState.
ErrorCode check_coordinates_transactions(const RequestContext& context,
                                         std::string_view transactional_id);

/// The same for a request that has the coordinator write something down: COORDINATOR_NOT_AVAILABLE
/// when too few replicas of its partition are in sync, which Kafka finds when everything else is in
/// order. Source: TransactionStateManager.appendTransactionToLog.
ErrorCode check_may_change_transactions(const RequestContext& context,
                                        std::string_view transactional_id);

}  // namespace cohort::broker
