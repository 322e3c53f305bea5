#include "facade/producer_desk.hpp"
#include <cohort/client/producer.hpp>

#include <utility>

namespace cohort::client {

Producer::Producer(const ProducerConfig& config, ProducerOptions options)
    : desk_(std::make_unique<Desk>(config, nullptr, std::move(options))) {}
Producer::Producer(const ProducerConfig& config, Runtime& runtime, ProducerOptions options)
    : desk_(std::make_unique<Desk>(config, &runtime, std::move(options))) {}
Producer::Producer(Producer&& other) noexcept = default;
Producer& Producer::operator=(Producer&& other) noexcept = default;
Producer::~Producer() = default;

DeliveryId Producer::send(ProducerRecord record) { return desk_->send(std::move(record), {}); }
DeliveryId Producer::send(ProducerRecord record, Callback on_delivery) {
  return desk_->send(std::move(record), std::move(on_delivery));
}
Delivery Producer::deliver(ProducerRecord record) { return desk_->deliver(std::move(record)); }
void Producer::flush(Duration timeout) { desk_->flush(timeout); }
std::size_t Producer::poll(Duration timeout) { return desk_->poll(timeout); }
std::vector<Delivery> Producer::take_deliveries() { return desk_->take_deliveries(); }
std::vector<PartitionDescription> Producer::partitions_for(const std::string& topic) {
  return desk_->partitions_for(topic);
}
std::size_t Producer::unfinished() const { return desk_->unfinished(); }
void Producer::init_transactions() { desk_->init_transactions(); }
void Producer::begin_transaction() { desk_->begin_transaction(); }
void Producer::send_offsets_to_transaction(const OffsetsToCommit& offsets,
                                           const GroupMembership& membership) {
  desk_->send_offsets(offsets, membership);
}
void Producer::commit_transaction() { desk_->end_transaction(TransactionCall::commit); }
void Producer::abort_transaction() { desk_->end_transaction(TransactionCall::abort); }
void Producer::close(Duration timeout) { desk_->close(timeout); }

}  // namespace cohort::client
