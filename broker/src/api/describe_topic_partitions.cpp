// DescribeTopicPartitions v0 (KIP-966).
// Not here: authorisation; eligible leader replicas, which are always none.
#include "api/authorized_operations.hpp"
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "cluster/sight.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_topic_partitions.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

/// `max.request.partition.size.limit`: no answer holds more partitions.
constexpr std::int32_t most_partitions = 2000;

/// In order of name, from the cursor's topic on; no names in the request ask for all.
std::set<std::string> names_asked_for(const Catalog& catalog,
                                      const DescribeTopicPartitionsRequest& request) {
  std::set<std::string> names;
  for (const auto& topic : request.topics) names.insert(topic.name);
  if (request.topics.empty()) {
    for (const auto& [name, topic] : catalog.topics()) names.insert(name);
  }
  if (request.cursor) names.erase(names.begin(), names.lower_bound(request.cursor->topic_name));
  return names;
}

DescribeTopicPartitionsResponseTopic unknown(const std::string& name) {
  return {.error_code = topic_name_fault(name) ? ErrorCode::invalid_topic_exception
                                               : ErrorCode::unknown_topic_or_partition,
          .name = name,
          .is_internal = is_internal_topic(name),
          .topic_authorized_operations = all_topic_operations};
}

DescribeTopicPartitionsResponsePartition described(const Partition& partition, std::int32_t index,
                                                   const Sight& sight) {
  return {.partition_index = index,
          .leader_id = sight.leader(partition.leader),
          .leader_epoch = partition.leader_epoch,
          .replica_nodes = partition.replicas,
          .isr_nodes = partition.isr,
          .eligible_leader_replicas = std::vector<std::int32_t>{},
          .last_known_elr = std::vector<std::int32_t>{},
          .offline_replicas = sight.offline(partition.replicas)};
}

/// Fills one answer up to its limit. Source: DescribeTopicPartitionsRequestHandler,
/// KRaftMetadataCache.describeTopicResponse.
class Page {
 public:
  Page(std::int32_t limit, Sight sight) : left_(limit), sight_(std::move(sight)) {}

  /// False when the page is full before the topic's last partition.
  bool add(const Topic& topic, std::int32_t first) {
    const auto count = static_cast<std::int32_t>(topic.partitions.size());
    if (left_ <= 0) return stop_at(topic.name, first);
    DescribeTopicPartitionsResponseTopic& answer = response.topics.emplace_back();
    answer.name = topic.name;
    answer.topic_id = topic.id;
    answer.is_internal = topic.is_internal;
    answer.topic_authorized_operations = all_topic_operations;
    const std::int32_t end = std::min(count, first + std::min(left_, count));
    for (std::int32_t i = first; i < end; ++i) {
      answer.partitions.push_back(
          described(topic.partitions[static_cast<std::size_t>(i)], i, sight_));
    }
    left_ -= std::max(0, end - first);
    return end >= count || stop_at(topic.name, end);
  }

  DescribeTopicPartitionsResponse response;

 private:
  bool stop_at(const std::string& topic, std::int32_t partition) {
    response.next_cursor = {.topic_name = topic, .partition_index = partition};
    return false;
  }

  std::int32_t left_;
  Sight sight_;
};

}  // namespace

std::optional<DescribeTopicPartitionsResponse> describe_topic_partitions(
    RequestContext& context, const DescribeTopicPartitionsRequest& request) {
  const std::int32_t first = request.cursor ? request.cursor->partition_index : 0;
  if (first < 0) return error_answer(request, ErrorCode::invalid_request, context.version());
  Page page(std::clamp(request.response_partition_limit, 1, most_partitions),
            Sight(context.state.cluster, context.entrance()));
  const Catalog& catalog = context.state.catalog;
  for (const std::string& name : names_asked_for(catalog, request)) {
    const Topic* topic = catalog.find(name);
    const bool is_cursor_topic = request.cursor && request.cursor->topic_name == name;
    if (topic == nullptr) {
      page.response.topics.push_back(unknown(name));
    } else if (!page.add(*topic, is_cursor_topic ? first : 0)) {
      break;
    }
  }
  return std::move(page.response);
}

}  // namespace cohort::broker
