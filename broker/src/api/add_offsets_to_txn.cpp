// AddOffsetsToTxn v0-v4.
// v1 throttle time; v2 PRODUCER_FENCED (KIP-588); v3 flexible; v4 TRANSACTION_ABORTABLE (KIP-890).
// Not here: authorisation.
#include "api/fenced_producers.hpp"
#include "api/handlers.hpp"
#include "api/transaction_errors.hpp"
#include "coordinators.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include <cohort/protocol/messages/add_offsets_to_txn.hpp>

namespace cohort::broker {

/// The partition that the group's offsets are kept in becomes part of the transaction, whatever the
/// group: also when its id is empty (KafkaApis.handleAddOffsetsToTxnRequest).
std::optional<AddOffsetsToTxnResponse> add_offsets_to_txn(RequestContext& context,
                                                          const AddOffsetsToTxnRequest& request) {
  const TransactionOwner owner{.transactional_id = request.transactional_id,
                               .producer = {request.producer_id, request.producer_epoch}};
  ErrorCode error = check_may_change_transactions(context, owner.transactional_id);
  if (error == ErrorCode::none) {
    error = context.state.transactions.add_partitions(
        owner, {offsets_partition(context.state, request.group_id)}, context.now);
  }
  error = for_version(error, {.asked = context.version(), .knows_fenced = 2});
  tell_if_fenced(context, owner.transactional_id, error);
  return AddOffsetsToTxnResponse{.error_code = error};
}

}  // namespace cohort::broker
