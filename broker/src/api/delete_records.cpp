// DeleteRecords v0-v2 (KIP-107).
// v1 nothing on the wire; v2 flexible.
// Not here: authorisation.
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/delete_records.hpp>

namespace cohort::broker {

namespace {

/// Source: KafkaApis.handleDeleteRecordsRequest, ReplicaManager.deleteRecordsOnLocalLog.
DeleteRecordsPartitionResult delete_one(RequestContext& context, const std::string& topic_name,
                                        const DeleteRecordsPartition& wanted) {
  BrokerState& state = context.state;
  DeleteRecordsPartitionResult answer{.partition_index = wanted.partition_index,
                                      .low_watermark = -1};
  const Topic* topic = state.catalog.find(topic_name);
  if (topic == nullptr || topic->partition(wanted.partition_index) == nullptr) {
    answer.error_code = ErrorCode::unknown_topic_or_partition;
    return answer;
  }
  if (is_internal_topic(topic_name)) {
    answer.error_code = ErrorCode::invalid_topic_exception;
    return answer;
  }
  answer.error_code =
      topic->partition(wanted.partition_index)->check_served_by({.node_id = context.node_id()});
  if (answer.error_code != ErrorCode::none) return answer;
  const DeleteRecordsResult result =
      delete_records_in(state, topic_name, wanted.partition_index, wanted.offset, context.now);
  answer.error_code = result.error;
  answer.low_watermark = result.low_watermark;
  return answer;
}

}  // namespace

std::optional<DeleteRecordsResponse> delete_records(RequestContext& context,
                                                    const DeleteRecordsRequest& request) {
  DeleteRecordsResponse response;
  for (const DeleteRecordsTopic& topic : request.topics) {
    DeleteRecordsTopicResult& answered = response.topics.emplace_back();
    answered.name = topic.name;
    for (const DeleteRecordsPartition& wanted : topic.partitions) {
      answered.partitions.push_back(delete_one(context, topic.name, wanted));
    }
  }
  return response;
}

}  // namespace cohort::broker
