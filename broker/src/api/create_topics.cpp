// CreateTopics v0-v7.
// v1 validate_only, messages; v2 throttle time; v4 defaults by -1 (KIP-464); v5 counts and configs
// in the answer (KIP-525), flexible; v6 THROTTLING_QUOTA_EXCEEDED (KIP-599); v7 topic ids
// (KIP-516). Not here: authorisation; quotas.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/create_topics.hpp>

#include <map>

namespace cohort::broker {

namespace {

NewTopic wanted(const CreateTopicsCreatableTopic& topic) {
  NewTopic made{.name = topic.name,
                .num_partitions = topic.num_partitions,
                .replication_factor = topic.replication_factor};
  for (const auto& assignment : topic.assignments) {
    made.assignments.push_back({assignment.partition_index, assignment.broker_ids});
  }
  for (const auto& config : topic.configs) made.configs.push_back({config.name, config.value});
  return made;
}

CreateTopicsCreatableTopicResult answered(TopicCreation made) {
  CreateTopicsCreatableTopicResult result{.name = std::move(made.name),
                                          .topic_id = made.id,
                                          .error_code = made.error,
                                          .error_message = std::move(made.message),
                                          .num_partitions = made.num_partitions,
                                          .replication_factor = made.replication_factor};
  for (EffectiveConfig& config : made.configs) {
    result.configs->push_back({.name = std::move(config.name),
                               .value = std::move(config.value),
                               .config_source = static_cast<std::int8_t>(config.source)});
  }
  return result;
}

CreateTopicsCreatableTopicResult refused(const std::string& name, ErrorCode error,
                                         std::optional<std::string> message) {
  return {.name = name, .error_code = error, .error_message = std::move(message)};
}

}  // namespace

std::optional<CreateTopicsResponse> create_topics(RequestContext& context,
                                                  const CreateTopicsRequest& request) {
  std::map<std::string, int> mentions;
  for (const auto& topic : request.topics) ++mentions[topic.name];
  std::vector<NewTopic> topics;
  for (const auto& topic : request.topics) {
    if (mentions.at(topic.name) == 1 && topic.name != metadata_topic) {
      topics.push_back(wanted(topic));
    }
  }
  const bool is_out_of_time = request.timeout_ms <= 0;
  if (is_out_of_time && !topics.empty() && context.state.rules.timeout_of_0_makes_nothing) {
    // KRaft's controller gives up before it begins (QuorumController, deadline of the event).
    return error_answer(request, ErrorCode::request_timed_out, context.version());
  }

  CreateTopicsResponse response;
  for (TopicCreation& made :
       create_topics_in(context.state, topics, request.validate_only, context.now)) {
    // Made, but nobody waits until it is seen (AdminManager.createTopics of Kafka 2.4).
    const bool is_too_late =
        is_out_of_time && !request.validate_only && made.error == ErrorCode::none;
    response.topics.push_back(is_too_late
                                  ? refused(made.name, ErrorCode::request_timed_out, std::nullopt)
                                  : answered(std::move(made)));
  }
  // Named twice: none of the mentions counts (ControllerApis.createTopics).
  for (const auto& [name, count] : mentions) {
    if (count > 1) {
      response.topics.push_back(refused(name, ErrorCode::invalid_request, "Duplicate topic name."));
    } else if (name == metadata_topic) {
      response.topics.push_back(
          refused(name, ErrorCode::invalid_request,
                  "Creation of internal topic __cluster_metadata is prohibited."));
    }
  }
  return response;
}

}  // namespace cohort::broker
