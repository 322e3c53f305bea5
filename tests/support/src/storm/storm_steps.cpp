// Which steps a seed makes of a storm.
#include "world/checked.hpp"
#include <cohort/node/rng.hpp>
#include <cohort/testing/storm.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace cohort::testing {

namespace {

using Kind = StormStep::Kind;

struct KindInDraws {
  Kind kind{};
  std::string_view name;
  std::uint64_t weight = 0;  ///< How often it comes, as seeds go.
};

constexpr std::array kinds{
    KindInDraws{Kind::join, "join", 12},
    KindInDraws{Kind::leave, "leave", 5},
    KindInDraws{Kind::crash, "crash", 5},
    KindInDraws{Kind::stall, "stall", 4},
    KindInDraws{Kind::resume, "resume", 6},
    KindInDraws{Kind::commit, "commit", 10},
    KindInDraws{Kind::rejoin, "rejoin", 4},
    KindInDraws{Kind::seek, "seek", 3},
    KindInDraws{Kind::subscribe, "subscribe", 4},
    KindInDraws{Kind::change_assignor, "change_assignor", 2},
    KindInDraws{Kind::produce, "produce", 12},
    KindInDraws{Kind::grow_topic, "grow_topic", 2},
    KindInDraws{Kind::delete_topic, "delete_topic", 2},
    KindInDraws{Kind::move_leader, "move_leader", 3},
    KindInDraws{Kind::move_coordinator, "move_coordinator", 3},
    KindInDraws{Kind::stop_broker, "stop_broker", 3},
    KindInDraws{Kind::expire, "expire", 3},
    KindInDraws{Kind::rebalance, "rebalance", 3},
    KindInDraws{Kind::disconnect, "disconnect", 4},
    KindInDraws{Kind::disturb, "disturb", 4},
    KindInDraws{Kind::refuse, "refuse", 4},
};

/// A third of the kinds does not come at all, some come often.
std::array<std::uint64_t, kinds.size()> swarm_weights(Rng draws) {
  constexpr std::array<std::uint64_t, 6> factors{0, 0, 1, 1, 2, 4};
  std::array<std::uint64_t, kinds.size()> weights{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    weights.at(i) = kinds.at(i).weight * factors.at(draws.below(factors.size()));
  }
  weights.front() = std::max(weights.front(), kinds.front().weight);  // Somebody has to be there.
  return weights;
}

}  // namespace

std::string_view name(Kind kind) {
  const auto* found = std::ranges::find(kinds, kind, &KindInDraws::kind);
  return found == kinds.end() ? "?" : found->name;
}

std::vector<StormStep> storm_steps(std::uint64_t seed, const StormOptions& options) {
  const Rng root = Rng(seed).fork("storm");
  const auto weights = swarm_weights(root.fork("weights"));
  const std::uint64_t total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  Rng draws = root.fork("steps");
  std::vector<StormStep> steps;
  const auto length = static_cast<std::uint64_t>(checked(options).length.count());
  for (int i = 0; i < options.steps; ++i) {
    std::uint64_t drawn = draws.below(total);
    std::size_t kind = 0;
    while (drawn >= weights.at(kind)) drawn -= weights.at(kind++);
    const Duration at(static_cast<std::int64_t>(draws.below(length)));
    const std::uint64_t choice = draws.next();
    steps.push_back({.at = at, .kind = kinds.at(kind).kind, .choice = choice});
  }
  std::ranges::stable_sort(steps, {}, &StormStep::at);
  return steps;
}

}  // namespace cohort::testing
