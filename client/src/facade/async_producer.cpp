#include "misuse.hpp"
#include "producer/producer_node.hpp"
#include "producer/transaction_operations.hpp"
#include <cohort/client/facade/async_producer.hpp>

#include <utility>

namespace cohort::client {

AsyncProducer::AsyncProducer(const boost::asio::any_io_executor& executor,
                             const ProducerConfig& config, PartitionerFunction partitioner)
    : executor_(executor), max_block_(config.max_block) {
  check(config);
  driver_ = std::make_unique<AsyncDriver>(std::make_unique<ProducerNode>(
      config, Partitioner{.kind = config.partitioner, .custom = std::move(partitioner)}));
}

AsyncProducer::~AsyncProducer() { AsyncDriver::retire(std::move(driver_)); }

ErasedOperation<Delivery> AsyncProducer::send_operation(ProducerRecord record) {
  return erased(Operation<ProducerNode, DeliveryId, Delivery>{
      .start =
          [record = std::move(record)](ProducerNode& node, Instant now) {
            check_record(record);
            return node.submit(record, now);
          },
      .is_done = [](const ProducerNode& node,
                    const DeliveryId& id) { return node.is_submitted_done(id); },
      .take = [](ProducerNode& node, const DeliveryId& id, Instant) -> Outcome<Delivery> {
        Delivery delivery = node.take_submitted(id);
        if (delivery.failure) return *delivery.failure;
        return delivery;
      },
      .abandon = [](ProducerNode& node, const DeliveryId& id,
                    Instant) { node.forget_submitted(id); }});
}

ErasedOperation<void> AsyncProducer::init_operation() {
  return erased(operations::end(TransactionCall::init));
}
ErasedOperation<void> AsyncProducer::begin_operation() { return erased(operations::begin()); }
ErasedOperation<void> AsyncProducer::offsets_operation(OffsetsToCommit offsets,
                                                       GroupMembership membership) {
  return erased(operations::send_offsets(std::move(offsets), std::move(membership)));
}
ErasedOperation<void> AsyncProducer::commit_operation() {
  return erased(operations::end(TransactionCall::commit));
}
ErasedOperation<void> AsyncProducer::abort_operation() {
  return erased(operations::end(TransactionCall::abort));
}

ErasedOperation<void> AsyncProducer::flush_operation() {
  return erased(Operation<ProducerNode, DeliveryId, void>{
      .start = [](ProducerNode& node, Instant now) { return node.flush_submitted(now); },
      .is_done = [](const ProducerNode& node,
                    const DeliveryId& last) { return !node.has_unfinished(last); },
      .take = [](ProducerNode&, const DeliveryId&, Instant) -> Outcome<void> {
        return boost::system::in_place_value;
      },
      .describe =
          [](const ProducerNode& node, const DeliveryId&) {
            return node.describe_unfinished() + "; " + node.describe_connections();
          }});
}

}  // namespace cohort::client
