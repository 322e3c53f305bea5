// The simulation: what its steps take, and to copy a world and to hash its state.
#include "allocations.hpp"
#include "samples.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/sim/probe.hpp>
#include <cohort/sim/simulation.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace cohort;
using std::chrono::seconds;

constexpr std::uint16_t port = 9092;

/// A world with a broker that has a topic of 4 partitions, and with whatever is added.
class World {
 public:
  World() {
    auto broker = std::make_unique<broker::Broker>(broker::Config{}, simulation_.now());
    broker->advertise({"broker", port});
    broker->create_topic("t", 4, simulation_.now());
    simulation_.add("broker", std::move(broker));
    simulation_.listen("broker", "broker", port);
    simulation_.after_turn([this] {
      ++steps_;
      benchmark::DoNotOptimize(simulation_.node_as<broker::Broker>("broker").take_facts());
    });
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World() = default;

  sim::Simulation& simulation() { return simulation_; }
  /// Arrivals and firing timers so far.
  std::int64_t steps() const { return steps_; }

 private:
  sim::Simulation simulation_;
  std::int64_t steps_ = 0;
};

/// A group of consumers that have nothing to read: they heartbeat, and their Fetches run out.
class IdleGroup {
 public:
  IdleGroup(World& world, std::size_t count) : runtime_(world.simulation()) {
    for (std::size_t i = 0; i < count; ++i) {
      consumers_.emplace_back(
          client::consumer_config({{"bootstrap.servers", "broker:" + std::to_string(port)},
                                   {"group.id", "g"},
                                   {"client.id", "member-" + std::to_string(i)}}),
          runtime_);
      consumers_.back().subscribe({"t"});
      consumers_.back().poll(Duration::zero());
    }
    world.simulation().advance(seconds(1));
    poll();
    std::size_t owned = 0;
    for (client::Consumer& consumer : consumers_) owned += consumer.assignment().size();
    if (owned != 4) throw std::runtime_error("the group has not settled");
  }
  void poll() {
    for (client::Consumer& consumer : consumers_) consumer.poll(Duration::zero());
  }

 private:
  client::VirtualRuntime runtime_;
  std::vector<client::Consumer> consumers_;
};

/// A request and its answer over one link: two steps.
void steps_of_a_raw_link(benchmark::State& state) {
  World world;
  sim::Probe probe(world.simulation(), "probe", "broker", port);
  const Buffer frame = bench::framed(FindCoordinatorRequest{.key = "g"}, 2);
  const auto ask = [&] {
    probe.send(frame);
    world.simulation().settle();
    benchmark::DoNotOptimize(probe.take());
  };
  ask();  // And connects.
  const std::int64_t before = world.steps();
  ask();
  bench::measure(state, {.items = world.steps() - before}, ask);
}
BENCHMARK(steps_of_a_raw_link);

/// A second of `range(0)` consumers that heartbeat and fetch. Items are steps.
void steps_of_a_group(benchmark::State& state) {
  World world;
  IdleGroup group(world, static_cast<std::size_t>(state.range(0)));
  bench::Allocations counted(state);
  const std::int64_t before = world.steps();
  counted.start();
  for ([[maybe_unused]] auto unused : state) {
    world.simulation().advance(seconds(1));
    group.poll();
  }
  counted.stop();
  const auto steps = static_cast<double>(world.steps() - before);
  state.SetItemsProcessed(world.steps() - before);
  state.counters["steps/op"] = benchmark::Counter(steps, benchmark::Counter::kAvgIterations);
}
BENCHMARK(steps_of_a_group)->Arg(1)->Arg(3)->Unit(benchmark::kMicrosecond);

/// Of a broker and `range(0)` consumers.
void copy(benchmark::State& state) {
  World world;
  const IdleGroup group(world, static_cast<std::size_t>(state.range(0)));
  bench::measure(state, {}, [&] { benchmark::DoNotOptimize(sim::Simulation(world.simulation())); });
}
BENCHMARK(copy)->Arg(1)->Arg(3);

/// As exploration asks for it after each step.
void state_hash(benchmark::State& state) {
  World world;
  const IdleGroup group(world, static_cast<std::size_t>(state.range(0)));
  bench::measure(state, {}, [&] { benchmark::DoNotOptimize(world.simulation().state()); });
}
BENCHMARK(state_hash)->Arg(1)->Arg(3);

}  // namespace
