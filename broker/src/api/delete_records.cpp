// DeleteRecords v0-v2 (KIP-107).
// v1 nothing on the wire; v2 flexible.
// Not here: authorisation.
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/delete_records.hpp>

namespace cohort::broker {

namespace {

/// Source: KafkaApis.handleDeleteRecordsRequest, ReplicaManager.deleteRecordsOnLocalLog.
DeleteRecordsPartitionResult delete_one(BrokerState& state, const std::string& topic_name,
                                        const DeleteRecordsPartition& wanted) {
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
  const DeleteRecordsResult result =
      state.catalog.delete_records(topic_name, wanted.partition_index, wanted.offset);
  // Whoever waits below the new start learns that its offset is out of range.
  const std::vector<ReplyId> woken = state.fetch_waits.changed({topic->id, wanted.partition_index});
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
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
      answered.partitions.push_back(delete_one(context.state, topic.name, wanted));
    }
  }
  return response;
}

}  // namespace cohort::broker
