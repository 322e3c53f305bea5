// DescribeProducers v0 (KIP-664).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/describe_producers.hpp>

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::string_view unknown_topic_message =
    "This server does not host this topic-partition.";

std::vector<DescribeProducersProducerState> producers_of(const PartitionLog& log) {
  std::vector<DescribeProducersProducerState> states;
  for (const auto& [id, producer] : log.producers().producers()) {
    states.push_back({.producer_id = id,
                      .producer_epoch = producer.epoch,
                      .last_sequence = producer.last_sequence(),
                      .last_timestamp = producer.last_timestamp,
                      .coordinator_epoch = producer.coordinator_epoch,
                      .current_txn_start_offset = producer.transaction_start.value_or(-1)});
  }
  return states;
}

/// A topic that is wrong or unknown is told with a message, a partition without. Source:
/// KafkaApis.handleDescribeProducersRequest.
DescribeProducersPartitionResponse describe(const RequestContext& context, const std::string& topic,
                                            std::int32_t index) {
  const BrokerState& state = context.state;
  DescribeProducersPartitionResponse answer{.partition_index = index};
  if (auto fault = topic_name_fault(topic)) {
    answer.error_code = ErrorCode::invalid_topic_exception;
    answer.error_message = std::move(fault);
  } else if (state.catalog.find(topic) == nullptr) {
    answer.error_code = ErrorCode::unknown_topic_or_partition;
    answer.error_message = unknown_topic_message;
  } else if (const Partition* partition = state.catalog.find(topic, index)) {
    answer.error_code =
        partition->check_served_by({.node_id = context.node_id(), .must_lead = false});
    if (answer.error_code != ErrorCode::none) return answer;
    answer.active_producers = producers_of(partition->log);
  } else {
    answer.error_code = ErrorCode::unknown_topic_or_partition;
  }
  return answer;
}

}  // namespace

std::optional<DescribeProducersResponse> describe_producers(
    RequestContext& context, const DescribeProducersRequest& request) {
  DescribeProducersResponse response;
  std::set<std::pair<std::string_view, std::int32_t>> described;
  for (const DescribeProducersTopicRequest& topic : request.topics) {
    DescribeProducersTopicResponse& answer = response.topics.emplace_back();
    answer.name = topic.name;
    for (const std::int32_t index : topic.partition_indexes) {
      // Kafka answers one as often as it is named: a small request for a huge answer.
      if (!described.emplace(topic.name, index).second) continue;
      answer.partitions.push_back(describe(context, topic.name, index));
    }
  }
  return response;
}

}  // namespace cohort::broker
