// DescribeTransactions v0 (KIP-664).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_transactions.hpp>

#include <chrono>

namespace cohort::broker {

namespace {

DescribeTransactionsTransactionState described(const std::string& transactional_id,
                                               const Transaction& transaction) {
  const auto timeout = std::chrono::duration_cast<milliseconds>(transaction.timeout);
  DescribeTransactionsTransactionState state{
      .transactional_id = transactional_id,
      .transaction_state = std::string(name(transaction.state)),
      .transaction_timeout_ms = static_cast<std::int32_t>(timeout.count()),
      .transaction_start_time_ms = transaction.started ? transaction.started->unix_ms() : -1,
      .producer_id = transaction.producer.id,
      .producer_epoch = transaction.producer.epoch};
  for (const TransactionPartition& each : transaction.partitions) {
    if (state.topics.empty() || state.topics.back().topic != each.topic) {
      state.topics.push_back({.topic = each.topic});
    }
    state.topics.back().partitions.push_back(each.partition);
  }
  return state;
}

DescribeTransactionsTransactionState refused(const std::string& transactional_id, ErrorCode error) {
  return {.error_code = error, .transactional_id = transactional_id};
}

}  // namespace

std::optional<DescribeTransactionsResponse> describe_transactions(
    RequestContext& context, const DescribeTransactionsRequest& request) {
  DescribeTransactionsResponse response;
  for (const std::string& id : request.transactional_ids) {
    const Transaction* transaction = context.state.transactions.find(id);
    if (id.empty()) {
      response.transaction_states.push_back(refused(id, ErrorCode::invalid_request));
    } else if (transaction == nullptr) {
      response.transaction_states.push_back(refused(id, ErrorCode::transactional_id_not_found));
    } else {
      response.transaction_states.push_back(described(id, *transaction));
    }
  }
  return response;
}

}  // namespace cohort::broker
