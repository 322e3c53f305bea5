// What a transactional producer asks its coordinators, and how their answers are read.
#pragma once

#include "producer/sequence.hpp"
#include "session/session.hpp"
#include "transaction/transaction_remedy.hpp"
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/group_membership.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/add_partitions_to_txn.hpp>
#include <cohort/protocol/messages/txn_offset_commit.hpp>

#include <optional>
#include <string>

namespace cohort::client {

/// Who asks.
struct TransactionalProducer {
  std::string transactional_id;
  ProducerIdAndEpoch producer;
};

AddPartitionsToTxnRequest add_partitions_request(const TransactionalProducer& producer,
                                                 const PartitionSet& partitions);
TxnOffsetCommitRequest offset_commit_request(const TransactionalProducer& producer,
                                             const GroupMembership& membership,
                                             const OffsetsToCommit& offsets);

/// What an answer comes to. Of several partitions, the first error that decides about all.
struct TransactionVerdict {
  TransactionRemedy remedy = TransactionRemedy::none;
  ErrorCode error = ErrorCode::none;
  std::optional<TopicPartition> partition{};
  ProducerIdAndEpoch producer{};  ///< Of InitProducerId.
  PartitionSet accepted{};        ///< Of TxnOffsetCommit: whose offsets were taken.
  bool is_readable = true;        ///< Else somebody sent bytes that are no answer.
};

/// REQUIRES: it is the answer to one of the five requests of transactions.
TransactionVerdict read_verdict(const Answered& answer);

}  // namespace cohort::client
