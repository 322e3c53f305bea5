// Allocations, measure: what an operation of a micro benchmark asks of the heap, beside its time.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>

namespace bench {

/// How often this thread has called `operator new` so far. What C libraries get by malloc is not in
/// it.
std::uint64_t allocations();

/// Counts between start() and stop(); at its end tells `allocs/op`, the mean of the iterations.
/// Google Benchmark's own MemoryManager counts a run of 16 iterations with all that was made ready
/// for them, which is more than what they do.
class Allocations {
 public:
  explicit Allocations(benchmark::State& state) : state_(&state) {}
  ~Allocations() {
    state_->counters["allocs/op"] =
        benchmark::Counter(static_cast<double>(counted_), benchmark::Counter::kAvgIterations);
  }
  Allocations(const Allocations&) = delete;
  Allocations& operator=(const Allocations&) = delete;

  void start() { before_ = allocations(); }
  void stop() { counted_ += allocations() - before_; }

 private:
  benchmark::State* state_;
  std::uint64_t before_ = 0;
  std::uint64_t counted_ = 0;
};

/// What one operation gets done; bytes of 0 are not told.
struct Work {
  std::int64_t items = 1;
  std::int64_t bytes = 0;
};

/// Runs the operation as often as the library wants, and tells items, bytes and allocations.
template <class Operation>
void measure(benchmark::State& state, Work each, const Operation& operation) {
  Allocations counted(state);
  counted.start();
  for ([[maybe_unused]] auto unused : state) operation();
  counted.stop();
  const auto iterations = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(iterations * each.items);
  if (each.bytes > 0) state.SetBytesProcessed(iterations * each.bytes);
}

}  // namespace bench
