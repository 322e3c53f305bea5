// Records through a whole broker without sockets: Produce and Fetch as frames.
#include "allocations.hpp"
#include "framed_broker.hpp"
#include "record_requests.hpp"
#include <cohort/protocol/messages.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>

namespace {

using namespace cohort;

constexpr LinkId producing{1};
constexpr LinkId consuming{2};

bench::FramedBroker broker_with_topic() {
  bench::FramedBroker framed(2);
  framed.broker().create_topic("t", 1, framed.now());
  return framed;
}

bench::Work records_of(const benchmark::State& state, const Buffer& produce) {
  return {.items = state.range(0), .bytes = static_cast<std::int64_t>(produce.size())};
}

/// `range(0)` records of 100 bytes in one batch; the log grows by it each time.
void produce(benchmark::State& state) {
  bench::FramedBroker framed = broker_with_topic();
  const Buffer frame = bench::produce_of(static_cast<int>(state.range(0)));
  const auto answer = framed.ask<ProduceResponse>(producing, frame, 9);
  if (answer.responses.at(0).partition_responses.at(0).error_code != ErrorCode::none) {
    return state.SkipWithError("Produce is refused");
  }
  bench::measure(state, records_of(state, frame), [&] { framed.hand(producing, frame); });
}
BENCHMARK(produce)->Arg(1)->Arg(100)->Arg(5'000);

/// One batch of `range(0)` records of 100 bytes from the middle of 1,000.
void fetch(benchmark::State& state) {
  bench::FramedBroker framed = broker_with_topic();
  const Buffer filling = bench::produce_of(static_cast<int>(state.range(0)));
  for (int i = 0; i < 1000; ++i) framed.hand(producing, filling);
  const Buffer frame = bench::fetch_at(500 * state.range(0), 1);
  const auto answer = framed.ask<FetchResponse>(consuming, frame, 11);
  if (answer.responses.at(0).partitions.at(0).records->empty()) {
    return state.SkipWithError("Fetch brings nothing");
  }
  bench::measure(state, records_of(state, filling), [&] { framed.hand(consuming, frame); });
}
BENCHMARK(fetch)->Arg(1)->Arg(100)->Arg(5'000);

/// A Fetch parks, a Produce of `range(0)` records of 100 bytes wakes it: four frames. The making of
/// the next Fetch is part of it.
void produce_wakes_fetch(benchmark::State& state) {
  bench::FramedBroker framed = broker_with_topic();
  const Buffer frame = bench::produce_of(static_cast<int>(state.range(0)));
  std::int64_t offset = 0;
  bench::measure(state, records_of(state, frame), [&] {
    framed.hand(consuming, bench::fetch_at(offset));
    framed.hand(producing, frame);
    offset += state.range(0);
  });
}
BENCHMARK(produce_wakes_fetch)->Arg(1)->Arg(100)->Arg(5'000)->Iterations(2'000);

}  // namespace
