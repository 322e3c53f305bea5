#include "api/produce_verification.hpp"

#include "api/transaction_errors.hpp"
#include "state.hpp"
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/records.hpp>

namespace cohort::broker {

namespace {

/// The first batch of the records, when it is transactional; `is_valid` says whether the records
/// have the form that the version asks for (ProduceRequest.validateRecords).
struct TransactionalBatch {
  BatchHeader header;
  bool is_valid = false;
};

std::optional<TransactionalBatch> transactional_batch(const PartitionProduceData& data,
                                                      std::int16_t version) {
  if (!data.records) return std::nullopt;
  RecordsReader reader(data.records->joined());
  const auto entry = reader.next();
  if (!entry || !*entry || (*entry)->magic != 2) return std::nullopt;
  const RecordResult<BatchView> batch = BatchView::of((*entry)->bytes);
  if (!batch || !batch->header().is_transactional()) return std::nullopt;
  TransactionalBatch found{.header = batch->header(), .is_valid = true};
  if (version >= 3) {
    const auto second = reader.next();
    const bool needs_newer = version < 7 && found.header.compression() == Compression::zstd;
    found.is_valid = second && !*second && !needs_newer;
  }
  return found;
}

ProduceVerdict told(ErrorCode error) {
  if (error == ErrorCode::invalid_txn_state) {
    return {.error = error, .message = "Partition was not added to the transaction"};
  }
  // Clients know how to repeat a request after this one, and keep their metadata.
  if (error == ErrorCode::concurrent_transactions) {
    return {.error = ErrorCode::not_enough_replicas,
            .message =
                "Unable to verify the partition has been added to the transaction. "
                "Underlying error: " +
                std::string(name(error))};
  }
  return {.error = error};
}

}  // namespace

ErrorCode check_transactional(const RequestContext& context, const ProduceRequest& request) {
  std::optional<ProducerIdentity> producer;
  bool is_mixed = false;
  for (const TopicProduceData& topic : request.topic_data) {
    for (const PartitionProduceData& data : topic.partition_data) {
      const auto batch = transactional_batch(data, context.version());
      if (!batch) continue;
      // Who may use no transactional id at all is told so by the authoriser.
      if (!request.transactional_id) return ErrorCode::transactional_id_authorization_failed;
      if (!batch->is_valid || !batch->header.has_producer_id() ||
          context.state.catalog.find(topic.name, data.index) == nullptr) {
        continue;
      }
      const ProducerIdentity writer{batch->header.producer_id, batch->header.producer_epoch};
      is_mixed = is_mixed || (producer && *producer != writer);
      producer = writer;
    }
  }
  return is_mixed ? ErrorCode::invalid_producer_id_mapping : ErrorCode::none;
}

ProduceVerdict verify_transactional(RequestContext& context, const ProduceRequest& request,
                                    const TransactionPartition& partition,
                                    const PartitionProduceData& data) {
  BrokerState& state = context.state;
  const auto batch = transactional_batch(data, context.version());
  if (!batch || !batch->is_valid || !batch->header.has_producer_id()) return {};
  const BatchHeader& header = batch->header;
  if (!state.config.transaction.verifies_partitions) return {.is_verified = true};
  const PartitionLog& log = state.catalog.find(partition.topic, partition.partition)->log;
  if (log.producers().has_open_transaction(header.producer_id)) return {};

  state.catalog.begin_verification(partition.topic, partition.partition,
                                   {.producer_id = header.producer_id,
                                    .producer_epoch = header.producer_epoch,
                                    .first_sequence = header.base_sequence},
                                   context.now);
  const TransactionOwner owner{.transactional_id = *request.transactional_id,
                               .producer = {header.producer_id, header.producer_epoch}};
  const ErrorCode error = state.transactions.verify(owner, {partition}).front();
  if (error == ErrorCode::none) return {.is_verified = true};
  return told(for_writer(error, context.version() >= 11));
}

}  // namespace cohort::broker
