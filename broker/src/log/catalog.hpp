// Catalog: the topics of a cluster, by name and by id, and all their records.
#pragma once

#include "new_topic.hpp"
#include "partition_key.hpp"
#include "replica_set.hpp"
#include "topic.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::broker {

/// Which topics are to be looked after: those that are compacted, those that are not, or all. Kafka
/// leaves the former to its cleaner, also to delete what is too old of them.
enum class TopicKind : std::uint8_t { compacted, not_compacted, any };

/// A value: a copy shares the bytes of every record batch.
class Catalog {
 public:
  /// All topics together may not have more partitions: a bound of our own on memory.
  static constexpr std::int64_t max_partitions = 200'000;

  /// REQUIRES: at least one broker.
  Catalog(const Rng& rng, std::vector<std::int32_t> brokers);

  /// Answers each topic in turn; with `validate_only` nothing is made. Two topics of one name are
  /// the caller's to refuse. Source: ReplicationControlManager.createTopics.
  std::vector<TopicCreation> create(std::span<const NewTopic> topics, bool validate_only,
                                    const Config& config);
  /// Makes the topics that one Metadata request or the coordinator asked for, with the defaults,
  /// which for Kafka's own topics are others. Source:
  /// DefaultAutoTopicCreationManager.creatableTopic.
  std::vector<TopicCreation> create_automatically(std::span<const std::string> names,
                                                  const Config& config);
  /// Gives a topic more partitions; an error of NONE means it was done, or could be. They are taken
  /// off `allowance`, what the request may make in all (`max_new_records`); beyond it that is
  /// UNKNOWN_SERVER_ERROR.
  /// Source: ReplicationControlManager.createPartitions.
  TopicError grow(const MorePartitions& wanted, bool validate_only, std::int64_t& allowance);
  /// Does nothing if there is no such topic.
  void remove(std::string_view name);
  /// Replaces a topic's overrides. REQUIRES: the topic exists and the overrides have no fault.
  void set_overrides(std::string_view name, TopicOverrides overrides, const Config& config);
  /// Makes every topic's settings anew after the broker's have changed.
  void reconfigure(const Config& config);

  /// Null when there is no such topic.
  const Topic* find(std::string_view name) const;
  const Topic* find(const Uuid& id) const;
  /// Null when there is no such topic or partition.
  const Partition* find(std::string_view name, std::int32_t partition) const;
  /// By name.
  const std::map<std::string, Topic, std::less<>>& topics() const { return topics_; }

  /// UNKNOWN_TOPIC_OR_PARTITION when there is none; `request` gets the names filled in.
  AppendResult append(std::string_view topic, std::int32_t partition, AppendRequest request);
  /// As PartitionLog; UNKNOWN_TOPIC_OR_PARTITION when there is none. A compacted log is compacted
  /// at once when it has doubled.
  AppendResult append_from_coordinator(std::string_view topic, std::int32_t partition,
                                       const BatchView& batch, Instant now);
  /// UNKNOWN_TOPIC_OR_PARTITION when there is none.
  AppendResult append_marker(std::string_view topic, std::int32_t partition, const Marker& marker);
  /// As PartitionLog. REQUIRES: there is such a partition, and the offset is not below its end.
  AppendResult append_raw(std::string_view topic, std::int32_t partition, const BatchView& batch,
                          std::int64_t at, Instant now);
  /// REQUIRES: there is such a partition.
  void begin_verification(std::string_view topic, std::int32_t partition,
                          const SequencedBatch& batch, Instant now);
  DeleteRecordsResult delete_records(std::string_view topic, std::int32_t partition,
                                     std::int64_t offset);
  /// The broker leads the partition from now on, -1: nobody does, in its next epoch. REQUIRES:
  /// there is such a partition.
  void move_leader(std::string_view topic, std::int32_t partition, std::int32_t leader);
  /// Replaces the brokers that have a partition; who leads it is not changed. REQUIRES: there is
  /// such a partition.
  void set_replicas(std::string_view topic, std::int32_t partition, ReplicaSet set);
  /// Every partition's producers that are too old go.
  void expire_producers(Instant now, Duration expiration);

  /// Deletes what the policies of these topics do not keep, and gives the partitions whose start
  /// has moved. Source: LogManager.cleanupLogs, LogCleaner.cleanFilthiestLog.
  std::vector<PartitionKey> apply_retention(TopicKind kind, Instant now);
  /// The same of one topic. REQUIRES: there is such a topic.
  std::vector<PartitionKey> apply_retention(std::string_view topic, Instant now);
  /// Compacts the logs that are dirty enough. Source: LogCleaner.cleanFilthiestLog.
  void compact(Instant now);
  /// Compacts a topic however little is dirty, the active segments too. Does nothing if there is no
  /// such topic or it is not compacted.
  void compact_all(std::string_view topic, Instant now);
  /// The same for those of its partitions that were written to since they were compacted.
  void compact_dirty(std::string_view topic, Instant now);
  /// Is there a log that compact() or retention of compacted topics may change, now or later?
  bool may_need_cleaner() const { return !cleaner_work_.empty(); }

  /// Bytes of all record batches of all logs.
  std::int64_t total_bytes() const { return total_bytes_; }
  const std::vector<std::int32_t>& brokers() const { return brokers_; }
  /// The brokers that run: new partitions are led by them alone. REQUIRES: ascending, all of them
  /// of brokers().
  void set_running(std::vector<std::int32_t> brokers) { running_ = std::move(brokers); }

 private:
  friend struct DigestOf<Catalog>;
  void apply_retention(Topic& topic, std::vector<PartitionKey>& moved, Instant now);
  Topic* find_mutable(std::string_view name);
  /// Null when there is no such topic or partition.
  PartitionLog* find_log(std::string_view topic, std::int32_t partition);
  /// Whether the cleaner has work with the partition may have changed.
  void note_cleaner_work(const Topic& topic, std::int32_t index);
  void note_cleaner_work(const Topic& topic);
  /// The topic to be, or the answer to an error in `creation`.
  std::optional<Topic> draft(const NewTopic& wanted, const Config& config,
                             TopicCreation& creation) const;
  std::optional<TopicError> name_fault(std::string_view name) const;
  std::optional<TopicError> overrides_of(const NewTopic& wanted, const Config& config,
                                         TopicOverrides& overrides) const;
  std::variant<Assignment, TopicError> grown(const Topic& topic,
                                             const MorePartitions& wanted) const;
  std::vector<Partition> make_partitions(Assignment assignment) const;
  Uuid next_id(std::string_view name) const;
  void add(Topic topic);

  Rng rng_;
  std::vector<std::int32_t> brokers_;  ///< Ascending.
  std::vector<std::int32_t> running_;  ///< The same.
  std::map<std::string, Topic, std::less<>> topics_;
  std::map<Uuid, std::string> names_;
  /// The topics with '.' or '_' in their names by the name in which they collide.
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> colliding_;
  std::set<PartitionKey> cleaner_work_;  ///< Of compacted topics, those the cleaner may change.
  std::int64_t total_bytes_ = 0;
  std::int64_t total_partitions_ = 0;
  std::uint64_t removals_ = 0;
};

}  // namespace cohort::broker
