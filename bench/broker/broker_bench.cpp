// Broker itself: to make one and to copy one.
#include "allocations.hpp"
#include "framed_broker.hpp"
#include "record_requests.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace cohort;
using namespace cohort::broker;

void construct(benchmark::State& state) {
  const Config config;
  const Instant noon = Instant::from_unix_ms(1'700'000'000'000);
  bench::measure(state, {}, [&] { benchmark::DoNotOptimize(Broker(config, noon)); });
}
BENCHMARK(construct);

/// A copy of a broker that holds 6,400 batches, whose bytes it shares.
void copy(benchmark::State& state) {
  bench::FramedBroker framed(1);
  framed.broker().create_topic("t", 1, framed.now());
  const Buffer produce = bench::produce_of(1);
  for (int i = 0; i < 6400; ++i) framed.hand(LinkId{1}, produce);
  bench::measure(state, {}, [&] { benchmark::DoNotOptimize(Broker(framed.broker())); });
}
BENCHMARK(copy);

}  // namespace
