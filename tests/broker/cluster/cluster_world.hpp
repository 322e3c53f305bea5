// ClusterWorld: three brokers of one process in virtual time, and a connection to each.
#pragma once

#include "state.hpp"
#include "support/wire_client.hpp"
#include "topics.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/sim/simulation.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

/// Brokers 1 to 3 in racks a to c, on broker:9092 to 9094; replicas are found by racks. `t` has
/// three partitions with all brokers as replicas, partition 0 led by broker 1 and so on.
class ClusterWorld : public ::testing::Test {
 protected:
  explicit ClusterWorld(const Properties& properties = {}) {
    Config config{.brokers = 3, .racks = {"a", "b", "c"}};
    config.set("default.replication.factor", "3");
    config.set("group.initial.rebalance.delay.ms", "0");
    config.set("replica.selector.class",
               "org.apache.kafka.common.replica.RackAwareReplicaSelector");
    for (const auto& [key, value] : properties) config.set(key, value);
    auto owned = std::make_unique<Broker>(config, world.now());
    std::vector<Listener> listeners;
    for (std::int32_t id = 1; id <= 3; ++id) {
      listeners.push_back({.node_id = id, .advertised = {"broker", port_of(id)}});
    }
    owned->advertise(std::move(listeners));
    world.add("broker", std::move(owned));
    for (std::int32_t id = 1; id <= 3; ++id) world.listen("broker", "broker", port_of(id));
    create_topic("t", 3);
    for (std::int32_t id = 1; id <= 3; ++id) connect(id);
  }

  static std::uint16_t port_of(std::int32_t id) { return static_cast<std::uint16_t>(9091 + id); }

  Broker& broker() { return world.node_as<Broker>("broker"); }
  BrokerState& state() { return broker().state(); }

  void create_topic(const std::string& name, std::int32_t partitions) {
    world.turn("broker", [&] { broker().create_topic(name, partitions, world.now()); });
  }
  void stop(std::int32_t id) {
    world.turn("broker", [&] { broker().stop_broker(id, world.now()); });
    world.settle();
  }
  /// And connects to it again.
  void start(std::int32_t id) {
    world.turn("broker", [&] { broker().start_broker(id, world.now()); });
    connect(id);
  }
  void connect(std::int32_t id) {
    clients[static_cast<std::size_t>(id)] = std::make_unique<testing::WireClient>(
        world, "client-" + std::to_string(++connected_), port_of(id));
    world.settle();
  }

  testing::WireClient& at(std::int32_t id) { return *clients[static_cast<std::size_t>(id)]; }

  /// What one broker answers.
  template <class Response, class Request>
  Response ask(std::int32_t id, const Request& request, std::int16_t version) {
    std::optional<Response> response = at(id).ask<Response>(request, version);
    EXPECT_TRUE(response.has_value());
    return response.value_or(Response{});
  }

  const Partition& partition(std::int32_t index, const std::string& topic = "t") {
    return *state().catalog.find(topic, index);
  }

  /// One record, with all acknowledgements.
  PartitionProduceResponse produce(std::int32_t id, std::int32_t index,
                                   const std::string& topic = "t") {
    BatchBuilder batch(BatchOptions{});
    batch.add(Record{.timestamp = 1000, .value = Buffer::copy_of("v")});
    ProduceRequest request{.acks = -1};
    request.topic_data = {
        {.name = topic,
         .partition_data = {{.index = index, .records = Buffers(batch.build().bytes())}}}};
    return ask<ProduceResponse>(id, request, 10).responses.at(0).partition_responses.at(0);
  }

  sim::Simulation world;
  std::vector<std::unique_ptr<testing::WireClient>> clients{4};

 private:
  int connected_ = 0;
};

/// A broker that leads, and those in sync, the leader's epoch.
struct Leadership {
  std::int32_t leader = -1;
  std::int32_t epoch = 0;
  std::vector<std::int32_t> isr;
  bool operator==(const Leadership&) const = default;
};
inline void PrintTo(const Leadership& value, std::ostream* out) {
  *out << "leader " << value.leader << " epoch " << value.epoch << " isr";
  for (const std::int32_t id : value.isr) *out << ' ' << id;
}
inline Leadership leadership(const Partition& partition) {
  return {partition.leader, partition.leader_epoch, partition.isr};
}

}  // namespace cohort::broker
