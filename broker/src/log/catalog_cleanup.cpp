// How the Catalog's logs shrink by themselves: retention and compaction.
#include "catalog.hpp"

#include <cstddef>

namespace cohort::broker {

void Catalog::note_cleaner_work(const Topic& topic, std::int32_t index) {
  const PartitionKey key{topic.id, index};
  const PartitionLog& log = topic.partitions[static_cast<std::size_t>(index)].log;
  if (topic.settings.is_compacted && log.may_need_cleaner(topic.settings)) {
    cleaner_work_.insert(key);
  } else {
    cleaner_work_.erase(key);
  }
}

void Catalog::note_cleaner_work(const Topic& topic) {
  for (std::int32_t index = 0; index < std::ssize(topic.partitions); ++index) {
    note_cleaner_work(topic, index);
  }
}

void Catalog::apply_retention(Topic& topic, std::vector<PartitionKey>& moved, Instant now) {
  const bool is_compacted = topic.settings.is_compacted;
  for (std::int32_t index = 0; index < std::ssize(topic.partitions); ++index) {
    PartitionLog& log = topic.partitions[static_cast<std::size_t>(index)].log;
    // The cleaner leaves alone what it failed at (LogCleanerManager.deletableLogs).
    if (is_compacted && log.is_uncleanable()) continue;
    const std::int64_t start = log.log_start_offset();
    total_bytes_ -= log.apply_retention(topic.settings, now);
    if (log.log_start_offset() != start) moved.push_back({topic.id, index});
    if (is_compacted) note_cleaner_work(topic, index);
  }
}

std::vector<PartitionKey> Catalog::apply_retention(TopicKind kind, Instant now) {
  std::vector<PartitionKey> moved;
  for (auto& [name, topic] : topics_) {
    const bool is_compacted = topic.settings.is_compacted;
    if (kind != TopicKind::any && is_compacted != (kind == TopicKind::compacted)) continue;
    apply_retention(topic, moved, now);
  }
  return moved;
}

std::vector<PartitionKey> Catalog::apply_retention(std::string_view topic, Instant now) {
  std::vector<PartitionKey> moved;
  apply_retention(*find_mutable(topic), moved, now);
  return moved;
}

void Catalog::compact(Instant now) {
  // Who is cleaned first can't be told: it takes no time.
  const std::set<PartitionKey> work = cleaner_work_;
  for (const PartitionKey& key : work) {
    Topic& topic = *find_mutable(names_.at(key.topic_id));
    PartitionLog& log = topic.partitions[static_cast<std::size_t>(key.index)].log;
    total_bytes_ -= log.compact(topic.settings, now);
    note_cleaner_work(topic, key.index);
  }
}

void Catalog::compact_dirty(std::string_view topic, Instant now) {
  Topic* found = find_mutable(topic);
  if (found == nullptr || !found->settings.is_compacted) return;
  for (Partition& partition : found->partitions) {
    if (partition.log.is_dirty()) total_bytes_ -= partition.log.compact_all(found->settings, now);
  }
  note_cleaner_work(*found);
}

void Catalog::compact_all(std::string_view topic, Instant now) {
  Topic* found = find_mutable(topic);
  if (found == nullptr || !found->settings.is_compacted) return;
  for (Partition& partition : found->partitions) {
    total_bytes_ -= partition.log.compact_all(found->settings, now);
  }
  note_cleaner_work(*found);
}

}  // namespace cohort::broker
