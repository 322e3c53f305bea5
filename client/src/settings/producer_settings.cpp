#include "settings/setting.hpp"

#include <array>

namespace cohort::client {
namespace {

constexpr auto producer_rows = std::to_array<Setting<ProducerConfig>>({
    {"acks", &ProducerConfig::acks, any_value,
     "Who must have a record before it counts as sent; -1 is all.", "request.required.acks"},
    {"linger.ms", &ProducerConfig::linger, long_at_least(0),
     "How long a batch waits for more records.", "queue.buffering.max.ms"},
    {"batch.size", &ProducerConfig::batch_size, at_least(0),
     "Bytes that a batch is filled to; 0: each record goes by itself."},
    {"buffer.memory", &ProducerConfig::buffer_memory, long_at_least(0),
     "Bytes of all records that wait to be sent."},
    {"max.block.ms", &ProducerConfig::max_block, long_at_least(0),
     "How long sending may wait for room, or for metadata."},
    {"max.request.size", &ProducerConfig::max_request_size, at_least(0),
     "Bytes of a request, and so of a record.", "message.max.bytes"},
    {"compression.type", &ProducerConfig::compression_type, any_value, "How batches are packed.",
     "compression.codec"},
    {"enable.idempotence", &ProducerConfig::enable_idempotence, any_value,
     "Whether each record is written once and in order (KIP-98). Needs acks=all, retries, and at "
     "most 5 requests in flight; unless set, it is off where one of these is set otherwise."},
    {"delivery.timeout.ms", &ProducerConfig::delivery_timeout, at_least(0),
     "How long a record has from being sent to its outcome (KIP-91). At least linger.ms and "
     "request.timeout.ms together, to which it is raised unless set.",
     "message.timeout.ms"},
    {"retries", &ProducerConfig::retries, at_least(0), "How often a batch is sent again.",
     "message.send.max.retries"},
    {"max.in.flight.requests.per.connection",
     &ProducerConfig::max_in_flight_requests_per_connection, at_least(1),
     "Requests that a broker may owe an answer to.", "max.in.flight"},
    {"partitioner", &ProducerConfig::partitioner, any_value,
     "Which partition a record goes to, by librdkafka's names; murmur2_random is as in Kafka.",
     "partitioner.class"},
    {"transactional.id", &ProducerConfig::transactional_id, any_value,
     "Names a producer of transactions, over restarts too (KIP-98)."},
    {"transaction.timeout.ms", &ProducerConfig::transaction_timeout, at_least(1),
     "A transaction that is open so long is aborted."},
});

}  // namespace

template <>
std::span<const Setting<ProducerConfig>> settings<ProducerConfig>() {
  return producer_rows;
}

}  // namespace cohort::client
