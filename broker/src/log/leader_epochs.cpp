#include "leader_epochs.hpp"

#include <iterator>

namespace cohort::broker {

void LeaderEpochs::assign(std::int32_t epoch, std::int64_t start_offset) {
  if (!starts_.empty() && starts_.rbegin()->first == epoch &&
      start_offset >= starts_.rbegin()->second) {
    return;
  }
  std::erase_if(starts_, [&](const auto& entry) {
    return entry.first >= epoch || entry.second >= start_offset;
  });
  starts_.emplace(epoch, start_offset);
}

void LeaderEpochs::truncate_from_start(std::int64_t offset) {
  std::optional<std::int32_t> reaching;
  while (!starts_.empty() && starts_.begin()->second <= offset) {
    reaching = starts_.begin()->first;
    starts_.erase(starts_.begin());
  }
  if (reaching.has_value()) starts_.emplace(*reaching, offset);
}

std::optional<std::int32_t> LeaderEpochs::latest() const {
  if (starts_.empty()) return std::nullopt;
  return starts_.rbegin()->first;
}

std::optional<std::int32_t> LeaderEpochs::earliest(std::int64_t log_start) const {
  if (starts_.empty() || starts_.begin()->second > log_start) return std::nullopt;
  return starts_.begin()->first;
}

EpochEnd LeaderEpochs::end_of(std::int32_t epoch, std::int64_t log_end) const {
  if (epoch < 0) return {};
  if (latest() == epoch) return {.leader_epoch = epoch, .end_offset = log_end};
  const auto higher = starts_.upper_bound(epoch);
  if (higher == starts_.end()) return {};
  // Older than all that is known: its records are gone, so it ends where the first known one
  // starts.
  if (higher == starts_.begin()) return {.leader_epoch = epoch, .end_offset = higher->second};
  return {.leader_epoch = std::prev(higher)->first, .end_offset = higher->second};
}

}  // namespace cohort::broker
