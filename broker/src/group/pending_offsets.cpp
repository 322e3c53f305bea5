#include "group/pending_offsets.hpp"

#include <algorithm>
#include <utility>

namespace cohort::broker {

void PendingOffsets::store(const ProducerIdentity& producer, const OffsetKey& key,
                           CommittedOffset value) {
  Open& open = by_producer_[producer.id];
  open.epoch = producer.epoch;
  open.offsets.insert_or_assign(key, std::move(value));
}

CommittedOffsets::ByPartition PendingOffsets::take(std::int64_t producer_id) {
  auto node = by_producer_.extract(producer_id);
  return node.empty() ? CommittedOffsets::ByPartition{} : std::move(node.mapped().offsets);
}

std::vector<OffsetToCommit> PendingOffsets::commit(std::int64_t producer_id,
                                                   CommittedOffsets& into) {
  std::vector<OffsetToCommit> stored;
  for (auto& [key, value] : take(producer_id)) {
    const CommittedOffset* const existing = into.find(key);
    if (existing != nullptr && existing->order > value.order) continue;
    stored.push_back({.key = key, .offset = value.offset});
    into.store(key, std::move(value));
  }
  return stored;
}

// A producer stays even when its last offset is erased: its transaction is still open.
bool PendingOffsets::erase(const OffsetKey& key) {
  bool was_there = false;
  for (auto& [producer_id, open] : by_producer_) {
    was_there = open.offsets.erase(key) > 0 || was_there;
  }
  return was_there;
}

std::vector<OffsetKey> PendingOffsets::erase_topic(const std::string& topic) {
  std::vector<OffsetKey> erased;
  for (auto& [producer_id, open] : by_producer_) {
    std::erase_if(open.offsets, [&](const auto& entry) {
      const bool is_of_topic = entry.first.topic == topic;
      if (is_of_topic) erased.push_back(entry.first);
      return is_of_topic;
    });
  }
  return erased;
}

bool PendingOffsets::holds(const OffsetKey& key) const {
  return std::ranges::any_of(by_producer_,
                             [&](const auto& entry) { return entry.second.offsets.contains(key); });
}

std::vector<OffsetKey> PendingOffsets::keys() const {
  std::vector<OffsetKey> keys;
  for (const auto& [producer_id, open] : by_producer_) {
    for (const auto& [key, value] : open.offsets) keys.push_back(key);
  }
  return keys;
}

std::int16_t PendingOffsets::open_epoch(std::int64_t producer_id) const {
  const auto found = by_producer_.find(producer_id);
  return found == by_producer_.end() ? std::int16_t{-1} : found->second.epoch;
}

}  // namespace cohort::broker
