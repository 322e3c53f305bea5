// AsyncAdmin: an admin client over TCP whose calls take a completion token of Asio instead of
// waiting.
#pragma once

#include <cohort/client/admin_calls.hpp>
#include <cohort/client/admin_config.hpp>
#include <cohort/client/facade/async_call.hpp>
#include <cohort/client/facade/async_driver.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

/// The calls of Admin, which says what they do; each gives what that gives. Signature
/// void(std::exception_ptr, Value). Calls may come from any thread and overlap. What is canceled
/// ends with Error of the kind `canceled`; the broker may have done it. When the handler's context
/// goes, so does the handler, uncalled.
class AsyncAdmin {
 public:
  /// Throws ConfigError.
  AsyncAdmin(const boost::asio::any_io_executor& executor, const AdminConfig& config);
  ~AsyncAdmin();
  AsyncAdmin(const AsyncAdmin&) = delete;
  AsyncAdmin& operator=(const AsyncAdmin&) = delete;

  template <class CompletionToken>
  auto async_create_topics(const std::vector<NewTopic>& topics, const CreateTopicsOptions& options,
                           CompletionToken&& token) {
    return run(calls_.create_topics(topics, options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_delete_topics(const std::vector<std::string>& topics, std::optional<Duration> timeout,
                           CompletionToken&& token) {
    return run(calls_.delete_topics(topics, timeout), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_list_topics(const ListTopicsOptions& options, CompletionToken&& token) {
    return run(calls_.list_topics(options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_describe_topics(const std::vector<std::string>& topics,
                             std::optional<Duration> timeout, CompletionToken&& token) {
    return run(calls_.describe_topics(topics, timeout), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_create_partitions(const std::map<std::string, NewPartitions>& topics,
                               const CreateTopicsOptions& options, CompletionToken&& token) {
    return run(calls_.create_partitions(topics, options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_describe_configs(const std::vector<ConfigResource>& resources,
                              const DescribeConfigsOptions& options, CompletionToken&& token) {
    return run(calls_.describe_configs(resources, options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_incremental_alter_configs(
      const std::map<ConfigResource, std::vector<ConfigAlteration>>& alterations,
      const CreateTopicsOptions& options, CompletionToken&& token) {
    return run(calls_.incremental_alter_configs(alterations, options),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_delete_records(const std::map<TopicPartition, std::int64_t>& before,
                            std::optional<Duration> timeout, CompletionToken&& token) {
    return run(calls_.delete_records(before, timeout), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_list_offsets(const std::map<TopicPartition, OffsetSpec>& wanted,
                          const ListOffsetsOptions& options, CompletionToken&& token) {
    return run(calls_.list_offsets(wanted, options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_list_groups(const ListGroupsOptions& options, CompletionToken&& token) {
    return run(calls_.list_groups(options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_describe_groups(const std::vector<std::string>& groups,
                             std::optional<Duration> timeout, CompletionToken&& token) {
    return run(calls_.describe_groups(groups, timeout), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_delete_groups(const std::vector<std::string>& groups, std::optional<Duration> timeout,
                           CompletionToken&& token) {
    return run(calls_.delete_groups(groups, timeout), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_list_group_offsets(const std::string& group, const ListGroupOffsetsOptions& options,
                                CompletionToken&& token) {
    return run(calls_.list_group_offsets(group, options), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_alter_group_offsets(const std::string& group, const OffsetsToCommit& offsets,
                                 std::optional<Duration> timeout, CompletionToken&& token) {
    return run(calls_.alter_group_offsets(group, offsets, timeout),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_delete_group_offsets(const std::string& group, const PartitionSet& partitions,
                                  std::optional<Duration> timeout, CompletionToken&& token) {
    return run(calls_.delete_group_offsets(group, partitions, timeout),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_remove_members(const std::string& group, const std::vector<std::string>& instance_ids,
                            const RemoveMembersOptions& options, CompletionToken&& token) {
    return run(calls_.remove_members(group, instance_ids, options),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_lag(const std::string& group, std::optional<Duration> timeout,
                 CompletionToken&& token) {
    return run(calls_.lag(group, timeout), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_describe_cluster(std::optional<Duration> timeout, CompletionToken&& token) {
    return run(calls_.describe_cluster(timeout), std::forward<CompletionToken>(token));
  }

 private:
  template <class Value, class CompletionToken>
  auto run(ErasedOperation<Value> operation, CompletionToken&& token) {
    return async_call(AsyncCaller{.driver = *driver_, .executor = executor_}, std::move(operation),
                      Duration::max(), std::forward<CompletionToken>(token));
  }

  boost::asio::any_io_executor executor_;
  AdminCalls calls_;
  std::unique_ptr<AsyncDriver> driver_;
};

}  // namespace cohort::client
