// StubTest: a reader and a broker that is what the test says it is.
#pragma once

#include "client/reader_node.hpp"
#include "client/stub_broker.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/sim/simulation.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

namespace cohort::client {

class StubTest : public ::testing::Test {
 protected:
  static constexpr std::int32_t brokers = 2;

  StubTest() {
    world.add("brokers", std::make_unique<StubBroker>(brokers));
    for (std::int32_t i = 0; i < brokers; ++i) {
      world.listen("brokers", "broker", static_cast<std::uint16_t>(9092 + i));
    }
  }

  StubBroker& stub() { return world.node_as<StubBroker>("brokers"); }
  static TopicPartition orders(std::int32_t partition) { return {"orders", partition}; }
  Reader reader(const ConsumerConfig& config = Reader::config()) { return Reader(world, config); }
  Instant now() const { return world.now(); }

  static BatchView batch_of(std::int64_t from, std::int64_t to, BatchOptions options = {}) {
    options.base_offset = from;
    BatchBuilder batch(options);
    for (const Record& record : numbered_records(from, to)) batch.add(record);
    return batch.build();
  }
  /// One batch with the values that are its offsets.
  void append(std::int64_t count, const BatchOptions& options = {}) {
    const std::int64_t from = stub().partitions.at(0).end_offset;
    stub().append(0, batch_of(from, from + count, options).bytes(), from + count - 1);
  }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has
  // it.
  sim::Simulation world;
};

/// The answer's part of the one partition that the stub has.
inline FetchPartitionData& first_partition(FetchResponse& response) {
  return response.responses.at(0).partitions.at(0);
}

}  // namespace cohort::client
