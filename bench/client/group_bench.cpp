// The client in virtual time: how much of a processor a group of consumers takes until it is
// settled, the broker included.
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/client/runtime.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
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

/// From no member to all of them with a partition each. The time is the processor's.
void consumers_settle(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  for (auto unused : state) {
    broker::VirtualBroker broker(
        {.topics = {{.name = "wide", .partitions = static_cast<std::int32_t>(count)}}});
    client::VirtualRuntime runtime(broker.world());
    std::vector<client::ConsumerConfig> configs;
    configs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      configs.push_back(config_of(broker.bootstrap_servers(), i));
    }
    std::vector<client::Consumer> members;
    members.reserve(count);
    const double start = processor_seconds();
    for (const client::ConsumerConfig& config : configs) {
      members.emplace_back(config, runtime);
      members.back().subscribe({"wide"});
      members.back().poll(Duration::zero());
    }
    broker.advance(seconds(1));
    std::size_t owned = 0;
    for (client::Consumer& member : members) {
      member.poll(Duration::zero());
      owned += member.assignment().size();
    }
    if (owned != count) throw std::runtime_error(std::to_string(owned) + " partitions are owned");
    state.SetIterationTime(processor_seconds() - start);
  }
}
BENCHMARK(consumers_settle)
    ->Unit(benchmark::kMillisecond)
    ->Arg(3)
    ->Arg(100)
    ->Arg(1000)
    ->Iterations(3)
    ->UseManualTime();

/// Records of 100 bytes through a producer, a broker and a consumer.
void produce_and_consume(benchmark::State& state) {
  constexpr int records = 100'000;
  for (auto unused : state) {
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
  }
  state.SetItemsProcessed(state.iterations() * records);
}
BENCHMARK(produce_and_consume)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace
