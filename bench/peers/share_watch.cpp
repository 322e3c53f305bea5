#include "share_watch.hpp"

#include <utility>

namespace bench {

void ShareWatch::enter(int number) {
  const std::lock_guard lock(mutex_);
  holdings_.try_emplace(number);
  look();
}

void ShareWatch::leave(int number) {
  const std::lock_guard lock(mutex_);
  holdings_.erase(number);
  look();
}

void ShareWatch::hold(int number, std::set<int> partitions) {
  const std::lock_guard lock(mutex_);
  const auto found = holdings_.find(number);
  if (found == holdings_.end()) return;
  found->second = std::move(partitions);
  look();
}

std::optional<Clock::time_point> ShareWatch::shared_since(Clock::duration limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [this] { return shared_since_.has_value(); });
  return shared_since_;
}

void ShareWatch::look() {
  std::size_t held = 0;
  bool has_idle = false;
  std::set<int> seen;
  for (const auto& [number, partitions] : holdings_) {
    held += partitions.size();
    has_idle = has_idle || partitions.empty();
    seen.insert(partitions.begin(), partitions.end());
  }
  const bool is_shared = !has_idle && held == partitions_ && seen.size() == partitions_;
  if (!is_shared) {
    shared_since_.reset();
  } else if (!shared_since_) {
    shared_since_ = Clock::now();
    changed_.notify_all();
  }
}

}  // namespace bench
