// ApiWorld: one broker in virtual time with topics and records, and clients that talk to it.
#pragma once

#include "state.hpp"
#include "support/wire_client.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/messages.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cohort::broker {

class ApiWorld {
 public:
  explicit ApiWorld(const Config& config = {}) {
    auto owned = std::make_unique<Broker>(config, world.now());
    owned->advertise({"broker", 9092});
    world.add("broker", std::move(owned));
    world.listen("broker", "broker", 9092);
  }

  Broker& broker() { return world.node_as<Broker>("broker"); }

  void create_topic(const std::string& name, std::int32_t partitions = 1) {
    world.turn("broker", [&] { broker().create_topic(name, partitions, world.now()); });
  }

  std::optional<Uuid> broker_topic_id(const std::string& name) {
    const Topic* topic = broker().state().catalog.find(name);
    return topic == nullptr ? std::nullopt : std::optional(topic->id);
  }

  sim::Simulation world;
};

/// A batch of one record with this value.
inline Buffer batch_of(std::string_view value, const BatchOptions& options = {}) {
  BatchBuilder builder(options);
  builder.add(Record{.timestamp = 1000, .value = Buffer::copy_of(value)});
  return builder.build().bytes();
}

inline PartitionProduceData produced(std::int32_t partition, Buffer batch) {
  return {.index = partition, .records = Buffers(std::move(batch))};
}

/// acks=-1, one batch for partition 0.
inline ProduceRequest produce_to(const std::string& topic, Buffer batch) {
  ProduceRequest request{.acks = -1};
  request.topic_data = {{.name = topic, .partition_data = {produced(0, std::move(batch))}}};
  return request;
}

inline PartitionProduceResponse stored_at(std::int32_t partition, std::int64_t offset) {
  return {.index = partition, .base_offset = offset, .log_start_offset = 0};
}

inline PartitionProduceResponse produce_error(std::int32_t partition, ErrorCode error) {
  return {.index = partition, .error_code = error, .base_offset = -1};
}

/// What a fetched batch looks like: its producer's, at its place.
inline Buffers at_offset(const Buffer& batch, std::int64_t offset) {
  return BatchView::of(batch).value().placed_at(offset, 0);
}

}  // namespace cohort::broker
