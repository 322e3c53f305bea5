// A partition's log: checking and storing batches, and finding and placing them for a fetch.
#include "log/partition_log.hpp"
#include "log/topic_config.hpp"
#include "samples.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace cohort;
using namespace cohort::broker;

constexpr Instant noon = Instant::from_unix_ms(1'700'000'000'000);

Buffer batch_of_bytes(std::int64_t bytes) {
  return bench::batch_of(static_cast<int>(bytes / 100), 90);
}

void append(benchmark::State& state) {
  const Buffer batch = batch_of_bytes(state.range(0));
  const LogSettings settings = log_settings({}, Config{});
  PartitionLog log;
  for (auto _ : state) {
    benchmark::DoNotOptimize(log.append({.records = batch, .now = noon, .topic = "t"}, settings));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * batch.size()));
}
BENCHMARK(append)->Arg(1'000)->Arg(1'000'000);

/// Reads `range(1)` bytes from the middle of a log of 1,000 batches of `range(0)` bytes.
void read(benchmark::State& state) {
  const Buffer batch = batch_of_bytes(state.range(0));
  PartitionLog log;
  for (int i = 0; i < 1000; ++i) {
    log.append({.records = batch, .now = noon, .topic = "t"}, log_settings({}, Config{}));
  }
  const std::int64_t middle = log.log_end_offset() / 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        placed(log.read({.offset = middle, .max_bytes = state.range(1)}).batches));
  }
}
BENCHMARK(read)->Args({1'000, 1'000})->Args({1'000, 1'000'000})->Args({1'000'000, 1'000'000});

}  // namespace
