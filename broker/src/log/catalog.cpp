#include "catalog.hpp"

#include "topic_name.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {
Catalog::Catalog(const Rng& rng, std::vector<std::int32_t> brokers)
    : rng_(rng.fork("topic ids")), brokers_(std::move(brokers)) {
  COHORT_ASSERT(!brokers_.empty());
  std::ranges::sort(brokers_);
  running_ = brokers_;
}

void Catalog::add(Topic topic) {
  COHORT_ASSERT(!topics_.contains(topic.name));
  names_.emplace(topic.id, topic.name);
  if (has_collision_characters(topic.name)) {
    colliding_[collision_name(topic.name)].insert(topic.name);
  }
  total_partitions_ += std::ssize(topic.partitions);
  std::string name = topic.name;
  topics_.emplace(std::move(name), std::move(topic));
}

void Catalog::remove(std::string_view name) {
  const auto found = topics_.find(name);
  if (found == topics_.end()) return;
  for (const Partition& partition : found->second.partitions) {
    total_bytes_ -= partition.log.size_bytes();
  }
  total_partitions_ -= std::ssize(found->second.partitions);
  for (std::int32_t index = 0; index < std::ssize(found->second.partitions); ++index) {
    cleaner_work_.erase({found->second.id, index});
  }
  names_.erase(found->second.id);
  if (const auto colliding = colliding_.find(collision_name(name)); colliding != colliding_.end()) {
    colliding->second.erase(found->first);
    if (colliding->second.empty()) colliding_.erase(colliding);
  }
  topics_.erase(found);
  ++removals_;
}

void Catalog::set_overrides(std::string_view name, TopicOverrides overrides, const Config& config) {
  Topic* topic = find_mutable(name);
  COHORT_ASSERT(topic != nullptr);
  topic->settings = log_settings(overrides, config);
  topic->overrides = std::move(overrides);
  note_cleaner_work(*topic);
}

void Catalog::reconfigure(const Config& config) {
  for (auto& [name, topic] : topics_) {
    topic.settings = log_settings(topic.overrides, config);
    note_cleaner_work(topic);
  }
}

const Topic* Catalog::find(std::string_view name) const {
  const auto found = topics_.find(name);
  return found == topics_.end() ? nullptr : &found->second;
}

const Topic* Catalog::find(const Uuid& id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? nullptr : find(found->second);
}

const Partition* Catalog::find(std::string_view name, std::int32_t partition) const {
  const Topic* topic = find(name);
  return topic == nullptr ? nullptr : topic->partition(partition);
}

Topic* Catalog::find_mutable(std::string_view name) {
  const auto found = topics_.find(name);
  return found == topics_.end() ? nullptr : &found->second;
}

AppendResult Catalog::append(std::string_view topic, std::int32_t partition,
                             AppendRequest request) {
  Topic* found = find_mutable(topic);
  if (found == nullptr || found->partition(partition) == nullptr) {
    return {.error = ErrorCode::unknown_topic_or_partition};
  }
  request.topic = topic;
  request.partition = partition;
  PartitionLog& log = found->partitions[static_cast<std::size_t>(partition)].log;
  AppendResult result = log.append(request, found->settings);
  total_bytes_ += result.appended_bytes;
  if (found->settings.is_compacted) note_cleaner_work(*found, partition);
  return result;
}

PartitionLog* Catalog::find_log(std::string_view topic, std::int32_t partition) {
  Topic* found = find_mutable(topic);
  if (found == nullptr || found->partition(partition) == nullptr) return nullptr;
  return &found->partitions[static_cast<std::size_t>(partition)].log;
}

AppendResult Catalog::append_from_coordinator(std::string_view topic, std::int32_t partition,
                                              const BatchView& batch, Instant now) {
  PartitionLog* log = find_log(topic, partition);
  if (log == nullptr) return {.error = ErrorCode::unknown_topic_or_partition};
  const Topic& found = *find(topic);
  AppendResult result = log->append_from_coordinator(batch, found.settings, now);
  total_bytes_ += result.appended_bytes;
  if (!found.settings.is_compacted) return result;
  // Kafka's cleaner leaves the active segment alone, which lies on disk there and in memory here.
  if (log->has_doubled()) total_bytes_ -= log->compact_all(found.settings, now);
  note_cleaner_work(found, partition);
  return result;
}

AppendResult Catalog::append_raw(std::string_view topic, std::int32_t partition,
                                 const BatchView& batch, std::int64_t at, Instant now) {
  PartitionLog* log = find_log(topic, partition);
  COHORT_ASSERT(log != nullptr);
  const Topic& found = *find(topic);
  AppendResult result = log->append_raw(batch, at, found.settings, now);
  total_bytes_ += result.appended_bytes;
  note_cleaner_work(found, partition);
  return result;
}

AppendResult Catalog::append_marker(std::string_view topic, std::int32_t partition,
                                    const Marker& marker) {
  PartitionLog* log = find_log(topic, partition);
  if (log == nullptr) return {.error = ErrorCode::unknown_topic_or_partition};
  const Topic& found = *find(topic);
  AppendResult result = log->append_marker(marker, found.settings);
  total_bytes_ += result.appended_bytes;
  if (found.settings.is_compacted) note_cleaner_work(found, partition);
  return result;
}

void Catalog::begin_verification(std::string_view topic, std::int32_t partition,
                                 const SequencedBatch& batch, Instant now) {
  PartitionLog* log = find_log(topic, partition);
  COHORT_ASSERT(log != nullptr);
  log->begin_verification(batch, now);
}

DeleteRecordsResult Catalog::delete_records(std::string_view topic, std::int32_t partition,
                                            std::int64_t offset) {
  Topic* found = find_mutable(topic);
  if (found == nullptr || found->partition(partition) == nullptr) {
    return {.error = ErrorCode::unknown_topic_or_partition};
  }
  PartitionLog& log = found->partitions[static_cast<std::size_t>(partition)].log;
  const DeleteRecordsResult result = log.delete_records(offset, found->settings);
  total_bytes_ -= result.deleted_bytes;
  if (found->settings.is_compacted) note_cleaner_work(*found, partition);
  return result;
}

void Catalog::move_leader(std::string_view topic, std::int32_t partition, std::int32_t leader) {
  Topic* found = find_mutable(topic);
  COHORT_ASSERT(found != nullptr && found->partition(partition) != nullptr);
  Partition& moved = found->partitions[static_cast<std::size_t>(partition)];
  moved.leader = leader;
  ++moved.leader_epoch;
  moved.log.begin_epoch(moved.leader_epoch);
}

void Catalog::set_replicas(std::string_view topic, std::int32_t partition, ReplicaSet set) {
  Topic* found = find_mutable(topic);
  COHORT_ASSERT(found != nullptr && found->partition(partition) != nullptr);
  Partition& changed = found->partitions[static_cast<std::size_t>(partition)];
  changed.replicas = std::move(set.replicas);
  changed.isr = std::move(set.isr);
  changed.adding = std::move(set.adding);
  changed.removing = std::move(set.removing);
}

void Catalog::expire_producers(Instant now, Duration expiration) {
  for (auto& [name, topic] : topics_) {
    for (Partition& partition : topic.partitions) partition.log.expire_producers(now, expiration);
  }
}

}  // namespace cohort::broker
