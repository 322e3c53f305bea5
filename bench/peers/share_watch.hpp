// ShareWatch: who of a group's consumers holds which partitions of one topic, and since when they
// all share it.
#pragma once

#include "wire/figures.hpp"

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace bench {

/// Thread-safe. The topic is shared when every consumer that counts holds a partition and each
/// partition is held exactly once; the group has then settled, since a later generation would first
/// have to take partitions away.
class ShareWatch {
 public:
  explicit ShareWatch(std::size_t partitions) : partitions_(partitions) {}

  /// From now on consumer `number` counts, or does not.
  void enter(int number);
  void leave(int number);
  /// What the consumer's rebalance callback was told.
  void hold(int number, std::set<int> partitions);

  /// When the topic became shared; waits for it. Nothing when that takes longer than `limit`.
  std::optional<Clock::time_point> shared_since(Clock::duration limit);

 private:
  void look();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t partitions_;
  std::map<int, std::set<int>> holdings_;
  std::optional<Clock::time_point> shared_since_;
};

}  // namespace bench
