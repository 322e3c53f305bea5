// ReaderWorld: real brokers in virtual time with a topic `orders` of three partitions, and a
// reader.
#pragma once

#include "client/reader_node.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/testing/gtest.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::client {

inline void PrintTo(const Position& position, std::ostream* out) {
  *out << position.offset << " in epoch " << position.epoch;
}

inline broker::VirtualOptions reader_options(std::int32_t brokers, const sim::Options& world = {}) {
  broker::VirtualOptions options;
  options.config.brokers = brokers;
  options.config.log.default_replication_factor = static_cast<std::int16_t>(brokers);
  options.config.set("offsets.topic.replication.factor", "1");
  options.topics = {{.name = "orders", .partitions = 3}};
  options.world = world;
  return options;
}

class ReaderTest : public ::testing::Test {
 protected:
  explicit ReaderTest(const broker::VirtualOptions& options = reader_options(2))
      : broker(options) {}

  static TopicPartition orders(std::int32_t partition) { return {"orders", partition}; }
  static PartitionSet all_orders() { return {orders(0), orders(1), orders(2)}; }

  /// One batch with the values that are its offsets. Gives the end.
  std::int64_t append(std::int32_t partition, std::int64_t count) {
    const std::int64_t from = end(partition);
    broker.control().append("orders", partition, numbered_records(from, from + count));
    return from + count;
  }
  std::int64_t end(std::int32_t partition) {
    return broker.control()
        .topic("orders")
        ->partitions.at(static_cast<std::size_t>(partition))
        .end_offset;
  }
  Reader reader(const ConsumerConfig& config = Reader::config()) {
    return Reader(broker.world(), config);
  }
  /// Requests of this kind so far that were taken up.
  std::size_t requests(ApiKey api) {
    if (!counting_.contains(api)) {
      counting_.emplace(api, broker.control().add_rule({.match = {.api = api}}));
      return 0;
    }
    return broker.control().rule(counting_.at(api))->matched;
  }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has
  // it.
  broker::VirtualBroker broker;

 private:
  std::map<ApiKey, broker::RuleId> counting_;
};

}  // namespace cohort::client
