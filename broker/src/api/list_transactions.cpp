// ListTransactions v0-v1 (KIP-664).
// v1 filter by duration (KIP-994). Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/list_transactions.hpp>

#include <algorithm>

namespace cohort::broker {

namespace {

/// Empty filters let everything through. A transactional id that never had a transaction counts as
/// begun in 1970, as in Kafka. Source: TransactionStateManager.listTransactionStates.
bool is_wanted(const Transaction& transaction, const ListTransactionsRequest& request,
               Instant now) {
  const auto has = [](const auto& filters, const auto& value) {
    return filters.empty() || std::ranges::find(filters, value) != filters.end();
  };
  if (!has(request.producer_id_filters, transaction.producer.id)) return false;
  if (!has(request.state_filters, name(transaction.state))) return false;
  const std::int64_t started_ms = transaction.started ? transaction.started->unix_ms() : -1;
  return request.duration_filter < 0 || now.unix_ms() - started_ms > request.duration_filter;
}

}  // namespace

std::optional<ListTransactionsResponse> list_transactions(RequestContext& context,
                                                          const ListTransactionsRequest& request) {
  ListTransactionsResponse response;
  for (const std::string& filter : request.state_filters) {
    if (!is_transaction_state_name(filter)) response.unknown_state_filters.push_back(filter);
  }
  for (const auto& [transactional_id, transaction] : context.state.transactions.all()) {
    if (!is_wanted(transaction, request, context.now)) continue;
    response.transaction_states.push_back(
        {.transactional_id = transactional_id,
         .producer_id = transaction.producer.id,
         .transaction_state = std::string(name(transaction.state))});
  }
  return response;
}

}  // namespace cohort::broker
