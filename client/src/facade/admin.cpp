// The waiting face of an admin client.
#include "admin/admin_node.hpp"
#include <cohort/client/admin.hpp>

#include <utility>

namespace cohort::client {

namespace {

const AdminConfig& checked(const AdminConfig& config) {
  check(config);
  return config;
}

}  // namespace

Admin::Admin(const AdminConfig& config, Runtime& runtime)
    : driver_(runtime.run(std::make_unique<AdminNode>(checked(config)))),
      calls_(config.client.default_api_timeout) {}

Outcomes<std::string, CreatedTopic> Admin::create_topics(const std::vector<NewTopic>& topics,
                                                         const CreateTopicsOptions& options) {
  return run(calls_.create_topics(topics, options));
}

Outcomes<std::string, DeletedTopic> Admin::delete_topics(const std::vector<std::string>& topics,
                                                         std::optional<Duration> timeout) {
  return run(calls_.delete_topics(topics, timeout));
}

std::vector<ListedTopic> Admin::list_topics(const ListTopicsOptions& options) {
  return run(calls_.list_topics(options));
}

Outcomes<std::string, TopicDescription> Admin::describe_topics(
    const std::vector<std::string>& topics, std::optional<Duration> timeout) {
  return run(calls_.describe_topics(topics, timeout));
}

Outcomes<std::string, Done> Admin::create_partitions(
    const std::map<std::string, NewPartitions>& topics, const CreateTopicsOptions& options) {
  return run(calls_.create_partitions(topics, options));
}

Outcomes<ConfigResource, std::vector<ConfigEntry>> Admin::describe_configs(
    const std::vector<ConfigResource>& resources, const DescribeConfigsOptions& options) {
  return run(calls_.describe_configs(resources, options));
}

Outcomes<ConfigResource, Done> Admin::incremental_alter_configs(
    const std::map<ConfigResource, std::vector<ConfigAlteration>>& alterations,
    const CreateTopicsOptions& options) {
  return run(calls_.incremental_alter_configs(alterations, options));
}

Outcomes<TopicPartition, std::int64_t> Admin::delete_records(
    const std::map<TopicPartition, std::int64_t>& before, std::optional<Duration> timeout) {
  return run(calls_.delete_records(before, timeout));
}

Outcomes<TopicPartition, ListedOffset> Admin::list_offsets(
    const std::map<TopicPartition, OffsetSpec>& wanted, const ListOffsetsOptions& options) {
  return run(calls_.list_offsets(wanted, options));
}

GroupListing Admin::list_groups(const ListGroupsOptions& options) {
  return run(calls_.list_groups(options));
}

Outcomes<std::string, GroupDescription> Admin::describe_groups(
    const std::vector<std::string>& groups, std::optional<Duration> timeout) {
  return run(calls_.describe_groups(groups, timeout));
}

Outcomes<std::string, Done> Admin::delete_groups(const std::vector<std::string>& groups,
                                                 std::optional<Duration> timeout) {
  return run(calls_.delete_groups(groups, timeout));
}

Outcomes<TopicPartition, CommittedOffset> Admin::list_group_offsets(
    const std::string& group, const ListGroupOffsetsOptions& options) {
  return run(calls_.list_group_offsets(group, options));
}

Outcomes<TopicPartition, Done> Admin::alter_group_offsets(const std::string& group,
                                                          const OffsetsToCommit& offsets,
                                                          std::optional<Duration> timeout) {
  return run(calls_.alter_group_offsets(group, offsets, timeout));
}

Outcomes<TopicPartition, Done> Admin::delete_group_offsets(const std::string& group,
                                                           const PartitionSet& partitions,
                                                           std::optional<Duration> timeout) {
  return run(calls_.delete_group_offsets(group, partitions, timeout));
}

Outcomes<std::string, Done> Admin::remove_members(const std::string& group,
                                                  const std::vector<std::string>& instance_ids,
                                                  const RemoveMembersOptions& options) {
  return run(calls_.remove_members(group, instance_ids, options));
}

Outcomes<TopicPartition, PartitionLag> Admin::lag(const std::string& group,
                                                  std::optional<Duration> timeout) {
  return run(calls_.lag(group, timeout));
}

ClusterDescription Admin::describe_cluster(std::optional<Duration> timeout) {
  return run(calls_.describe_cluster(timeout));
}

}  // namespace cohort::client
