// TimerQueue: timers as keyed values, due in order of deadline, then of insertion.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace cohort {

/// Copyable; holds no closures. Key needs an order and equality.
template <class Key>
class TimerQueue {
 public:
  /// Arms the timer, or moves it if it is armed.
  void set(const Key& key, Instant deadline) {
    cancel(key);
    const std::uint64_t turn = next_turn_++;
    due_.emplace(deadline, turn, key);
    armed_.emplace(key, std::pair{deadline, turn});
  }

  /// Does nothing if the timer is not armed.
  void cancel(const Key& key) {
    const auto found = armed_.find(key);
    if (found == armed_.end()) return;
    due_.erase({found->second.first, found->second.second, key});
    armed_.erase(found);
  }

  /// Takes the earliest timer that is due by `now`, or nothing.
  std::optional<Key> pop_due(Instant now) {
    if (due_.empty() || std::get<0>(*due_.begin()) > now) return std::nullopt;
    Key key = std::get<2>(*due_.begin());
    cancel(key);
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
    return due_.empty() ? Instant::never() : std::get<0>(*due_.begin());
  }
  /// The timer that is due next, or nothing.
  std::optional<Key> next() const {
    if (due_.empty()) return std::nullopt;
    return std::get<2>(*due_.begin());
  }
  /// Every armed timer with its deadline, the next one first.
  std::vector<std::pair<Instant, Key>> all() const {
    std::vector<std::pair<Instant, Key>> timers;
    timers.reserve(due_.size());
    for (const auto& [deadline, turn, key] : due_) timers.emplace_back(deadline, key);
    return timers;
  }
  std::size_t size() const { return armed_.size(); }
  bool empty() const { return armed_.empty(); }

 private:
  std::set<std::tuple<Instant, std::uint64_t, Key>> due_;
  std::map<Key, std::pair<Instant, std::uint64_t>> armed_;
  std::uint64_t next_turn_ = 0;
};

}  // namespace cohort
