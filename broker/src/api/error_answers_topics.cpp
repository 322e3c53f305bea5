// What the APIs of topics answer when a request is not carried out.
#include "api/error_answers.hpp"
#include <cohort/protocol/messages/create_partitions.hpp>
#include <cohort/protocol/messages/create_topics.hpp>
#include <cohort/protocol/messages/delete_topics.hpp>
#include <cohort/protocol/messages/describe_topic_partitions.hpp>
#include <cohort/protocol/messages/metadata.hpp>

#include <optional>
#include <string>

namespace cohort::broker {

/// Without brokers. Who asked for all topics is told of none, and of no error: there is no place
/// for it. A topic without a name has an empty one. Source: MetadataRequest.getErrorResponse.
MetadataResponse error_answer(const MetadataRequest& request, ErrorCode error, int /*version*/) {
  MetadataResponse response;
  if (!request.topics) return response;
  for (const MetadataRequestTopic& topic : *request.topics) {
    response.topics.push_back(
        {.error_code = error, .name = topic.name.value_or(""), .topic_id = topic.topic_id});
  }
  return response;
}

CreateTopicsResponse error_answer(const CreateTopicsRequest& request, ErrorCode error,
                                  int /*version*/) {
  CreateTopicsResponse response;
  for (const CreateTopicsCreatableTopic& topic : request.topics) {
    response.topics.push_back(
        {.name = topic.name, .error_code = error, .error_message = std::nullopt});
  }
  return response;
}

DeleteTopicsResponse error_answer(const DeleteTopicsRequest& request, ErrorCode error,
                                  int version) {
  DeleteTopicsResponse response;
  if (version < 6) {
    for (const std::string& name : request.topic_names) {
      response.responses.push_back({.name = name, .error_code = error});
    }
    return response;
  }
  for (const DeleteTopicsDeleteTopicState& topic : request.topics) {
    response.responses.push_back(
        {.name = topic.name, .topic_id = topic.topic_id, .error_code = error});
  }
  return response;
}

CreatePartitionsResponse error_answer(const CreatePartitionsRequest& request, ErrorCode error,
                                      int /*version*/) {
  CreatePartitionsResponse response;
  for (const CreatePartitionsTopic& topic : request.topics) {
    response.results.push_back({.name = topic.name, .error_code = error});
  }
  return response;
}

DescribeTopicPartitionsResponse error_answer(const DescribeTopicPartitionsRequest& request,
                                             ErrorCode error, int /*version*/) {
  DescribeTopicPartitionsResponse response;
  for (const DescribeTopicPartitionsTopicRequest& topic : request.topics) {
    response.topics.push_back({.error_code = error, .name = topic.name});
  }
  return response;
}

}  // namespace cohort::broker
