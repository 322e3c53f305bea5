// Requests that have nothing to do with records or members, as frames through a whole broker
// without sockets: ten topics of 64 partitions.
#include "allocations.hpp"
#include "framed_broker.hpp"
#include "samples.hpp"
#include <cohort/protocol/messages.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>

namespace {

using namespace cohort;

constexpr LinkId asking{1};

std::string topic(int number) { return "topic-" + std::to_string(number); }

bench::FramedBroker broker_with_topics() {
  bench::FramedBroker framed(1);
  for (int i = 0; i < 10; ++i) framed.broker().create_topic(topic(i), 64, framed.now());
  return framed;
}

/// An operation is one request.
template <class Request>
void ask(benchmark::State& state, bench::FramedBroker framed, const Request& request,
         std::int16_t version) {
  const Buffer frame = bench::framed(request, version);
  framed.hand(asking, frame);
  if (framed.actions().empty()) return state.SkipWithError("there is no answer");
  bench::measure(state, {}, [&] { framed.hand(asking, frame); });
}

void api_versions(benchmark::State& state) {
  ask(state, broker_with_topics(),
      ApiVersionsRequest{.client_software_name = "librdkafka", .client_software_version = "2.0.2"},
      3);
}
BENCHMARK(api_versions);

void find_coordinator(benchmark::State& state) {
  ask(state, broker_with_topics(), FindCoordinatorRequest{.key = "orders"}, 2);
}
BENCHMARK(find_coordinator);

/// Of `range(0)` topics.
void metadata(benchmark::State& state) {
  MetadataRequest request;
  for (int i = 0; i < static_cast<int>(state.range(0)); ++i) {
    request.topics->push_back({.name = topic(i)});
  }
  ask(state, broker_with_topics(), request, 12);
}
BENCHMARK(metadata)->Arg(1)->Arg(10);

/// Of `range(0)` partitions.
void list_offsets(benchmark::State& state) {
  ListOffsetsRequest request{.replica_id = -1};
  ListOffsetsTopic& asked = request.topics.emplace_back();
  asked.name = topic(0);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(state.range(0)); ++i) {
    asked.partitions.push_back({.partition_index = i, .timestamp = -1});
  }
  ask(state, broker_with_topics(), request, 7);
}
BENCHMARK(list_offsets)->Arg(1)->Arg(50);

OffsetCommitRequest commit_of(std::int64_t partitions) {
  OffsetCommitRequest request{.group_id = "billing"};
  OffsetCommitRequestTopic& committed = request.topics.emplace_back();
  committed.name = topic(0);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(partitions); ++i) {
    committed.partitions.push_back({.partition_index = i, .committed_offset = 7});
  }
  return request;
}

/// A simple consumer's commit of `range(0)` partitions.
void commit(benchmark::State& state) {
  ask(state, broker_with_topics(), commit_of(state.range(0)), 8);
}
BENCHMARK(commit)->Arg(1)->Arg(50)->Iterations(20'000);

/// Of `range(0)` partitions.
void offset_fetch(benchmark::State& state) {
  bench::FramedBroker framed = broker_with_topics();
  framed.hand(asking, bench::framed(commit_of(state.range(0)), 8));
  OffsetFetchRequest request{.group_id = "billing"};
  OffsetFetchRequestTopic& asked = request.topics->emplace_back();
  asked.name = topic(0);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(state.range(0)); ++i) {
    asked.partition_indexes.push_back(i);
  }
  ask(state, std::move(framed), request, 7);
}
BENCHMARK(offset_fetch)->Arg(1)->Arg(50);

}  // namespace
