#include "transaction/transaction_requests.hpp"

#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/add_offsets_to_txn.hpp>
#include <cohort/protocol/messages/end_txn.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>

#include <utility>

namespace cohort::client {

namespace {

TransactionVerdict unreadable() {
  return {.remedy = TransactionRemedy::retry, .is_readable = false};
}

/// Whether it leaves no place for the errors of other partitions. One that only aborts may be told
/// beside the reason why it was not attempted.
bool is_decisive(TransactionRemedy remedy) {
  return remedy != TransactionRemedy::none && remedy != TransactionRemedy::abort;
}

/// OPERATION_NOT_ATTEMPTED tells nothing: another partition has the reason.
bool tells_more(ErrorCode error, const TransactionVerdict& than) {
  return than.remedy == TransactionRemedy::none ||
         (than.error == ErrorCode::operation_not_attempted &&
          error != ErrorCode::operation_not_attempted);
}

void take_partition(TransactionVerdict& verdict, ApiKey api, const TopicPartition& partition,
                    ErrorCode error) {
  const TransactionRemedy remedy = remedy_of(api, error);
  if (remedy == TransactionRemedy::none) {
    verdict.accepted.insert(partition);
    return;
  }
  if (is_decisive(verdict.remedy)) return;
  if (!is_decisive(remedy) && !tells_more(error, verdict)) return;
  verdict.remedy = remedy;
  verdict.error = error;
  verdict.partition = partition;
}

template <class Response>
TransactionVerdict read_single(const Answered& answer) {
  const Result<Response> response = decode<Response>(answer.body, answer.version);
  if (!response) return unreadable();
  return {.remedy = remedy_of(answer.api, response->error_code), .error = response->error_code};
}

TransactionVerdict read_init(const Answered& answer) {
  const auto response = decode<InitProducerIdResponse>(answer.body, answer.version);
  // No error and no id: nothing to go on with.
  const bool is_empty =
      response && response->error_code == ErrorCode::none && response->producer_id < 0;
  if (!response || is_empty) return unreadable();
  return {.remedy = remedy_of(answer.api, response->error_code),
          .error = response->error_code,
          .producer = {.id = response->producer_id, .epoch = response->producer_epoch}};
}

TransactionVerdict read_added(const Answered& answer) {
  const auto response = decode<AddPartitionsToTxnResponse>(answer.body, answer.version);
  if (!response) return unreadable();
  TransactionVerdict verdict;
  for (const auto& topic : response->results_by_topic_v3_and_below) {
    for (const auto& partition : topic.results_by_partition) {
      take_partition(verdict, answer.api, {topic.name, partition.partition_index},
                     partition.partition_error_code);
    }
  }
  return verdict;
}

TransactionVerdict read_offsets(const Answered& answer) {
  const auto response = decode<TxnOffsetCommitResponse>(answer.body, answer.version);
  if (!response) return unreadable();
  TransactionVerdict verdict;
  for (const auto& topic : response->topics) {
    for (const auto& partition : topic.partitions) {
      take_partition(verdict, answer.api, {topic.name, partition.partition_index},
                     partition.error_code);
    }
  }
  return verdict;
}

}  // namespace

AddPartitionsToTxnRequest add_partitions_request(const TransactionalProducer& producer,
                                                 const PartitionSet& partitions) {
  AddPartitionsToTxnRequest request{.v3_and_below_transactional_id = producer.transactional_id,
                                    .v3_and_below_producer_id = producer.producer.id,
                                    .v3_and_below_producer_epoch = producer.producer.epoch};
  auto& topics = request.v3_and_below_topics;
  for (const TopicPartition& partition : partitions) {
    if (topics.empty() || topics.back().name != partition.topic) {
      topics.push_back({.name = partition.topic});
    }
    topics.back().partitions.push_back(partition.partition);
  }
  return request;
}

TxnOffsetCommitRequest offset_commit_request(const TransactionalProducer& producer,
                                             const GroupMembership& membership,
                                             const OffsetsToCommit& offsets) {
  TxnOffsetCommitRequest request{.transactional_id = producer.transactional_id,
                                 .group_id = membership.group_id,
                                 .producer_id = producer.producer.id,
                                 .producer_epoch = producer.producer.epoch,
                                 .generation_id = membership.generation,
                                 .member_id = membership.member_id,
                                 .group_instance_id = membership.instance_id};
  for (const auto& [partition, committed] : offsets) {
    if (request.topics.empty() || request.topics.back().name != partition.topic) {
      request.topics.push_back({.name = partition.topic});
    }
    request.topics.back().partitions.push_back({.partition_index = partition.partition,
                                                .committed_offset = committed.offset,
                                                .committed_leader_epoch = committed.leader_epoch,
                                                .committed_metadata = committed.metadata});
  }
  return request;
}

TransactionVerdict read_verdict(const Answered& answer) {
  switch (answer.api) {
    case ApiKey::init_producer_id:
      return read_init(answer);
    case ApiKey::add_partitions_to_txn:
      return read_added(answer);
    case ApiKey::add_offsets_to_txn:
      return read_single<AddOffsetsToTxnResponse>(answer);
    case ApiKey::txn_offset_commit:
      return read_offsets(answer);
    case ApiKey::end_txn:
      return read_single<EndTxnResponse>(answer);
    default:
      COHORT_ASSERT(false);
  }
}

}  // namespace cohort::client
