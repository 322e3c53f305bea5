// The group machine through a whole broker without sockets: each request of a member as a frame.
#include "allocations.hpp"
#include "group_frames.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace cohort;
using bench::GroupFrames;

/// Each member in its turn, but member 0, whose JoinGroup would begin a rebalance.
void in_turn(benchmark::State& state, GroupFrames& group, const std::vector<Buffer>& frames) {
  std::size_t member = 0;
  bench::measure(state, {}, [&] {
    if (++member == frames.size()) member = 1;
    group.framed().hand(GroupFrames::link(member), frames[member]);
  });
  group.expect_settled();
}

std::size_t members_of(const benchmark::State& state) {
  return static_cast<std::size_t>(state.range(0));
}

/// A member of a settled group of `range(0)` that asks again for what it was told.
void join(benchmark::State& state) {
  GroupFrames group(members_of(state));
  in_turn(state, group, group.joins());
}

void sync(benchmark::State& state) {
  GroupFrames group(members_of(state));
  in_turn(state, group, group.syncs(group.generation()));
}

void heartbeat(benchmark::State& state) {
  GroupFrames group(members_of(state));
  in_turn(state, group, group.heartbeats());
}

/// Of one partition.
void commit(benchmark::State& state) {
  GroupFrames group(members_of(state));
  in_turn(state, group, group.commits());
}

BENCHMARK(join)->Arg(3)->Arg(1'000);
BENCHMARK(sync)->Arg(3)->Arg(1'000);
BENCHMARK(heartbeat)->Arg(3)->Arg(1'000);
BENCHMARK(commit)->Arg(3)->Arg(1'000);

/// The leader of `range(0)` members joins again, then all others; then all sync. Items are
/// requests. The time is that of the broker alone, without making the frames of a generation.
void rebalance(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  GroupFrames group(members_of(state));
  const std::vector<Buffer> joins = group.joins();
  bench::Allocations counted(state);
  for ([[maybe_unused]] auto unused : state) {
    const std::vector<Buffer> syncs = group.syncs(group.generation() + 1);
    const Clock::time_point start = Clock::now();
    counted.start();
    group.hand_all(joins);
    group.hand_all(syncs);
    counted.stop();
    state.SetIterationTime(std::chrono::duration<double>(Clock::now() - start).count());
    group.next_generation();
  }
  group.expect_settled();
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 2 * state.range(0));
}
BENCHMARK(rebalance)->Arg(3)->Arg(100)->Arg(1'000)->UseManualTime();

}  // namespace
