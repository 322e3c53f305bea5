// transaction_markers: how a marker gets from the transaction coordinator to a partition.
#pragma once

#include "transaction/waiting_end.hpp"
#include <cohort/node/instant.hpp>

#include <string>

namespace cohort::broker {

struct BrokerState;

/// Goes on with a marker as far as it gets now. True: the coordinator waits for it no longer.
/// Source: TransactionMarkerChannelManager, TransactionMarkerRequestCompletionHandler.
bool advance_marker(BrokerState& state, const TransactionEnd& ending, MarkerOnItsWay& marker,
                    Instant now);

/// "marker on orders-0: held by rule 3"
std::string in_words(const BrokerState& state, const MarkerOnItsWay& marker);

}  // namespace cohort::broker
