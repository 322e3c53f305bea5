// TypedConsumer: a consumer whose keys and values are what its deserializers make of them.
#pragma once

#include <cohort/client/consumer.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/serde.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace cohort::client {

/// A record of which each part was read, or could not be.
template <class Key, class Value>
class TypedConsumerRecord {
 public:
  TypedConsumerRecord(ConsumerRecord raw, Outcome<Key> key, Outcome<Value> value)
      : raw_(std::move(raw)), key_(std::move(key)), value_(std::move(value)) {}

  /// Throws BadRecord, which tells topic, partition and offset, if the deserializer threw.
  const Key& key() const { return key_.value(); }
  const Value& value() const { return value_.value(); }
  /// Why key() or value() would throw; nothing: neither does.
  std::optional<Failure> failure() const {
    if (!key_) return key_.error();
    if (!value_) return value_.error();
    return std::nullopt;
  }

  const std::string& topic() const { return raw_.topic; }
  std::int32_t partition() const { return raw_.partition; }
  std::int64_t offset() const { return raw_.offset; }
  /// The record as it came.
  const ConsumerRecord& raw() const { return raw_; }

 private:
  ConsumerRecord raw_;
  Outcome<Key> key_;
  Outcome<Value> value_;
};

/// A record that can't be read is handed out as any other, in its place and order, and is committed
/// as any other: the consumer goes on behind it. (Kafka's consumer throws at it from then on, until
/// its user seeks.)
template <class Key, class Value>
class TypedConsumer {
 public:
  using Record = TypedConsumerRecord<Key, Value>;

  TypedConsumer(Consumer consumer, Deserializer<Key> key, Deserializer<Value> value)
      : consumer_(std::move(consumer)), key_(std::move(key)), value_(std::move(value)) {}

  /// As Consumer::poll.
  std::vector<Record> poll(Duration timeout) {
    std::vector<ConsumerRecord> raw = consumer_.poll(timeout);
    std::vector<Record> records;
    records.reserve(raw.size());
    for (ConsumerRecord& record : raw) {
      Outcome<Key> key = read(key_, record, record.key, true);
      Outcome<Value> value = read(value_, record, record.value, false);
      records.emplace_back(std::move(record), std::move(key), std::move(value));
    }
    return records;
  }

  void commit(const Record& record) { consumer_.commit(record.raw()); }
  /// All else that a consumer can.
  Consumer& consumer() { return consumer_; }
  Consumer* operator->() { return &consumer_; }

 private:
  template <class T>
  static Outcome<T> read(const Deserializer<T>& deserializer, const ConsumerRecord& record,
                         const std::optional<Buffer>& bytes, bool is_key) {
    const RecordPart part{.topic = record.topic, .is_key = is_key, .headers = record.headers};
    const RecordPosition at{.partition = {record.topic, record.partition}, .offset = record.offset};
    try {
      return deserialize(deserializer, bytes, part, at);
    } catch (const BadRecord& bad) {
      return bad.failure();
    }
  }

  Consumer consumer_;
  Deserializer<Key> key_;
  Deserializer<Value> value_;
};

}  // namespace cohort::client
