#include "load/ownership_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cohort::load {

void OwnershipBoard::enter(int member) {
  const std::lock_guard locked(lock_);
  holdings_.try_emplace(member);
  require_newer_generation();
}

void OwnershipBoard::leave(int member) {
  const std::lock_guard locked(lock_);
  if (holdings_.erase(member) == 0) return;
  require_newer_generation();
}

void OwnershipBoard::require_newer_generation() {
  older_ = newest_;
  settled_since_.reset();
}

void OwnershipBoard::own(int member, std::int32_t generation,
                         const client::PartitionSet& partitions) {
  const std::lock_guard locked(lock_);
  newest_ = std::max(newest_, generation);
  const auto found = holdings_.find(member);
  if (found == holdings_.end()) return;
  found->second = {.generation = generation, .partitions = partitions};
  look();
}

void OwnershipBoard::give_up(int member, const client::PartitionSet& partitions) {
  const std::lock_guard locked(lock_);
  const auto found = holdings_.find(member);
  if (found == holdings_.end()) return;
  for (const client::TopicPartition& partition : partitions) {
    found->second.partitions.erase(partition);
  }
  look();
}

void OwnershipBoard::look() {
  std::size_t held = 0;
  std::set<client::TopicPartition> owned;
  bool is_settled = !holdings_.empty();
  for (const auto& [member, holding] : holdings_) {
    held += holding.partitions.size();
    owned.insert(holding.partitions.begin(), holding.partitions.end());
    is_settled = is_settled && holding.generation == newest_ && newest_ > older_;
  }
  is_settled = is_settled && held == partitions_ && owned.size() == partitions_;
  if (!is_settled) {
    settled_since_.reset();
  } else if (!settled_since_) {
    settled_since_ = Clock::now();
    changed_.notify_all();
  }
}

std::optional<Clock::time_point> OwnershipBoard::await_settled(
    Clock::time_point deadline, const std::function<bool()>& is_unwanted) {
  std::unique_lock locked(lock_);
  while (!settled_since_ && Clock::now() < deadline && !is_unwanted()) {
    constexpr std::chrono::milliseconds glance(50);
    changed_.wait_for(locked, glance);
  }
  return settled_since_;
}

std::int32_t OwnershipBoard::generation() const {
  const std::lock_guard locked(lock_);
  return newest_;
}

std::size_t OwnershipBoard::members() const {
  const std::lock_guard locked(lock_);
  return holdings_.size();
}

std::string OwnershipBoard::describe() const {
  const std::lock_guard locked(lock_);
  std::string text = fmt::format("{} partitions", partitions_);
  for (const auto& [member, holding] : holdings_) {
    text += fmt::format("; member {}, generation {}: {}", member, holding.generation,
                        client::to_string(holding.partitions));
  }
  return text;
}

}  // namespace cohort::load
