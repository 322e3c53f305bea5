// TxnOffsetCommit v0-v4.
// v1 throttle time; v2 leader epoch (KIP-320); v3 generation, member and instance (KIP-447),
// flexible; v4 TRANSACTION_ABORTABLE (KIP-890). Not here: authorisation; member epochs of KIP-848
// groups.
#include "api/handlers.hpp"
#include "api/transaction_errors.hpp"
#include "state.hpp"
#include "transactions.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/messages/txn_offset_commit.hpp>

#include <algorithm>

namespace cohort::broker {

namespace {

/// Partitions of one topic stand together in the answer, in the order in which they were decided
/// (TxnOffsetCommitResponse.Builder).
void add(TxnOffsetCommitResponse& response, const OffsetKey& key, ErrorCode error) {
  auto found = std::ranges::find(response.topics, key.topic, &TxnOffsetCommitResponseTopic::name);
  if (found == response.topics.end()) {
    found = response.topics.insert(response.topics.end(), {.name = key.topic});
  }
  found->partitions.push_back({.partition_index = key.partition, .error_code = error});
}

/// Was the group added to the transaction? Once it was found so, the transaction's end alone can
/// change it. Source: CoordinatorPartitionWriter.maybeStartTransactionVerification.
ErrorCode verify(const RequestContext& context, const TxnOffsetCommitRequest& request) {
  const BrokerState& state = context.state;
  if (!state.config.transaction.verifies_partitions ||
      state.coordinator.has_pending_offsets(request.group_id, request.producer_id)) {
    return ErrorCode::none;
  }
  const TransactionOwner owner{.transactional_id = request.transactional_id,
                               .producer = {request.producer_id, request.producer_epoch}};
  const std::vector<ErrorCode> errors =
      state.transactions.verify(owner, {offsets_partition(state, request.group_id)});
  return for_writer(errors.front(), context.version() >= 4);
}

std::vector<ErrorCode> commit(RequestContext& context, const TxnOffsetCommitRequest& request,
                              const CommitRequest& offsets) {
  const auto refuse = [&](ErrorCode error) { return std::vector(offsets.offsets.size(), error); };
  if (request.group_id.empty()) return refuse(ErrorCode::invalid_group_id);
  const ErrorCode error = verify(context, request);
  if (error != ErrorCode::none) return refuse(error);
  return context.state.coordinator.commit_transactional(
      offsets, {request.producer_id, request.producer_epoch}, context.now);
}

}  // namespace

std::optional<TxnOffsetCommitResponse> txn_offset_commit(RequestContext& context,
                                                         const TxnOffsetCommitRequest& request) {
  TxnOffsetCommitResponse response;
  CommitRequest offsets{.group_id = request.group_id,
                        .member = {request.member_id, request.group_instance_id},
                        .generation = request.generation_id};
  // Unknown partitions are refused before the transaction or the group is looked at (KafkaApis).
  for (const TxnOffsetCommitRequestTopic& topic : request.topics) {
    for (const TxnOffsetCommitRequestPartition& partition : topic.partitions) {
      const OffsetKey key{topic.name, partition.partition_index};
      if (context.state.catalog.find(key.topic, key.partition) == nullptr) {
        add(response, key, ErrorCode::unknown_topic_or_partition);
        continue;
      }
      offsets.offsets.push_back({.key = key,
                                 .offset = partition.committed_offset,
                                 .leader_epoch = partition.committed_leader_epoch,
                                 .metadata = partition.committed_metadata.value_or("")});
    }
  }
  if (offsets.offsets.empty()) return response;
  const std::vector<ErrorCode> errors = commit(context, request, offsets);
  COHORT_ASSERT(errors.size() == offsets.offsets.size());
  for (std::size_t i = 0; i < errors.size(); ++i) add(response, offsets.offsets[i].key, errors[i]);
  return response;
}

}  // namespace cohort::broker
