// DeliveryReports: what became of records, until somebody takes it.
#pragma once

#include "producer/outgoing_record.hpp"
#include "producer/producer_batch.hpp"
#include <cohort/client/delivery.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/messages/produce.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace cohort::client {

class DeliveryReports {
 public:
  /// `answer` tells of its first record's offset and its time of append.
  void delivered(const TopicPartition& where, const ProducerBatch& batch,
                 const PartitionProduceResponse& answer);
  /// The batch failed. Where the broker names the records that it refused, the others hear that it
  /// was not for them (KIP-467; Sender.failBatch).
  void failed(const TopicPartition& where, const ProducerBatch& batch, const Failure& failure,
              const std::vector<ProduceBatchIndexAndErrorMessage>& record_errors = {});
  /// The record got into no batch.
  void refused(const OutgoingRecord& outgoing, const Failure& failure, Instant now);

  bool empty() const { return reports_.empty(); }
  std::vector<Delivery> take() { return std::exchange(reports_, {}); }
  /// What was taken just now, or a part of it.
  void put_back(std::vector<Delivery> reports) { reports_ = std::move(reports); }

 private:
  std::vector<Delivery> reports_;
};

}  // namespace cohort::client
