// Produce verification: may a request's transactional batches be written (KIP-890)?
#pragma once

#include "api/handlers.hpp"
#include "transaction/transaction.hpp"
#include <cohort/protocol/messages/produce.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::broker {

/// What is wrong with the request as a whole, which all its partitions then answer, or none.
/// Source: KafkaApis.handleProduceRequest, ReplicaManager.handleProduceAppend.
ErrorCode check_transactional(const RequestContext& context, const ProduceRequest& request);

struct ProduceVerdict {
  ErrorCode error = ErrorCode::none;
  std::optional<std::string> message;
  bool is_verified = false;  ///< As SequencedBatch has it.
};

/// Asks the transaction coordinator when the partition's first transactional batch starts a
/// transaction here. REQUIRES: the partition is there, and check_transactional gave none.
ProduceVerdict verify_transactional(RequestContext& context, const ProduceRequest& request,
                                    const TransactionPartition& partition,
                                    const PartitionProduceData& data);

}  // namespace cohort::broker
