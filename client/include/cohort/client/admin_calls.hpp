// AdminCalls: the calls of an admin client as operations, to be waited for by Admin or AsyncAdmin.
#pragma once

#include <cohort/client/admin/cluster.hpp>
#include <cohort/client/admin/configs.hpp>
#include <cohort/client/admin/groups.hpp>
#include <cohort/client/admin/offsets.hpp>
#include <cohort/client/admin/outcomes.hpp>
#include <cohort/client/admin/topics.hpp>
#include <cohort/client/erased_operation.hpp>
#include <cohort/client/topic_partition.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

/// Admin says what each does. They end by themselves when their timeout has passed, with what came
/// until then: whoever waits needs no timeout.
class AdminCalls {
 public:
  /// Of calls that are given none.
  explicit AdminCalls(Duration default_timeout) : default_timeout_(default_timeout) {}

  ErasedOperation<Outcomes<std::string, CreatedTopic>> create_topics(
      const std::vector<NewTopic>& topics, const CreateTopicsOptions& options) const;
  ErasedOperation<Outcomes<std::string, DeletedTopic>> delete_topics(
      const std::vector<std::string>& topics, std::optional<Duration> timeout) const;
  ErasedOperation<std::vector<ListedTopic>> list_topics(const ListTopicsOptions& options) const;
  ErasedOperation<Outcomes<std::string, TopicDescription>> describe_topics(
      const std::vector<std::string>& topics, std::optional<Duration> timeout) const;
  ErasedOperation<Outcomes<std::string, Done>> create_partitions(
      const std::map<std::string, NewPartitions>& topics, const CreateTopicsOptions& options) const;
  ErasedOperation<Outcomes<ConfigResource, std::vector<ConfigEntry>>> describe_configs(
      const std::vector<ConfigResource>& resources, const DescribeConfigsOptions& options) const;
  ErasedOperation<Outcomes<ConfigResource, Done>> incremental_alter_configs(
      const std::map<ConfigResource, std::vector<ConfigAlteration>>& alterations,
      const CreateTopicsOptions& options) const;
  ErasedOperation<Outcomes<TopicPartition, std::int64_t>> delete_records(
      const std::map<TopicPartition, std::int64_t>& before, std::optional<Duration> timeout) const;
  ErasedOperation<Outcomes<TopicPartition, ListedOffset>> list_offsets(
      const std::map<TopicPartition, OffsetSpec>& wanted, const ListOffsetsOptions& options) const;
  ErasedOperation<GroupListing> list_groups(const ListGroupsOptions& options) const;
  ErasedOperation<Outcomes<std::string, GroupDescription>> describe_groups(
      const std::vector<std::string>& groups, std::optional<Duration> timeout) const;
  ErasedOperation<Outcomes<std::string, Done>> delete_groups(const std::vector<std::string>& groups,
                                                             std::optional<Duration> timeout) const;
  ErasedOperation<Outcomes<TopicPartition, CommittedOffset>> list_group_offsets(
      const std::string& group, const ListGroupOffsetsOptions& options) const;
  ErasedOperation<Outcomes<TopicPartition, Done>> alter_group_offsets(
      const std::string& group, const OffsetsToCommit& offsets,
      std::optional<Duration> timeout) const;
  ErasedOperation<Outcomes<TopicPartition, Done>> delete_group_offsets(
      const std::string& group, const PartitionSet& partitions,
      std::optional<Duration> timeout) const;
  ErasedOperation<Outcomes<std::string, Done>> remove_members(
      const std::string& group, const std::vector<std::string>& instance_ids,
      const RemoveMembersOptions& options) const;
  ErasedOperation<Outcomes<TopicPartition, PartitionLag>> lag(
      const std::string& group, std::optional<Duration> timeout) const;
  ErasedOperation<ClusterDescription> describe_cluster(std::optional<Duration> timeout) const;

 private:
  Duration default_timeout_;
};

}  // namespace cohort::client
