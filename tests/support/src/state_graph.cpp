#include <cohort/testing/state_graph.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cohort::testing {

std::string to_string(const Exploration& exploration) {
  std::string text =
      fmt::format("{} states, {} of them finished, {} transitions, depth {}, {}",
                  exploration.states, exploration.finished, exploration.transitions,
                  exploration.depth, exploration.is_exhausted ? "exhausted" : "not exhausted");
  if (!exploration.violation) return text;
  const Violation& violation = *exploration.violation;
  text += fmt::format("\nviolation of \"{}\": {}\nafter {} moves:", violation.checker,
                      violation.what, violation.path.size());
  for (std::size_t i = 0; i < violation.path.size(); ++i) {
    text += fmt::format("\n{:4}. {}", i + 1, violation.path[i]);
    if (i >= violation.told.size()) continue;
    for (const std::string& line : violation.told[i]) text += fmt::format("\n    {}", line);
  }
  return text;
}

StateGraph::StateGraph(const StateHash& start) : states_(1) { numbers_.emplace(start, 0); }

std::optional<StateGraph::Index> StateGraph::arrive(Index from, std::size_t move,
                                                    const StateHash& state) {
  const auto [found, is_new] = numbers_.try_emplace(state, size());
  transitions_.push_back({.to = found->second, .from = from});
  if (!is_new) return std::nullopt;
  states_.push_back(
      {.parent = from, .move = static_cast<std::uint32_t>(move), .depth = states_[from].depth + 1});
  return found->second;
}

std::vector<std::size_t> StateGraph::path_to(Index state) const {
  std::vector<std::size_t> path;
  for (; state != 0; state = states_[state].parent) path.push_back(states_[state].move);
  std::ranges::reverse(path);
  return path;
}

std::optional<StateGraph::Index> StateGraph::first_without_way_out() const {
  std::vector<Transition> back = transitions_;
  std::ranges::sort(back, {}, &Transition::to);
  std::vector<bool> has_way_out(states_.size(), false);
  std::vector<Index> open;
  for (Index state = 0; state < size(); ++state) {
    if (!states_[state].is_finished && (!expanded_ || state < *expanded_)) continue;
    has_way_out[state] = true;
    open.push_back(state);
  }
  while (!open.empty()) {
    const Index state = open.back();
    open.pop_back();
    auto into = std::ranges::lower_bound(back, state, {}, &Transition::to);
    for (; into != back.end() && into->to == state; ++into) {
      if (has_way_out[into->from]) continue;
      has_way_out[into->from] = true;
      open.push_back(into->from);
    }
  }
  const auto wedged = std::find(has_way_out.begin(), has_way_out.end(), false);
  if (wedged == has_way_out.end()) return std::nullopt;
  return static_cast<Index>(wedged - has_way_out.begin());
}

Exploration StateGraph::result(std::optional<Violation> violation) const {
  Exploration exploration{.states = states_.size(),
                          .transitions = transitions_.size(),
                          .depth = states_.back().depth,
                          .is_exhausted = !expanded_ && !violation,
                          .violation = std::move(violation)};
  exploration.finished = static_cast<std::size_t>(
      std::ranges::count_if(states_, [](const State& state) { return state.is_finished; }));
  return exploration;
}

}  // namespace cohort::testing
