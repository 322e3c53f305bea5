// The client in virtual time: how much of a processor a group of consumers takes until it is
// settled, the broker included.
#include "allocations.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/client/runtime.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace cohort;
using std::chrono::seconds;

client::ConsumerConfig config_of(const std::string& servers, std::size_t number) {
  return client::consumer_config({{"bootstrap.servers", servers},
                                  {"group.id", "bench"},
                                  {"client.id", "member-" + std::to_string(number)},
                                  {"partition.assignment.strategy", "range"}});
}

/// Seconds of processor that this program has taken.
double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// A broker with a topic `wide`, and a group of consumers of it with a partition for each.
class Group {
 public:
  explicit Group(std::size_t count)
      : broker_({.topics = {{.name = "wide", .partitions = static_cast<std::int32_t>(count)}}}) {
    for (std::size_t i = 0; i < count; ++i) {
      configs_.push_back(config_of(broker_.bootstrap_servers(), i));
    }
    members_.reserve(count);
  }

  /// From no member to all of them with a partition each.
  void settle() {
    for (const client::ConsumerConfig& config : configs_) {
      members_.emplace_back(config, runtime_);
      members_.back().subscribe({"wide"});
      members_.back().poll(Duration::zero());
    }
    broker_.advance(seconds(1));
    poll();
    expect_shared();
  }
  /// All join again, which their next heartbeat tells them, and get their partitions back.
  void rebalance() {
    broker_.control().force_rebalance("bench");
    for (int second = 0; second < 4; ++second) {
      broker_.advance(seconds(1));
      poll();
    }
    expect_shared();
  }

 private:
  void poll() {
    for (client::Consumer& member : members_) member.poll(Duration::zero());
  }
  void expect_shared() {
    std::size_t owned = 0;
    for (client::Consumer& member : members_) owned += member.assignment().size();
    if (owned != configs_.size()) {
      throw std::runtime_error(std::to_string(owned) + " partitions are owned");
    }
    ++generation_;
    const auto group = broker_.control().group("bench");
    if (!group || group->state != broker::GroupState::stable || group->generation < generation_) {
      throw std::runtime_error("the group has not settled");
    }
  }

  broker::VirtualBroker broker_;
  client::VirtualRuntime runtime_{broker_.world()};
  std::vector<client::ConsumerConfig> configs_;
  std::vector<client::Consumer> members_;
  std::int32_t generation_ = 0;
};

/// The time is the processor's.
void consumers_settle(benchmark::State& state) {
  bench::Allocations counted(state);
  for ([[maybe_unused]] auto unused : state) {
    Group group(static_cast<std::size_t>(state.range(0)));
    const double start = processor_seconds();
    counted.start();
    group.settle();
    counted.stop();
    state.SetIterationTime(processor_seconds() - start);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}
BENCHMARK(consumers_settle)
    ->Unit(benchmark::kMillisecond)
    ->Arg(3)
    ->Arg(100)
    ->Arg(1000)
    ->Iterations(3)
    ->UseManualTime();

/// Four seconds of a settled group that is made to rebalance; items are members.
void consumers_rebalance(benchmark::State& state) {
  Group group(static_cast<std::size_t>(state.range(0)));
  group.settle();
  bench::measure(state, {.items = state.range(0)}, [&] { group.rebalance(); });
}
BENCHMARK(consumers_rebalance)
    ->Unit(benchmark::kMillisecond)
    ->Arg(3)
    ->Arg(100)
    ->Arg(1000)
    ->Iterations(3)
    ->MeasureProcessCPUTime();

/// Records of 100 bytes through a producer, a broker and a consumer.
void produce_and_consume(benchmark::State& state) {
  constexpr int records = 100'000;
  bench::measure(state, {.items = records, .bytes = records * std::int64_t{100}}, [] {
    broker::VirtualBroker broker({.topics = {{.name = "orders", .partitions = 4}}});
    client::VirtualRuntime runtime(broker.world());
    client::Producer producer(
        client::producer_config(
            {{"bootstrap.servers", broker.bootstrap_servers()}, {"linger.ms", "5"}}),
        runtime);
    const Buffer value = Buffer::copy_of(std::string(100, 'x'));
    for (int i = 0; i < records; ++i) producer.send({.topic = "orders", .value = value});
    producer.flush(seconds(60));
    client::Consumer reader(config_of(broker.bootstrap_servers(), 0), runtime);
    const client::PartitionSet all = reader.partitions_for("orders");
    reader.assign(all);
    reader.seek_to_beginning(all);
    int read = 0;
    while (read < records) read += static_cast<int>(reader.poll(seconds(1)).size());
  });
}
BENCHMARK(produce_and_consume)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace
