// EndTxn v0-v4.
// v1 throttle time; v2 PRODUCER_FENCED (KIP-588); v3 flexible; v4 TRANSACTION_ABORTABLE (KIP-890).
// Not here: authorisation; epoch bumps at the end of each transaction (KIP-890's second part).
#include "api/fenced_producers.hpp"
#include "api/handlers.hpp"
#include "api/transaction_errors.hpp"
#include "coordinators.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include <cohort/protocol/messages/end_txn.hpp>

namespace cohort::broker {

/// Kafka answers before the markers are written, and the client's next request may have to wait for
/// them; here they are there when the answer comes.
std::optional<EndTxnResponse> end_txn(RequestContext& context, const EndTxnRequest& request) {
  const TransactionOwner owner{.transactional_id = request.transactional_id,
                               .producer = {request.producer_id, request.producer_epoch}};
  ErrorCode error = check_may_change_transactions(context, owner.transactional_id);
  if (error == ErrorCode::none) {
    error = context.state.transactions.end(
        owner, request.committed ? TransactionOutcome::commit : TransactionOutcome::abort,
        context.now);
    end_transactions(context.state, context.now);
  }
  error = for_version(error, {.asked = context.version(), .knows_fenced = 2});
  tell_if_fenced(context, owner.transactional_id, error);
  return EndTxnResponse{.error_code = error};
}

}  // namespace cohort::broker
