// The coordinator alone: CPU of a whole rebalance, every JoinGroup, SyncGroup and answer included.
#include "allocations.hpp"
#include "group/coordinator.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <variant>
#include <vector>

namespace {

using namespace cohort;
using namespace cohort::broker;

/// A group whose members rejoin whenever they are told to.
class Members {
 public:
  explicit Members(int count) : ids_(static_cast<std::size_t>(count)) {
    config_.initial_rebalance_delay = Duration{0};
    coordinator_ = Coordinator(config_, Rng(1), now_);
    rebalance();  // Everyone is new; the first generation has its first member alone.
    rebalance();
  }

  /// Everyone joins, then everyone syncs, the leader with an assignment for each.
  void rebalance() {
    for (std::size_t number = 0; number < ids_.size(); ++number) join(number);
    coordinator_.advance(now_);
    for (const GroupAnswer& answer : coordinator_.take_answers()) take(answer);
    for (std::size_t number = 0; number < ids_.size(); ++number) sync(number);
    benchmark::DoNotOptimize(coordinator_.take_answers());
    benchmark::DoNotOptimize(coordinator_.take_facts());
    benchmark::DoNotOptimize(coordinator_.take_records());
  }

 private:
  void join(std::size_t number) {
    coordinator_.join({.group_id = "g",
                       .member_id = ids_[number],
                       .client_id = "client",
                       .client_host = "/127.0.0.1",
                       .session_timeout = std::chrono::seconds(45),
                       .rebalance_timeout = std::chrono::minutes(5),
                       .protocol_type = "consumer",
                       .protocols = {{"range", metadata_, std::vector<std::string>{"t"}}},
                       .requires_member_id = false},
                      ReplyId{number}, now_);
  }

  void take(const GroupAnswer& answer) {
    const auto& joined = std::get<JoinAnswer>(answer.what);
    ids_[static_cast<std::size_t>(answer.to)] = joined.member_id;
    generation_ = joined.generation;
    leader_ = joined.leader;
  }

  void sync(std::size_t number) {
    SyncRequest request{
        .group_id = "g", .member = {.member_id = ids_[number]}, .generation = generation_};
    if (ids_[number] == leader_) {
      for (const std::string& id : ids_) request.assignments.push_back({id, metadata_});
    }
    coordinator_.sync(request, ReplyId{number}, now_);
  }

  GroupConfig config_;
  Instant now_ = Instant::from_unix_ms(1'700'000'000'000);
  Coordinator coordinator_{config_, Rng(1), now_};
  Buffer metadata_ = Buffer::copy_of(std::string(60, 'm'));
  std::vector<std::string> ids_;
  std::int32_t generation_ = 0;
  std::string leader_;
};

/// Items are requests.
void rebalance(benchmark::State& state) {
  Members members(static_cast<int>(state.range(0)));
  bench::measure(state, {.items = 2 * state.range(0)}, [&] { members.rebalance(); });
}
BENCHMARK(rebalance)->Arg(1)->Arg(3)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
