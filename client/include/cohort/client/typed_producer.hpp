// TypedProducer: a Producer that serializes keys and values of two types.
#pragma once

#include <cohort/client/producer.hpp>
#include <cohort/client/serde.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

/// `key` null: a record without key; `value` null: a tombstone. Both then pass by the serializers.
template <class Key, class Value>
struct TypedProducerRecord {
  std::string topic;
  std::optional<Key> key{};
  std::optional<Value> value{};
  std::optional<std::int32_t> partition{};
  std::vector<RecordHeader> headers{};
  std::optional<Instant> timestamp{};
  std::uint64_t tag = 0;
};

/// What a serializer throws comes out of the call, and the record was not taken.
template <class Key, class Value>
class TypedProducer {
 public:
  /// REQUIRES: the producer outlives it, and stays where it is.
  TypedProducer(Producer& producer, Serializer<Key> keys, Serializer<Value> values)
      : producer_(&producer), keys_(std::move(keys)), values_(std::move(values)) {}

  DeliveryId send(TypedProducerRecord<Key, Value> record) {
    return producer_->send(serialized(std::move(record)));
  }
  DeliveryId send(TypedProducerRecord<Key, Value> record, Producer::Callback on_delivery) {
    return producer_->send(serialized(std::move(record)), std::move(on_delivery));
  }
  Delivery deliver(TypedProducerRecord<Key, Value> record) {
    return producer_->deliver(serialized(std::move(record)));
  }
  /// For all else.
  Producer& producer() { return *producer_; }

 private:
  ProducerRecord serialized(TypedProducerRecord<Key, Value> record) const {
    ProducerRecord out{.topic = std::move(record.topic),
                       .partition = record.partition,
                       .headers = std::move(record.headers),
                       .timestamp = record.timestamp,
                       .tag = record.tag};
    if (record.key) {
      out.key = keys_(*record.key, {.topic = out.topic, .is_key = true, .headers = out.headers});
    }
    if (record.value) {
      out.value = values_(*record.value, {.topic = out.topic, .headers = out.headers});
    }
    return out;
  }

  Producer* producer_;
  Serializer<Key> keys_;
  Serializer<Value> values_;
};

}  // namespace cohort::client
