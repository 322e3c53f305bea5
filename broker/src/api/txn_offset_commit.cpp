// TxnOffsetCommit v0-v4.
// v1 throttle time; v2 leader epoch (KIP-320); v3 generation, member and instance (KIP-447),
// flexible; v4 TRANSACTION_ABORTABLE (KIP-890). Not here: authorisation; member epochs of KIP-848
// groups.
#include "api/fenced_producers.hpp"
#include "api/handlers.hpp"
#include "api/offset_entries.hpp"
#include "api/transaction_errors.hpp"
#include "coordinators.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include <cohort/protocol/messages/txn_offset_commit.hpp>

namespace cohort::broker {

namespace {

const Partition* partition_of_group(const BrokerState& state, const std::string& group_id) {
  const TransactionPartition place = offsets_partition(state, group_id);
  return state.catalog.find(place.topic, place.partition);
}

/// Was the group's partition added to the transaction? Once it has offsets of it, the marker alone
/// can change that. Source: CoordinatorPartitionWriter.maybeStartTransactionVerification,
/// UnifiedLog.maybeStartTransactionVerification.
ErrorCode verify(const RequestContext& context, const TxnOffsetCommitRequest& request) {
  const BrokerState& state = context.state;
  if (!state.rules.verifies_transactions || !state.config.transaction.verifies_partitions) {
    return ErrorCode::none;
  }
  const Partition* const partition = partition_of_group(state, request.group_id);
  if (partition != nullptr &&
      partition->log.producers().has_open_transaction(request.producer_id)) {
    return ErrorCode::none;
  }
  const TransactionOwner owner{.transactional_id = request.transactional_id,
                               .producer = {request.producer_id, request.producer_epoch}};
  // Producers know how to repeat after this one (CoordinatorRuntime, AddPartitionsToTxnManager).
  if (coordinator_of_transactions(state, owner.transactional_id) == -1) {
    return ErrorCode::coordinator_not_available;
  }
  const std::vector<ErrorCode> errors =
      state.transactions.verify(owner, {offsets_partition(state, request.group_id)});
  return for_writer(errors.front(), context.version() >= 4);
}

/// Has the partition seen a later producer of this id? It is asked last, when everything else is in
/// order: by its append (ProducerAppendInfo.checkProducerEpoch).
bool is_fenced(const BrokerState& state, const TxnOffsetCommitRequest& request) {
  const Partition* const partition = partition_of_group(state, request.group_id);
  return partition != nullptr &&
         partition->log.producers().is_fenced({request.producer_id, request.producer_epoch});
}

std::vector<ErrorCode> commit(RequestContext& context, const TxnOffsetCommitRequest& request,
                              const CommitRequest& offsets) {
  const auto refuse = [&](ErrorCode error) { return std::vector(offsets.offsets.size(), error); };
  if (request.group_id.empty()) return refuse(ErrorCode::invalid_group_id);
  // Who does not lead the group's partition has nothing to verify there either
  // (CoordinatorRuntime.scheduleTransactionalWriteOperation).
  const ErrorCode elsewhere = check_coordinates_group(context, request.group_id);
  if (elsewhere != ErrorCode::none) return refuse(elsewhere);
  const ErrorCode error = verify(context, request);
  if (error != ErrorCode::none) return refuse(error);
  if (context.state.coordinator.validate_transactional_commit(offsets) == ErrorCode::none &&
      is_fenced(context.state, request)) {
    return refuse(ErrorCode::invalid_producer_epoch);
  }
  return context.state.coordinator.commit_transactional(
      offsets, {request.producer_id, request.producer_epoch}, context.now);
}

}  // namespace

std::optional<TxnOffsetCommitResponse> txn_offset_commit(RequestContext& context,
                                                         const TxnOffsetCommitRequest& request) {
  TxnOffsetCommitResponse response;
  TopicEntries entries(response.topics);
  const std::vector known = refuse_unknown(context.state.catalog, request.topics, entries);
  if (known.empty()) return response;

  CommitRequest offsets{.group_id = request.group_id,
                        .member = {request.member_id, request.group_instance_id},
                        .generation = request.generation_id,
                        .offsets = {},
                        .transactional_id = request.transactional_id};
  for (const TxnOffsetCommitRequestTopic& topic : known) {
    for (const TxnOffsetCommitRequestPartition& partition : topic.partitions) {
      offsets.offsets.push_back({.key = {topic.name, partition.partition_index},
                                 .offset = partition.committed_offset,
                                 .leader_epoch = partition.committed_leader_epoch,
                                 .metadata = partition.committed_metadata.value_or("")});
    }
  }
  const std::vector<ErrorCode> errors = commit(context, request, offsets);
  tell_if_fenced(context, request.transactional_id, errors.front());
  add_answers(known, errors, response.topics, entries);
  return response;
}

}  // namespace cohort::broker
