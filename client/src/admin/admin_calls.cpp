#include "admin/operations.hpp"
#include <cohort/client/admin_calls.hpp>

namespace cohort::client {

namespace {

template <class CallPlan>
ErasedOperation<typename CallPlan::Value> call_of(CallPlan plan, Duration timeout) {
  return erased(operation_of(std::move(plan), timeout));
}

}  // namespace

ErasedOperation<Outcomes<std::string, CreatedTopic>> AdminCalls::create_topics(
    const std::vector<NewTopic>& topics, const CreateTopicsOptions& options) const {
  return call_of(CreateTopicsPlan(topics, options.validate_only),
                 options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<std::string, DeletedTopic>> AdminCalls::delete_topics(
    const std::vector<std::string>& topics, std::optional<Duration> timeout) const {
  return call_of(DeleteTopicsPlan(topics), timeout.value_or(default_timeout_));
}

ErasedOperation<std::vector<ListedTopic>> AdminCalls::list_topics(
    const ListTopicsOptions& options) const {
  return call_of(ListTopicsPlan(options.with_internal), options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<std::string, TopicDescription>> AdminCalls::describe_topics(
    const std::vector<std::string>& topics, std::optional<Duration> timeout) const {
  return call_of(DescribeTopicsPlan(topics), timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<std::string, Done>> AdminCalls::create_partitions(
    const std::map<std::string, NewPartitions>& topics, const CreateTopicsOptions& options) const {
  return call_of(CreatePartitionsPlan(topics, options.validate_only),
                 options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<ConfigResource, std::vector<ConfigEntry>>> AdminCalls::describe_configs(
    const std::vector<ConfigResource>& resources, const DescribeConfigsOptions& options) const {
  return call_of(DescribeConfigsPlan(resources, options),
                 options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<ConfigResource, Done>> AdminCalls::incremental_alter_configs(
    const std::map<ConfigResource, std::vector<ConfigAlteration>>& alterations,
    const CreateTopicsOptions& options) const {
  return call_of(AlterConfigsPlan(alterations, options.validate_only),
                 options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<TopicPartition, std::int64_t>> AdminCalls::delete_records(
    const std::map<TopicPartition, std::int64_t>& before, std::optional<Duration> timeout) const {
  return call_of(DeleteRecordsPlan(before), timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<TopicPartition, ListedOffset>> AdminCalls::list_offsets(
    const std::map<TopicPartition, OffsetSpec>& wanted, const ListOffsetsOptions& options) const {
  return call_of(ListOffsetsPlan(wanted, options.isolation),
                 options.timeout.value_or(default_timeout_));
}

ErasedOperation<GroupListing> AdminCalls::list_groups(const ListGroupsOptions& options) const {
  return call_of(ListGroupsPlan(options), options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<std::string, GroupDescription>> AdminCalls::describe_groups(
    const std::vector<std::string>& groups, std::optional<Duration> timeout) const {
  return call_of(DescribeGroupsPlan(groups), timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<std::string, Done>> AdminCalls::delete_groups(
    const std::vector<std::string>& groups, std::optional<Duration> timeout) const {
  return call_of(DeleteGroupsPlan(groups), timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<TopicPartition, CommittedOffset>> AdminCalls::list_group_offsets(
    const std::string& group, const ListGroupOffsetsOptions& options) const {
  return call_of(ListGroupOffsetsPlan(group, options), options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<TopicPartition, Done>> AdminCalls::alter_group_offsets(
    const std::string& group, const OffsetsToCommit& offsets,
    std::optional<Duration> timeout) const {
  return call_of(AlterGroupOffsetsPlan(group, offsets), timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<TopicPartition, Done>> AdminCalls::delete_group_offsets(
    const std::string& group, const PartitionSet& partitions,
    std::optional<Duration> timeout) const {
  return call_of(DeleteGroupOffsetsPlan(group, partitions), timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<std::string, Done>> AdminCalls::remove_members(
    const std::string& group, const std::vector<std::string>& instance_ids,
    const RemoveMembersOptions& options) const {
  return call_of(RemoveMembersPlan(group, instance_ids, options.reason),
                 options.timeout.value_or(default_timeout_));
}

ErasedOperation<Outcomes<TopicPartition, PartitionLag>> AdminCalls::lag(
    const std::string& group, std::optional<Duration> timeout) const {
  return call_of(LagPlan(group), timeout.value_or(default_timeout_));
}

ErasedOperation<ClusterDescription> AdminCalls::describe_cluster(
    std::optional<Duration> timeout) const {
  return call_of(DescribeClusterPlan(), timeout.value_or(default_timeout_));
}

}  // namespace cohort::client
