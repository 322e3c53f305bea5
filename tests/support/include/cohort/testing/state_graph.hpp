// StateGraph: the situations that an exploration has seen, and the moves between them.
#pragma once

#include <cohort/node/state_digest.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cohort::testing {

/// What is wrong, and the shortest way there.
struct Violation {
  std::string checker;
  std::string what;
  std::vector<std::string> path;  ///< Of moves, in words.
  /// What came of each of them, if the world tells.
  std::vector<std::vector<std::string>> told{};
};

/// How an exploration ended.
struct Exploration {
  std::size_t states = 0;
  std::size_t transitions = 0;
  std::size_t depth = 0;  ///< Of the state that is furthest from the start.
  std::size_t finished = 0;
  bool is_exhausted = false;  ///< There is nothing more; no bound was hit.
  std::optional<Violation> violation;
};

/// A few lines: the figures, and the violation with its path.
std::string to_string(const Exploration& exploration);

/// States are numbered in the order in which they were found; the start is 0.
class StateGraph {
 public:
  using Index = std::uint32_t;

  explicit StateGraph(const StateHash& start);

  /// A move from a state has led to this one. Its number if it is new.
  std::optional<Index> arrive(Index from, std::size_t move, const StateHash& state);
  void set_finished(Index state, bool is_finished) { states_[state].is_finished = is_finished; }
  /// The moves from this state and those behind it are not looked at.
  void cut_off_from(Index state) { expanded_ = state; }

  Index size() const { return static_cast<Index>(states_.size()); }
  std::size_t depth_of(Index state) const { return states_[state].depth; }
  /// The moves that lead there from the start.
  std::vector<std::size_t> path_to(Index state) const;
  /// The first state from which no way leads to one that is finished or cut off.
  std::optional<Index> first_without_way_out() const;
  Exploration result(std::optional<Violation> violation) const;

 private:
  struct State {
    Index parent = 0;
    std::uint32_t move = 0;  ///< From the parent.
    std::uint32_t depth = 0;
    bool is_finished = false;
  };
  struct ByLow {
    std::size_t operator()(const StateHash& state) const { return state.low; }
  };
  struct Transition {
    Index to = 0;
    Index from = 0;
  };

  std::vector<State> states_;
  std::unordered_map<StateHash, Index, ByLow> numbers_;  // Never iterated.
  std::vector<Transition> transitions_;
  std::optional<Index> expanded_;  ///< The first state that was cut off.
};

}  // namespace cohort::testing
