// What the APIs of records and partitions answer when a request is not carried out.
#include "api/answered_topics.hpp"
#include "api/error_answers.hpp"
#include "api/topic_entries.hpp"
#include "fetch/fetch_query.hpp"
#include <cohort/protocol/messages/delete_records.hpp>
#include <cohort/protocol/messages/describe_producers.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/messages/offset_for_leader_epoch.hpp>
#include <cohort/protocol/messages/produce.hpp>

#include <set>
#include <string>
#include <utility>

namespace cohort::broker {

/// Each partition once, and the partitions of a topic together, however often they are named.
/// Source: ProduceRequest.getErrorResponse.
ProduceResponse error_answer(const ProduceRequest& request, ErrorCode error, int /*version*/) {
  ProduceResponse response;
  TopicEntries<TopicProduceResponse> entries(response.responses);
  std::set<std::pair<std::string, std::int32_t>> answered;
  for (const TopicProduceData& topic : request.topic_data) {
    for (const PartitionProduceData& data : topic.partition_data) {
      if (!answered.insert({topic.name, data.index}).second) continue;
      entries[topic.name].partition_responses.push_back(
          {.index = data.index, .error_code = error, .base_offset = -1});
    }
  }
  return response;
}

/// From v13 on the error of the whole answer is enough; before that every partition is told too,
/// with empty records as where reading fails; Kafka's are null here, and only here. Source:
/// FetchRequest.getErrorResponse.
FetchResponse error_answer(const FetchRequest& request, ErrorCode error, int version) {
  FetchResponse response{.error_code = error, .session_id = request.session_id};
  if (version >= 13) return response;
  for (const FetchTopic& topic : request.topics) {
    FetchableTopicResponse& answered = response.responses.emplace_back();
    answered.topic = topic.topic;
    for (const FetchPartition& partition : topic.partitions) {
      answered.partitions.push_back(failed_partition(partition.partition, error));
    }
  }
  return response;
}

ListOffsetsResponse error_answer(const ListOffsetsRequest& request, ErrorCode error,
                                 int /*version*/) {
  return {.topics = answered_topics<ListOffsetsTopicResponse>(request.topics, error)};
}

OffsetForLeaderEpochResponse error_answer(const OffsetForLeaderEpochRequest& request,
                                          ErrorCode error, int /*version*/) {
  OffsetForLeaderEpochResponse response;
  for (const OffsetForLeaderEpochOffsetForLeaderTopic& topic : request.topics) {
    OffsetForLeaderEpochOffsetForLeaderTopicResult& answered = response.topics.emplace_back();
    answered.topic = topic.topic;
    for (const OffsetForLeaderEpochOffsetForLeaderPartition& partition : topic.partitions) {
      answered.partitions.push_back({.error_code = error, .partition = partition.partition});
    }
  }
  return response;
}

DeleteRecordsResponse error_answer(const DeleteRecordsRequest& request, ErrorCode error,
                                   int /*version*/) {
  DeleteRecordsResponse response;
  for (const DeleteRecordsTopic& topic : request.topics) {
    DeleteRecordsTopicResult& answered = response.topics.emplace_back();
    answered.name = topic.name;
    for (const DeleteRecordsPartition& partition : topic.partitions) {
      answered.partitions.push_back(
          {.partition_index = partition.partition_index, .low_watermark = -1, .error_code = error});
    }
  }
  return response;
}

DescribeProducersResponse error_answer(const DescribeProducersRequest& request, ErrorCode error,
                                       int /*version*/) {
  DescribeProducersResponse response;
  for (const DescribeProducersTopicRequest& topic : request.topics) {
    DescribeProducersTopicResponse& answered = response.topics.emplace_back();
    answered.name = topic.name;
    for (const std::int32_t partition : topic.partition_indexes) {
      answered.partitions.push_back({.partition_index = partition, .error_code = error});
    }
  }
  return response;
}

}  // namespace cohort::broker
