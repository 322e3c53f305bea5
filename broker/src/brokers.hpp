// brokers: what stopping and starting one of several brokers means for all that they share.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstdint>

namespace cohort::broker {

struct BrokerState;

/// As by a controlled shutdown, at once: its listeners refuse, its connections close, and each
/// partition that it leads goes to the first of its replicas that is in sync, or to none; it is in
/// sync no more, but where it is the last. Nothing if it is stopped. REQUIRES: there is such a
/// broker.
/// Source: ReplicationControlManager.handleBrokerInControlledShutdown, PartitionChangeBuilder.
void stop_broker_in(BrokerState& state, std::int32_t node_id, Instant now);

/// It listens again at the same addresses, leads what had no leader and was left in sync with it
/// alone, and is in sync with every other leader: it has caught up at once. Those who lead go on.
/// Nothing if it runs. REQUIRES: there is such a broker.
/// Source: ReplicationControlManager.handleBrokerUnfenced, Partition.maybeExpandIsr.
void start_broker_in(BrokerState& state, std::int32_t node_id, Instant now);

}  // namespace cohort::broker
