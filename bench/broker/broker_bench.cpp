// A whole broker without sockets: bytes in, bytes out.
#include "samples.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

#include <benchmark/benchmark.h>

namespace {

using namespace cohort;
using namespace cohort::broker;

constexpr Instant noon = Instant::from_unix_ms(1'700'000'000'000);
constexpr LinkId producing{1};
constexpr LinkId consuming{2};

Broker broker_with_topic() {
  Broker broker(Config{}, noon);
  broker.advertise({"127.0.0.1", 9092});
  broker.create_topic("t", 1, noon);
  broker.opened(producing, {.address = "127.0.0.1"}, noon);
  broker.opened(consuming, {.address = "127.0.0.1"}, noon);
  return broker;
}

template <class Message>
Buffer framed(ApiKey key, std::int16_t version, const Message& message) {
  return encode_request({.api_key = key, .api_version = version, .client_id = "bench"}, message)
      .joined();
}

Buffer produce_of(int records) {
  ProduceRequest request{.acks = -1, .timeout_ms = 30'000};
  TopicProduceData& topic = request.topic_data.emplace_back();
  topic.name = std::string("t");
  topic.partition_data.push_back({.index = 0, .records = bench::batch_of(records, 100)});
  return framed(ApiKey::produce, 9, request);
}

Buffer fetch_at(std::int64_t offset) {
  FetchRequest request{.max_wait_ms = 500, .min_bytes = 1, .max_bytes = 52'428'800};
  FetchTopic& topic = request.topics.emplace_back();
  topic.topic = std::string("t");
  topic.partitions.push_back(
      {.partition = 0, .fetch_offset = offset, .partition_max_bytes = 1'048'576});
  return framed(ApiKey::fetch, 11, request);
}

void construct(benchmark::State& state) {
  const Config config;
  for (auto _ : state) benchmark::DoNotOptimize(Broker(config, noon));
}
BENCHMARK(construct);

/// A Fetch parks, a Produce of `range(0)` records of 100 bytes wakes it: four frames.
void produce_wakes_fetch(benchmark::State& state) {
  Broker broker = broker_with_topic();
  const Buffer produce = produce_of(static_cast<int>(state.range(0)));
  std::vector<Action> actions;
  std::int64_t offset = 0;
  for (auto _ : state) {
    broker.received(consuming, fetch_at(offset), noon);
    broker.received(producing, produce, noon);
    broker.take_actions(actions);
    benchmark::DoNotOptimize(actions);
    // What a host does when the bytes have left.
    broker.sent(producing, 0, noon);
    broker.sent(consuming, 0, noon);
    offset += state.range(0);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(produce_wakes_fetch)->Arg(1)->Arg(100)->Arg(5'000)->Iterations(2'000);

/// A simple consumer's commit of `range(0)` partitions.
void commit(benchmark::State& state) {
  Broker broker(Config{}, noon);
  const auto partitions = static_cast<std::int32_t>(state.range(0));
  broker.create_topic("t", partitions, noon);
  broker.opened(consuming, {.address = "127.0.0.1"}, noon);
  OffsetCommitRequest request{.group_id = "billing"};
  OffsetCommitRequestTopic& topic = request.topics.emplace_back();
  topic.name = std::string("t");
  for (std::int32_t i = 0; i < partitions; ++i) {
    topic.partitions.push_back({.partition_index = i, .committed_offset = 7});
  }
  const Buffer frame = framed(ApiKey::offset_commit, 8, request);
  std::vector<Action> actions;
  for (auto _ : state) {
    broker.received(consuming, frame, noon);
    broker.take_actions(actions);
    benchmark::DoNotOptimize(actions);
    broker.sent(consuming, 0, noon);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(commit)->Arg(1)->Arg(50)->Iterations(20'000);

/// A copy of a broker that holds 6,400 batches, whose bytes it shares.
void copy(benchmark::State& state) {
  Broker broker = broker_with_topic();
  const Buffer produce = produce_of(1);
  for (int i = 0; i < 6400; ++i) broker.received(producing, produce, noon);
  for (auto _ : state) benchmark::DoNotOptimize(Broker(broker));
}
BENCHMARK(copy);

}  // namespace
