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

/// A situation as a value, of which a copy is a situation of its own: what may happen next, and
/// what it is then.
///
/// - Moves are numbered from 0; a copy numbers them alike.
///   `move_name` tells one in words: "the next message of p1 arrives".
/// - `state` is of all that can change the future, and of what a checker has to know of the last
///   move.
/// - `look` is called once in each new situation, before it is checked: to ask what its clients
///   would see. It changes no future.
/// - `is_finished`, asked after that: what the scenario is for has been reached. From every
///   situation there has to be a way to such a one.
template <class World>
concept Explorable = std::copyable<World> &&
    requires(World changing, const World& world, std::size_t move) {
  { world.move_count() } -> std::convertible_to<std::size_t>;
  { world.move_name(move) } -> std::convertible_to<std::string>;
  changing.make(move);
  { world.state() } -> std::same_as<StateHash>;
  changing.look();
  { world.is_finished() } -> std::convertible_to<bool>;
};

/// A world that can tell what happens in it: `take_story` gives what was told since the last call,
/// after each move the move's name first.
template <class World>
concept TellsStory = requires(World world) {
  world.tell();
  { world.take_story() } -> std::same_as<std::vector<std::string>>;
};

/// A world that can tell what keeps it from being finished.
template <class World>
concept TellsWhatIsMissing = requires(const World& world) {
  { world.missing() } -> std::same_as<std::string>;
};

/// One invariant.
template <class World>
struct Checker {
  std::string name;
  /// What is wrong with the situation, or nothing.
  std::function<std::optional<std::string>(const World&)> fault;
};

/// Where an exploration stops though there is more.
struct Bound {
  std::size_t states = 10'000'000;
  std::size_t depth = 10'000;  ///< Moves from the start.
};

/// The name under which it is told that there is no way from a situation to a finished one.
inline constexpr const char* progress_checker = "progress";

namespace detail {

template <Explorable World>
class Explorer {
 public:
  Explorer(const World& start, const std::vector<Checker<World>>& checkers)
      : start_(start), checkers_(checkers), graph_(start.state()) {}

  Exploration run(const Bound& bound) {
    add(start_, 0);
    for (StateGraph::Index at = 0; at < graph_.size() && !violation_; ++at) {
      if (graph_.size() >= bound.states || graph_.depth_of(at) >= bound.depth) {
        graph_.cut_off_from(at);
        break;
      }
      expand(at);
    }
    if (!violation_) {
      if (const auto wedged = graph_.first_without_way_out()) {
        tell(*wedged, progress_checker, "there is no way left to a finished situation");
      }
    }
    return graph_.result(violation_);
  }

 private:
  void expand(StateGraph::Index at) {
    World world = std::move(frontier_.front());
    frontier_.pop_front();
    const std::size_t moves = world.move_count();
    if (moves == 0) return;
    for (std::size_t move = 0; move + 1 < moves; ++move) make(at, move, world);
    make(at, moves - 1, std::move(world));
  }

  void make(StateGraph::Index from, std::size_t move, World world) {
    if (violation_) return;
    world.make(move);
    const std::optional<StateGraph::Index> is_new = graph_.arrive(from, move, world.state());
    if (is_new) add(std::move(world), *is_new);
  }

  void add(World world, StateGraph::Index at) {
    world.look();
    graph_.set_finished(at, world.is_finished());
    for (const Checker<World>& checker : checkers_) {
      if (std::optional<std::string> fault = checker.fault(world)) {
        return tell(at, checker.name, *std::move(fault));
      }
    }
    frontier_.push_back(std::move(world));
  }

  void tell(StateGraph::Index at, const std::string& checker, std::string what) {
    violation_ = Violation{.checker = checker, .what = std::move(what), .path = {}};
    World world = start_;
    if constexpr (TellsStory<World>) world.tell();
    for (const std::size_t move : graph_.path_to(at)) {
      violation_->path.push_back(world.move_name(move));
      world.make(move);
      if constexpr (TellsStory<World>) {
        std::vector<std::string> told = world.take_story();
        told.erase(told.begin());
        violation_->told.push_back(std::move(told));
      }
    }
    if constexpr (TellsWhatIsMissing<World>) {
      if (checker == progress_checker) violation_->what += ": " + world.missing();
    }
  }

  const World& start_;
  const std::vector<Checker<World>>& checkers_;
  StateGraph graph_;
  std::deque<World> frontier_;  ///< The states that are not expanded yet, in their order.
  std::optional<Violation> violation_;
};

}  // namespace detail

/// Breadth first: the first violation that is found has the shortest path there is among the orders
/// that the world looks at. It ends with that one; when nothing is left; or at the bound, and then
/// what was cut off counts as finished.
template <Explorable World>
Exploration explore(const World& start, const std::vector<Checker<World>>& checkers,
                    const Bound& bound = {}) {
  return detail::Explorer<World>(start, checkers).run(bound);
}

}  // namespace cohort::testing
