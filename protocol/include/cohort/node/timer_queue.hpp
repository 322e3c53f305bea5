// TimerQueue: timers as keyed values, due in order of deadline, then of insertion.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace cohort {

/// Copyable; holds no closures. Key needs an order and equality.
template <class Key>
class TimerQueue {
 public:
  /// Arms the timer, or moves it if it is armed. Heartbeats move one each: that copies no key.
  void set(const Key& key, Instant deadline) {
    const Turn turn{deadline, next_turn_++};
    const auto [armed, is_new] = armed_.try_emplace(key, turn);
    if (is_new) {
      due_.emplace(turn, key);
      return;
    }
    auto moved = due_.extract(std::exchange(armed->second, turn));
    moved.key() = turn;
    due_.insert(std::move(moved));
  }

  /// Does nothing if the timer is not armed.
  void cancel(const Key& key) {
    const auto found = armed_.find(key);
    if (found == armed_.end()) return;
    due_.erase(found->second);
    armed_.erase(found);
  }

  /// Takes the earliest timer that is due by `now`, or nothing.
  std::optional<Key> pop_due(Instant now) {
    if (due_.empty() || due_.begin()->first.first > now) return std::nullopt;
    Key key = std::move(due_.extract(due_.begin()).mapped());
    armed_.erase(key);
    return key;
  }

  bool is_armed(const Key& key) const { return armed_.contains(key); }
  std::optional<Instant> deadline(const Key& key) const {
    const auto found = armed_.find(key);
    if (found == armed_.end()) return std::nullopt;
    return found->second.first;
  }
  /// Instant::never() when nothing is armed.
  Instant next_deadline() const {
    return due_.empty() ? Instant::never() : due_.begin()->first.first;
  }
  /// The timer that is due next, or nothing.
  std::optional<Key> next() const {
    if (due_.empty()) return std::nullopt;
    return due_.begin()->second;
  }
  /// Every armed timer with its deadline, the next one first.
  std::vector<std::pair<Instant, Key>> all() const {
    std::vector<std::pair<Instant, Key>> timers;
    timers.reserve(due_.size());
    for (const auto& [turn, key] : due_) timers.emplace_back(turn.first, key);
    return timers;
  }
  std::size_t size() const { return armed_.size(); }
  bool empty() const { return armed_.empty(); }

 private:
  using Turn = std::pair<Instant, std::uint64_t>;  ///< No two timers have the same.

  std::map<Turn, Key> due_;
  std::map<Key, Turn> armed_;
  std::uint64_t next_turn_ = 0;
};

}  // namespace cohort
