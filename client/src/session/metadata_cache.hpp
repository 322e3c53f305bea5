// MetadataCache: what a client knows of the cluster, and when it has to ask again.
#pragma once

#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include "session/session.hpp"
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/metadata.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace cohort::client {

struct PartitionMetadata {
  ErrorCode error = ErrorCode::none;
  std::int32_t leader = -1;  ///< A node id; -1: nobody now.
  std::int32_t leader_epoch = -1;
  std::uint32_t nodes_from = 0;  ///< Where its replicas begin in TopicMetadata::nodes.
  std::uint16_t replica_count = 0;
  std::uint16_t in_sync_count = 0;
  bool operator==(const PartitionMetadata&) const = default;
};

/// Every client keeps this of every partition that it reads or writes, a thousand of them in one
/// process perhaps: no partition has memory of its own.
struct TopicMetadata {
  ErrorCode error = ErrorCode::none;
  Uuid id;  ///< Zero: the broker is too old to tell.
  bool is_internal = false;
  std::vector<PartitionMetadata> partitions;  ///< By index.
  std::vector<std::int32_t> nodes;  ///< Of each partition the replicas, then those in sync.

  std::span<const std::int32_t> replicas(const PartitionMetadata& partition) const {
    return std::span(nodes).subspan(partition.nodes_from, partition.replica_count);
  }
  std::span<const std::int32_t> in_sync_replicas(const PartitionMetadata& partition) const {
    return std::span(nodes).subspan(partition.nodes_from + partition.replica_count,
                                    partition.in_sync_count);
  }
  bool operator==(const TopicMetadata&) const = default;
};

struct MetadataOptions {
  Duration max_age = std::chrono::minutes(5);
  Backoff retry{milliseconds(100), std::chrono::seconds(1)};
  bool may_create_topics = true;  ///< `allow.auto.create.topics`
};

/// The owner says which topics it wants; whoever finds the cache wrong calls invalidate(). One
/// request is under way at a time.
class MetadataCache {
 public:
  explicit MetadataCache(const MetadataOptions& options) : options_(options) {}

  /// From now on. A topic that is not known yet is asked for at once.
  void want_topics(std::set<std::string> topics);
  /// Of all topics that there are (a pattern, or a list for people).
  void want_all_topics();
  /// Something is not as the cache says: asks again, after a pause if that happens often.
  void invalidate() { is_stale_ = true; }

  bool wants_request(Instant now) const;
  MetadataRequest request(int version) const;
  /// The request() was sent as this one.
  void sent(RequestId id);
  bool is_pending(RequestId id) const { return pending_ == id; }
  /// A partition that has a leader epoch below the known one keeps what is known
  /// (KIP-320; Metadata.updateLatestMetadata).
  void answered(const MetadataResponse& response, Instant now, Rng& rng);
  void lost(Instant now, Rng& rng);
  void list_alarms(Alarms& alarms) const;

  /// Counts answers: who compares sees that there is news.
  std::uint64_t revision() const { return revision_; }
  /// Whether an answer has come that covers what is wanted now.
  bool covers_wanted() const { return revision_ > 0 && !wants_more_; }
  /// Whether it is among what is wanted now.
  bool wants(const std::string& topic) const { return wants_all_ || wanted_.contains(topic); }

  /// Nothing if it was not asked for, or does not exist, or has an error.
  const TopicMetadata* find(const std::string& topic) const;
  /// The same, but errors are shown.
  const TopicMetadata* find_with_error(const std::string& topic) const;
  const PartitionMetadata* find(const TopicPartition& partition) const;
  /// The name of the topic with this id; nothing if it is not known.
  const std::string* find_name(const Uuid& id) const;
  /// A node id; nothing while nobody leads it or it is not known.
  std::optional<std::int32_t> leader(const TopicPartition& partition) const;
  const std::map<std::string, TopicMetadata>& topics() const { return topics_; }
  const std::vector<BrokerAddress>& brokers() const { return brokers_; }
  const std::map<std::int32_t, std::string>& racks() const { return racks_; }
  std::int32_t controller() const { return controller_; }
  const std::string& cluster_id() const { return cluster_id_; }

  /// A leader that another answer told of (KIP-951), or that is newer than what is known.
  void learn_leader(const TopicPartition& partition, std::int32_t leader, std::int32_t epoch);

 private:
  friend struct DigestOf<MetadataCache>;
  MetadataOptions options_;
  std::set<std::string> wanted_;
  bool wants_all_ = false;
  bool wants_more_ = true;  ///< What is wanted has grown since the last answer.
  bool is_stale_ = true;
  std::optional<RequestId> pending_;
  bool pending_covers_ = false;
  std::uint32_t attempts_ = 0;  ///< In a row that left something open.
  Instant not_before_{};
  Instant expires_ = Instant::never();
  std::uint64_t revision_ = 0;
  std::map<std::string, TopicMetadata> topics_;
  std::map<Uuid, std::string> names_;
  std::vector<BrokerAddress> brokers_;
  std::map<std::int32_t, std::string> racks_;
  std::int32_t controller_ = -1;
  std::string cluster_id_;
};

}  // namespace cohort::client
