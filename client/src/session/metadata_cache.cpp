#include "session/metadata_cache.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

PartitionMetadata partition_of(MetadataResponsePartition&& answered) {
  return {.error = answered.error_code,
          .leader = answered.leader_id,
          .leader_epoch = answered.leader_epoch,
          .replicas = std::move(answered.replica_nodes),
          .in_sync_replicas = std::move(answered.isr_nodes)};
}

/// Errors that another answer may not show any more.
bool is_open(const TopicMetadata& topic) {
  switch (topic.error) {
    case ErrorCode::topic_authorization_failed:
    case ErrorCode::invalid_topic_exception:
      return false;
    default:
      break;
  }
  return topic.error != ErrorCode::none ||
         std::ranges::any_of(topic.partitions, [](const PartitionMetadata& partition) {
           return partition.leader < 0 || partition.error == ErrorCode::leader_not_available;
         });
}

/// A partition is not led by an older leader again, unless the topic is another one of that name.
void keep_newer_leaders(TopicMetadata& topic, const TopicMetadata& known) {
  if (topic.id != known.id) return;
  const std::size_t both = std::min(topic.partitions.size(), known.partitions.size());
  for (std::size_t i = 0; i < both; ++i) {
    const PartitionMetadata& old = known.partitions[i];
    PartitionMetadata& now = topic.partitions[i];
    if (now.leader_epoch >= 0 && now.leader_epoch < old.leader_epoch) now = old;
  }
}

}  // namespace

void MetadataCache::want_topics(std::set<std::string> topics) {
  if (!wants_all_ && topics == wanted_) return;
  const bool has_grown = !wants_all_ && !std::ranges::includes(wanted_, topics);
  wants_all_ = false;
  wanted_ = std::move(topics);
  const bool is_covered = std::ranges::all_of(
      wanted_, [this](const std::string& topic) { return topics_.contains(topic); });
  if (!has_grown && is_covered) return;
  wants_more_ = true;
  pending_covers_ = false;
}

void MetadataCache::want_all_topics() {
  if (std::exchange(wants_all_, true)) return;
  wanted_.clear();
  wants_more_ = true;
  pending_covers_ = false;
}

bool MetadataCache::wants_request(Instant now) const {
  if (pending_) return false;
  if (wants_more_ && attempts_ == 0) return true;
  return (wants_more_ || is_stale_ || expires_ <= now) && not_before_ <= now;
}

MetadataRequest MetadataCache::request(int version) const {
  MetadataRequest request{.allow_auto_topic_creation = options_.may_create_topics};
  if (wants_all_) {
    // An empty list means all topics in v0, and none from v1 on.
    if (version > 0) request.topics.reset();
    return request;
  }
  request.topics->reserve(wanted_.size());
  for (const std::string& topic : wanted_) request.topics->push_back({.name = topic});
  return request;
}

void MetadataCache::sent(RequestId id) {
  pending_ = id;
  pending_covers_ = true;
}

void MetadataCache::answered(MetadataResponse response, Instant now, Rng& rng) {
  pending_.reset();
  ++revision_;
  expires_ = now + options_.max_age;
  if (std::exchange(pending_covers_, false)) wants_more_ = false;

  std::map<std::string, TopicMetadata> topics;
  for (MetadataResponseTopic& answered : response.topics) {
    if (!answered.name) continue;
    TopicMetadata topic{
        .error = answered.error_code, .id = answered.topic_id, .is_internal = answered.is_internal};
    topic.partitions.resize(answered.partitions.size());
    for (MetadataResponsePartition& partition : answered.partitions) {
      const auto index = static_cast<std::size_t>(partition.partition_index);
      if (index < topic.partitions.size())
        topic.partitions[index] = partition_of(std::move(partition));
    }
    if (const TopicMetadata* known = find(*answered.name)) keep_newer_leaders(topic, *known);
    topics.insert_or_assign(*answered.name, std::move(topic));
  }
  topics_ = std::move(topics);
  names_.clear();
  for (const auto& [topic, metadata] : topics_) {
    if (metadata.id != Uuid{}) names_.insert_or_assign(metadata.id, topic);
  }

  brokers_.clear();
  racks_.clear();
  brokers_.reserve(response.brokers.size());
  for (const MetadataResponseBroker& broker : response.brokers) {
    brokers_.push_back({.node_id = broker.node_id,
                        .host = broker.host,
                        .port = static_cast<std::uint16_t>(broker.port)});
    if (broker.rack) racks_.insert_or_assign(broker.node_id, *broker.rack);
  }
  controller_ = response.controller_id;
  cluster_id_ = response.cluster_id.value_or("");

  is_stale_ = std::ranges::any_of(topics_, [this](const auto& entry) {
    return (!wants_all_ || entry.second.error == ErrorCode::none) && is_open(entry.second);
  });
  attempts_ = is_stale_ ? attempts_ + 1 : 0;
  not_before_ = now + options_.retry.after(std::max(attempts_, 1U), rng);
}

void MetadataCache::lost(Instant now, Rng& rng) {
  pending_.reset();
  pending_covers_ = false;
  is_stale_ = true;
  ++attempts_;
  not_before_ = now + options_.retry.after(attempts_, rng);
}

void MetadataCache::list_alarms(Alarms& alarms) const {
  if (pending_) return;
  if (wants_more_ || is_stale_) {
    alarms.ring({.at = not_before_, .name = "metadata retry", .is_periodic = true});
  }
  alarms.ring({.at = expires_, .name = "metadata refresh", .is_periodic = true});
}

const TopicMetadata* MetadataCache::find_with_error(const std::string& topic) const {
  const auto found = topics_.find(topic);
  return found == topics_.end() ? nullptr : &found->second;
}

const TopicMetadata* MetadataCache::find(const std::string& topic) const {
  const TopicMetadata* found = find_with_error(topic);
  return found == nullptr || found->error != ErrorCode::none ? nullptr : found;
}

const PartitionMetadata* MetadataCache::find(const TopicPartition& partition) const {
  const TopicMetadata* topic = find(partition.topic);
  if (topic == nullptr || partition.partition < 0) return nullptr;
  const auto index = static_cast<std::size_t>(partition.partition);
  return index < topic->partitions.size() ? &topic->partitions[index] : nullptr;
}

const std::string* MetadataCache::find_name(const Uuid& id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? nullptr : &found->second;
}

std::optional<std::int32_t> MetadataCache::leader(const TopicPartition& partition) const {
  const PartitionMetadata* found = find(partition);
  if (found == nullptr || found->leader < 0) return std::nullopt;
  return found->leader;
}

void MetadataCache::learn_leader(const TopicPartition& partition, std::int32_t leader,
                                 std::int32_t epoch) {
  const PartitionMetadata* known = find(partition);
  if (known == nullptr || leader < 0 || epoch <= known->leader_epoch) return;
  PartitionMetadata& changed =
      topics_.at(partition.topic).partitions[static_cast<std::size_t>(partition.partition)];
  changed.leader = leader;
  changed.leader_epoch = epoch;
  ++revision_;
}

}  // namespace cohort::client
