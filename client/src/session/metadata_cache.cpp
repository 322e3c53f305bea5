#include "session/metadata_cache.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

namespace cohort::client {

namespace {

/// Gives the partition these replicas.
void put_nodes(TopicMetadata& topic, PartitionMetadata& partition,
               std::span<const std::int32_t> replicas, std::span<const std::int32_t> in_sync) {
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  replicas = replicas.first(std::min(replicas.size(), most));
  in_sync = in_sync.first(std::min(in_sync.size(), most));
  partition.nodes_from = static_cast<std::uint32_t>(topic.nodes.size());
  partition.replica_count = static_cast<std::uint16_t>(replicas.size());
  partition.in_sync_count = static_cast<std::uint16_t>(in_sync.size());
  topic.nodes.insert(topic.nodes.end(), replicas.begin(), replicas.end());
  topic.nodes.insert(topic.nodes.end(), in_sync.begin(), in_sync.end());
}

/// A partition is not led by an older leader again, unless the topic is another one of that name.
bool is_older(const MetadataResponsePartition& answered, const PartitionMetadata& known) {
  return answered.leader_epoch >= 0 && answered.leader_epoch < known.leader_epoch;
}

TopicMetadata topic_of(const MetadataResponseTopic& answered, const TopicMetadata* known) {
  TopicMetadata topic{
      .error = answered.error_code, .id = answered.topic_id, .is_internal = answered.is_internal};
  topic.partitions.resize(answered.partitions.size());
  const bool is_same = known != nullptr && known->id == topic.id;
  for (const MetadataResponsePartition& partition : answered.partitions) {
    const auto index = static_cast<std::size_t>(partition.partition_index);
    if (index >= topic.partitions.size()) continue;
    PartitionMetadata& now = topic.partitions[index];
    if (is_same && index < known->partitions.size() &&
        is_older(partition, known->partitions[index])) {
      const PartitionMetadata& old = known->partitions[index];
      now = old;
      put_nodes(topic, now, known->replicas(old), known->in_sync_replicas(old));
    } else {
      now = {.error = partition.error_code,
             .leader = partition.leader_id,
             .leader_epoch = partition.leader_epoch};
      put_nodes(topic, now, partition.replica_nodes, partition.isr_nodes);
    }
  }
  return topic;
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

void MetadataCache::answered(const MetadataResponse& response, Instant now, Rng& rng) {
  pending_.reset();
  ++revision_;
  expires_ = now + options_.max_age;
  if (std::exchange(pending_covers_, false)) wants_more_ = false;

  std::map<std::string, TopicMetadata> topics;
  for (const MetadataResponseTopic& answered : response.topics) {
    if (!answered.name) continue;
    topics.insert_or_assign(*answered.name, topic_of(answered, find(*answered.name)));
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
