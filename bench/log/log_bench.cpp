// A partition's log: checking and storing batches, and finding and placing them for a fetch.
#include "allocations.hpp"
#include "log/partition_log.hpp"
#include "log/topic_config.hpp"
#include "samples.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace cohort;
using namespace cohort::broker;

constexpr Instant noon = Instant::from_unix_ms(1'700'000'000'000);

int records_in(std::int64_t bytes) { return static_cast<int>(bytes / 100); }

void append(benchmark::State& state) {
  const int records = records_in(state.range(0));
  const Buffer batch = bench::batch_of(records, 90);
  const LogSettings settings = log_settings({}, Config{});
  PartitionLog log;
  const bench::Work work{.items = records, .bytes = static_cast<std::int64_t>(batch.size())};
  bench::measure(state, work, [&] {
    benchmark::DoNotOptimize(log.append({.records = batch, .now = noon, .topic = "t"}, settings));
  });
}
BENCHMARK(append)->Arg(1'000)->Arg(1'000'000);

/// Reads `range(1)` bytes from the middle of a log of 1,000 batches of `range(0)` bytes.
void read(benchmark::State& state) {
  const Buffer batch = bench::batch_of(records_in(state.range(0)), 90);
  PartitionLog log;
  for (int i = 0; i < 1000; ++i) {
    log.append({.records = batch, .now = noon, .topic = "t"}, log_settings({}, Config{}));
  }
  const std::int64_t middle = log.log_end_offset() / 2;
  const auto read_middle = [&] {
    return placed(log.read({.offset = middle, .max_bytes = state.range(1)}).batches);
  };
  const bench::Work work{.bytes = static_cast<std::int64_t>(read_middle().size())};
  bench::measure(state, work, [&] { benchmark::DoNotOptimize(read_middle()); });
}
BENCHMARK(read)->Args({1'000, 1'000})->Args({1'000, 1'000'000})->Args({1'000'000, 1'000'000});

}  // namespace
