// Admin: looks after topics, settings, groups and offsets, one call after the other.
#pragma once

#include <cohort/client/admin/cluster.hpp>
#include <cohort/client/admin/configs.hpp>
#include <cohort/client/admin/groups.hpp>
#include <cohort/client/admin/offsets.hpp>
#include <cohort/client/admin/outcomes.hpp>
#include <cohort/client/admin/topics.hpp>
#include <cohort/client/admin_calls.hpp>
#include <cohort/client/admin_config.hpp>
#include <cohort/client/call.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/client/topic_partition.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

/// Calls wait for their end: until their timeout, or the configuration's `default.api.timeout.ms`.
/// What may come right by itself (a leader that moves, a coordinator that loads, a connection that
/// breaks) is tried again until then.
///
/// A call about several things gives a value or a Failure for each of them; one that got no answer
/// in time has a Failure of kind timed_out. If that is so of all of them, TimedOut is thrown, whose
/// message says what was waited for. Other calls throw Error when they fail. One thread at a time.
class Admin {
 public:
  /// Over TCP. Throws ConfigError.
  explicit Admin(const AdminConfig& config);
  /// REQUIRES: the runtime outlives it.
  Admin(const AdminConfig& config, Runtime& runtime);

  // Topics

  [[nodiscard]] Outcomes<std::string, CreatedTopic> create_topics(
      const std::vector<NewTopic>& topics, const CreateTopicsOptions& options = {});
  [[nodiscard]] Outcomes<std::string, DeletedTopic> delete_topics(
      const std::vector<std::string>& topics, std::optional<Duration> timeout = std::nullopt);
  /// By name.
  std::vector<ListedTopic> list_topics(const ListTopicsOptions& options = {});
  /// UNKNOWN_TOPIC_OR_PARTITION is final here: the topic does not exist.
  Outcomes<std::string, TopicDescription> describe_topics(
      const std::vector<std::string>& topics, std::optional<Duration> timeout = std::nullopt);
  [[nodiscard]] Outcomes<std::string, Done> create_partitions(
      const std::map<std::string, NewPartitions>& topics, const CreateTopicsOptions& options = {});

  // Settings

  Outcomes<ConfigResource, std::vector<ConfigEntry>> describe_configs(
      const std::vector<ConfigResource>& resources, const DescribeConfigsOptions& options = {});
  /// What is not named stays as it is. Since Kafka 2.3 (KIP-339).
  [[nodiscard]] Outcomes<ConfigResource, Done> incremental_alter_configs(
      const std::map<ConfigResource, std::vector<ConfigAlteration>>& alterations,
      const CreateTopicsOptions& options = {});

  // Records

  /// Deletes the records before each offset, -1: all that are there. Gives the offset of the first
  /// record that is kept.
  [[nodiscard]] Outcomes<TopicPartition, std::int64_t> delete_records(
      const std::map<TopicPartition, std::int64_t>& before,
      std::optional<Duration> timeout = std::nullopt);
  /// A topic that does not exist is waited for, as it may be just made; so does Kafka's.
  Outcomes<TopicPartition, ListedOffset> list_offsets(
      const std::map<TopicPartition, OffsetSpec>& wanted, const ListOffsetsOptions& options = {});

  // Groups

  /// Of all brokers. Throws if none has answered.
  GroupListing list_groups(const ListGroupsOptions& options = {});
  /// A group that does not exist is described as "Dead", unless the broker is newer than 3.9.
  Outcomes<std::string, GroupDescription> describe_groups(
      const std::vector<std::string>& groups, std::optional<Duration> timeout = std::nullopt);
  /// NON_EMPTY_GROUP: it has members.
  [[nodiscard]] Outcomes<std::string, Done> delete_groups(
      const std::vector<std::string>& groups, std::optional<Duration> timeout = std::nullopt);
  /// Without the partitions for which nothing is committed.
  Outcomes<TopicPartition, CommittedOffset> list_group_offsets(
      const std::string& group, const ListGroupOffsetsOptions& options = {});
  /// Commits for a group without members; while it has some, UNKNOWN_MEMBER_ID.
  [[nodiscard]] Outcomes<TopicPartition, Done> alter_group_offsets(
      const std::string& group, const OffsetsToCommit& offsets,
      std::optional<Duration> timeout = std::nullopt);
  /// GROUP_SUBSCRIBED_TO_TOPIC: a member reads it. Since Kafka 2.4 (KIP-496).
  [[nodiscard]] Outcomes<TopicPartition, Done> delete_group_offsets(
      const std::string& group, const PartitionSet& partitions,
      std::optional<Duration> timeout = std::nullopt);
  /// Takes static members out of the group, by their instance ids. Since Kafka 2.3 (KIP-345).
  [[nodiscard]] Outcomes<std::string, Done> remove_members(
      const std::string& group, const std::vector<std::string>& instance_ids,
      const RemoveMembersOptions& options = {});
  /// How far the group is behind, for each partition that it has committed. A topic that was
  /// deleted is a Failure.
  Outcomes<TopicPartition, PartitionLag> lag(const std::string& group,
                                             std::optional<Duration> timeout = std::nullopt);

  // Brokers

  ClusterDescription describe_cluster(std::optional<Duration> timeout = std::nullopt);

 private:
  /// The node ends it in time.
  template <class Value>
  Value run(ErasedOperation<Value> operation) {
    return call(*driver_, std::move(operation), Duration::max()).value();
  }

  std::unique_ptr<Driver> driver_;
  AdminCalls calls_;
};

}  // namespace cohort::client
