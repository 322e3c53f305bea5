// Record batches: building, checking and walking them, their checksum and their codecs.
#include "allocations.hpp"
#include <cohort/node/rng.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/compression.hpp>
#include <cohort/protocol/crc32c.hpp>
#include <cohort/protocol/record_check.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

namespace {

using namespace cohort;

constexpr std::size_t value_size = 100;

/// Digits: as text does, they pack to about half. Always the same.
Buffer value_from(Rng& rng) {
  std::string digits;
  while (digits.size() < value_size) digits += std::to_string(rng.next());
  return Buffer::copy_of(digits.substr(0, value_size));
}

BatchBuilder filled(int count, Compression compression) {
  BatchBuilder builder({.compression = compression});
  Rng rng(1);
  for (int i = 0; i < count; ++i) {
    builder.add(Record{.timestamp = 1'700'000'000'000 + i, .value = value_from(rng)});
  }
  return builder;
}

BatchView batch_of(int count, Compression compression = Compression::none) {
  return filled(count, compression).build();
}

bench::Work work_of(const benchmark::State& state, std::size_t bytes) {
  return {.items = state.range(0), .bytes = static_cast<std::int64_t>(bytes)};
}

void build(benchmark::State& state) {
  const auto count = static_cast<int>(state.range(0));
  Rng rng(1);
  const Record record{.timestamp = 1'700'000'000'000, .value = value_from(rng)};
  bench::measure(state, work_of(state, batch_of(count).size()), [&] {
    BatchBuilder builder({});
    for (int i = 0; i < count; ++i) builder.add(record);
    benchmark::DoNotOptimize(builder.build());
  });
}

/// All that a log asks of a batch that is produced.
void check(benchmark::State& state) {
  const Buffer bytes = batch_of(static_cast<int>(state.range(0))).bytes();
  const ProduceRules rules{.max_batch_bytes = bytes.size()};
  if (!check_produced(bytes, rules)) return state.SkipWithError("it is refused");
  bench::measure(state, work_of(state, bytes.size()),
                 [&] { benchmark::DoNotOptimize(check_produced(bytes, rules)); });
}

void walk(benchmark::State& state) {
  const BatchView batch = batch_of(static_cast<int>(state.range(0)));
  const BatchRecords records = batch.records().value();
  bench::measure(state, work_of(state, batch.size()), [&] {
    RecordCursor cursor(records);
    RecordView record;
    while (cursor.next(record)) benchmark::DoNotOptimize(record);
  });
}

void crc_32c(benchmark::State& state) {
  const Buffer bytes = batch_of(static_cast<int>(state.range(0))).bytes();
  bench::measure(state, work_of(state, bytes.size()),
                 [&] { benchmark::DoNotOptimize(crc32c(bytes.bytes())); });
}

void each_size(benchmark::internal::Benchmark* made) { made->Arg(1)->Arg(100)->Arg(10'000); }

BENCHMARK(build)->Apply(each_size);
BENCHMARK(check)->Apply(each_size);
BENCHMARK(walk)->Apply(each_size);
BENCHMARK(crc_32c)->Apply(each_size);

/// Bytes are those of the records unpacked, as they are for the other direction.
void pack(benchmark::State& state, Compression compression) {
  const auto count = static_cast<int>(state.range(0));
  const BatchRecords records = filled(count, Compression::none).take_records();
  bench::measure(state, work_of(state, records.bytes.size()),
                 [&] { benchmark::DoNotOptimize(compress(compression, records.bytes.bytes())); });
}

void unpack(benchmark::State& state, Compression compression) {
  const auto count = static_cast<int>(state.range(0));
  const BatchRecords records = filled(count, Compression::none).take_records();
  const Buffer packed = compress(compression, records.bytes.bytes());
  if (!decompress(compression, packed)) return state.SkipWithError("it can't be unpacked");
  bench::measure(state, work_of(state, records.bytes.size()),
                 [&] { benchmark::DoNotOptimize(decompress(compression, packed)); });
}

BENCHMARK_CAPTURE(pack, gzip, Compression::gzip)->Apply(each_size);
BENCHMARK_CAPTURE(pack, snappy, Compression::snappy)->Apply(each_size);
BENCHMARK_CAPTURE(pack, lz4, Compression::lz4)->Apply(each_size);
BENCHMARK_CAPTURE(pack, zstd, Compression::zstd)->Apply(each_size);
BENCHMARK_CAPTURE(unpack, gzip, Compression::gzip)->Apply(each_size);
BENCHMARK_CAPTURE(unpack, snappy, Compression::snappy)->Apply(each_size);
BENCHMARK_CAPTURE(unpack, lz4, Compression::lz4)->Apply(each_size);
BENCHMARK_CAPTURE(unpack, zstd, Compression::zstd)->Apply(each_size);

}  // namespace
