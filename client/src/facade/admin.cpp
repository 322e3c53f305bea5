// The waiting face of an admin client.
#include "admin/operations.hpp"
#include <cohort/client/admin.hpp>

#include <utility>

namespace cohort::client {

namespace {

template <class CallPlan>
typename CallPlan::Value run_plan(Driver& driver, Duration timeout, CallPlan plan) {
  // The node ends it in time.
  return call(driver, operation_of(std::move(plan), timeout), Duration::max()).value();
}

const AdminConfig& checked(const AdminConfig& config) {
  check(config);
  return config;
}

}  // namespace

Admin::Admin(const AdminConfig& config, Runtime& runtime)
    : driver_(runtime.run(std::make_unique<AdminNode>(checked(config)))),
      default_timeout_(config.client.default_api_timeout) {}

Outcomes<std::string, CreatedTopic> Admin::create_topics(const std::vector<NewTopic>& topics,
                                                         const CreateTopicsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  CreateTopicsPlan(topics, options.validate_only));
}

Outcomes<std::string, DeletedTopic> Admin::delete_topics(const std::vector<std::string>& topics,
                                                         std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), DeleteTopicsPlan(topics));
}

std::vector<ListedTopic> Admin::list_topics(const ListTopicsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  ListTopicsPlan(options.with_internal));
}

Outcomes<std::string, TopicDescription> Admin::describe_topics(
    const std::vector<std::string>& topics, std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), DescribeTopicsPlan(topics));
}

Outcomes<std::string, Done> Admin::create_partitions(
    const std::map<std::string, NewPartitions>& topics, const CreateTopicsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  CreatePartitionsPlan(topics, options.validate_only));
}

Outcomes<ConfigResource, std::vector<ConfigEntry>> Admin::describe_configs(
    const std::vector<ConfigResource>& resources, const DescribeConfigsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  DescribeConfigsPlan(resources, options));
}

Outcomes<ConfigResource, Done> Admin::incremental_alter_configs(
    const std::map<ConfigResource, std::vector<ConfigAlteration>>& alterations,
    const CreateTopicsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  AlterConfigsPlan(alterations, options.validate_only));
}

Outcomes<TopicPartition, std::int64_t> Admin::delete_records(
    const std::map<TopicPartition, std::int64_t>& before, std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), DeleteRecordsPlan(before));
}

Outcomes<TopicPartition, ListedOffset> Admin::list_offsets(
    const std::map<TopicPartition, OffsetSpec>& wanted, const ListOffsetsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  ListOffsetsPlan(wanted, options.isolation));
}

GroupListing Admin::list_groups(const ListGroupsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_), ListGroupsPlan(options));
}

Outcomes<std::string, GroupDescription> Admin::describe_groups(
    const std::vector<std::string>& groups, std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), DescribeGroupsPlan(groups));
}

Outcomes<std::string, Done> Admin::delete_groups(const std::vector<std::string>& groups,
                                                 std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), DeleteGroupsPlan(groups));
}

Outcomes<TopicPartition, CommittedOffset> Admin::list_group_offsets(
    const std::string& group, const ListGroupOffsetsOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  ListGroupOffsetsPlan(group, options));
}

Outcomes<TopicPartition, Done> Admin::alter_group_offsets(const std::string& group,
                                                          const OffsetsToCommit& offsets,
                                                          std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_),
                  AlterGroupOffsetsPlan(group, offsets));
}

Outcomes<TopicPartition, Done> Admin::delete_group_offsets(const std::string& group,
                                                           const PartitionSet& partitions,
                                                           std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_),
                  DeleteGroupOffsetsPlan(group, partitions));
}

Outcomes<std::string, Done> Admin::remove_members(const std::string& group,
                                                  const std::vector<std::string>& instance_ids,
                                                  const RemoveMembersOptions& options) {
  return run_plan(*driver_, options.timeout.value_or(default_timeout_),
                  RemoveMembersPlan(group, instance_ids, options.reason));
}

Outcomes<TopicPartition, PartitionLag> Admin::lag(const std::string& group,
                                                  std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), LagPlan(group));
}

ClusterDescription Admin::describe_cluster(std::optional<Duration> timeout) {
  return run_plan(*driver_, timeout.value_or(default_timeout_), DescribeClusterPlan());
}

}  // namespace cohort::client
