// AddPartitionsToTxn v0-v5.
// v1 throttle time; v2 PRODUCER_FENCED (KIP-588); v3 flexible; v4 several transactions, verify_only
// (KIP-890: how a partition's leader asks the coordinator); v5 TRANSACTION_ABORTABLE (KIP-890).
// Not here: authorisation.
#include "api/fenced_producers.hpp"
#include "api/handlers.hpp"
#include "api/topic_entries.hpp"
#include "api/transaction_errors.hpp"
#include "coordinators.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/add_partitions_to_txn.hpp>

#include <algorithm>

namespace cohort::broker {

namespace {

using Partitions = std::vector<TransactionPartition>;
using Topics = std::vector<AddPartitionsToTxnTopicResult>;

Partitions partitions_of(const AddPartitionsToTxnTransaction& transaction) {
  Partitions partitions;
  for (const AddPartitionsToTxnTopic& topic : transaction.topics) {
    for (const std::int32_t partition : topic.partitions) {
      partitions.push_back({topic.name, partition});
    }
  }
  return partitions;
}

using Results = TopicEntries<AddPartitionsToTxnTopicResult>;

void add(Results& results, const TransactionPartition& partition, ErrorCode error) {
  results[partition.topic].results_by_partition.push_back(
      {.partition_index = partition.partition, .partition_error_code = error});
}

/// One partition that is not there makes the whole transaction's part fail, the others unattempted;
/// the answer has the former first. Empty when all are there.
Topics refuse_unknown(const BrokerState& state, const Partitions& partitions) {
  const auto is_known = [&](const TransactionPartition& each) {
    return state.catalog.find(each.topic, each.partition) != nullptr;
  };
  Topics topics;
  if (std::ranges::all_of(partitions, is_known)) return topics;
  Results results(topics);
  for (const TransactionPartition& each : partitions) {
    if (!is_known(each)) add(results, each, ErrorCode::unknown_topic_or_partition);
  }
  for (const TransactionPartition& each : partitions) {
    if (is_known(each)) add(results, each, ErrorCode::operation_not_attempted);
  }
  return topics;
}

/// Source: KafkaApis.handleAddPartitionsToTxnRequest.
Topics add_or_verify(RequestContext& context, const AddPartitionsToTxnTransaction& transaction) {
  const Partitions partitions = partitions_of(transaction);
  Topics topics = refuse_unknown(context.state, partitions);
  if (!topics.empty()) return topics;

  TransactionCoordinator& coordinator = context.state.transactions;
  const TransactionOwner owner{.transactional_id = transaction.transactional_id,
                               .producer = {transaction.producer_id, transaction.producer_epoch}};
  std::vector<ErrorCode> errors;
  if (transaction.verify_only) {
    const ErrorCode elsewhere = check_coordinates_transactions(context, owner.transactional_id);
    errors = elsewhere == ErrorCode::none ? coordinator.verify(owner, partitions)
                                          : std::vector(partitions.size(), elsewhere);
  } else {
    ErrorCode error = check_may_change_transactions(context, owner.transactional_id);
    if (error == ErrorCode::none) {
      error = coordinator.add_partitions(owner, partitions, context.now);
    }
    error = for_version(error, {.asked = context.version(), .knows_fenced = 2});
    tell_if_fenced(context, owner.transactional_id, error);
    errors.assign(partitions.size(), error);
  }
  Results results(topics);
  for (std::size_t i = 0; i < partitions.size(); ++i) add(results, partitions[i], errors[i]);
  return topics;
}

}  // namespace

std::optional<AddPartitionsToTxnResponse> add_partitions_to_txn(
    RequestContext& context, const AddPartitionsToTxnRequest& request) {
  AddPartitionsToTxnResponse response;
  if (context.version() < 4) {
    response.results_by_topic_v3_and_below =
        add_or_verify(context, {.transactional_id = request.v3_and_below_transactional_id,
                                .producer_id = request.v3_and_below_producer_id,
                                .producer_epoch = request.v3_and_below_producer_epoch,
                                .topics = request.v3_and_below_topics});
    return response;
  }
  for (const AddPartitionsToTxnTransaction& transaction : request.transactions) {
    response.results_by_transaction.push_back(
        {.transactional_id = transaction.transactional_id,
         .topic_results = add_or_verify(context, transaction)});
  }
  return response;
}

}  // namespace cohort::broker
