// explore: walks every order in which a small scenario can go, and checks each situation on the
// way.
#pragma once

#include <cohort/node/state_digest.hpp>
#include <cohort/testing/state_graph.hpp>

#include <concepts>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

/// A situation as a value: what may happen next, and what it is then. A copy is a situation of its
/// own. Moves are numbered from 0; the numbers mean the same in two situations with one hash.
template <class World>
concept Explorable = std::copyable<World> &&
    requires(World changing, const World& world, std::size_t move) {
  { world.move_count() } -> std::convertible_to<std::size_t>;
  /// What the move is, in words: "the next message of p1 arrives".
  { world.move_name(move) } -> std::convertible_to<std::string>;
  changing.make(move);
  /// Of all that can change the future, and of all that a checker looks at.
  { world.state() } -> std::same_as<StateHash>;
  /// What the scenario is for has been reached. From every situation there has to be a way to
  /// such a one.
  { world.is_finished() } -> std::convertible_to<bool>;
};

/// One invariant.
template <class World>
struct Checker {
  std::string name;
  /// What is wrong with the situation, or nothing. Each situation is looked at once.
  std::function<std::optional<std::string>(const World&)> fault;
};

/// Where an exploration stops though there is more.
struct Bound {
  std::size_t states = 10'000'000;
  std::size_t depth = 10'000;  ///< Moves from the start.
};

/// The name under which it is told that there is no way from a situation to a finished one.
inline constexpr const char* progress_checker = "progress";

/// Breadth first: the first violation that is found has the shortest path there is. It ends with
/// that one; when nothing is left; or at the bound, and then what was cut off counts as finished.
template <Explorable World>
Exploration explore(const World& start, const std::vector<Checker<World>>& checkers,
                    const Bound& bound = {}) {
  StateGraph graph(start.state());
  graph.set_finished(0, start.is_finished());
  const auto tell = [&](StateGraph::Index at, const std::string& checker, std::string what) {
    std::vector<std::string> path;
    World world = start;
    for (const std::size_t move : graph.path_to(at)) {
      path.push_back(world.move_name(move));
      world.make(move);
    }
    return graph.result(
        Violation{.checker = checker, .what = std::move(what), .path = std::move(path)});
  };
  const auto first_fault = [&](const World& world, StateGraph::Index at) {
    std::optional<Exploration> result;
    for (const Checker<World>& checker : checkers) {
      if (result) break;
      if (std::optional<std::string> fault = checker.fault(world)) {
        result = tell(at, checker.name, *std::move(fault));
      }
    }
    return result;
  };

  if (const auto faulty = first_fault(start, 0)) return *faulty;
  std::deque<World> frontier{start};  // Of the states from `at` on.
  for (StateGraph::Index at = 0; at < graph.size(); ++at) {
    if (graph.size() >= bound.states || graph.depth_of(at) >= bound.depth) {
      graph.cut_off_from(at);
      break;
    }
    const World world = std::move(frontier.front());
    frontier.pop_front();
    const std::size_t moves = world.move_count();
    for (std::size_t move = 0; move < moves; ++move) {
      World next = world;
      next.make(move);
      const std::optional<StateGraph::Index> is_new = graph.arrive(at, move, next.state());
      if (!is_new) continue;
      graph.set_finished(*is_new, next.is_finished());
      if (const auto faulty = first_fault(next, *is_new)) return *faulty;
      frontier.push_back(std::move(next));
    }
  }
  if (const auto wedged = graph.first_without_way_out()) {
    return tell(*wedged, progress_checker, "there is no way left to a finished situation");
  }
  return graph.result(std::nullopt);
}

}  // namespace cohort::testing
