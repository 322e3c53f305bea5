// The calls of a transactional producer that take time, as operations: the faces only choose how to
// wait for them.
#pragma once

#include "producer/producer_node.hpp"
#include <cohort/client/call.hpp>

#include <variant>

namespace cohort::client::operations {

/// What was begun by begin(), which takes no time.
struct AtOnce {};
using TransactionToken = std::variant<AtOnce, TransactionCall, SentOffsetsId>;
using OfTransaction = Operation<ProducerNode, TransactionToken, void>;

OfTransaction begin();
/// Until the call has ended. It goes on when nobody waits for it any more.
OfTransaction end(TransactionCall call);
OfTransaction send_offsets(OffsetsToCommit offsets, GroupMembership membership);

}  // namespace cohort::client::operations
