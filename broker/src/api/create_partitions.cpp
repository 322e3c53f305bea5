// CreatePartitions v0-v3 (KIP-195).
// v1 nothing on the wire; v2 flexible; v3 THROTTLING_QUOTA_EXCEEDED (KIP-599).
// Not here: authorisation; quotas.
#include "api/handlers.hpp"
#include "state.hpp"
#include "topics.hpp"
#include <cohort/protocol/messages/create_partitions.hpp>

#include <map>
#include <string>

namespace cohort::broker {

namespace {

MorePartitions wanted(const CreatePartitionsTopic& topic) {
  MorePartitions more{.topic = topic.name, .count = topic.count};
  if (!topic.assignments) return more;
  more.assignments.emplace();
  for (const CreatePartitionsAssignment& assignment : *topic.assignments) {
    more.assignments->push_back(assignment.broker_ids);
  }
  return more;
}

CreatePartitionsTopicResult answered(const std::string& name, TopicError error) {
  CreatePartitionsTopicResult result{.name = name, .error_code = error.error};
  if (!error.message.empty()) result.error_message = std::move(error.message);
  return result;
}

}  // namespace

std::optional<CreatePartitionsResponse> create_partitions(RequestContext& context,
                                                          const CreatePartitionsRequest& request) {
  CreatePartitionsResponse response;
  std::int64_t allowance = max_new_records;
  std::map<std::string, int> mentions;
  for (const CreatePartitionsTopic& topic : request.topics) ++mentions[topic.name];
  // Named twice: none of the mentions counts (ControllerApis.createPartitions).
  for (const auto& [name, count] : mentions) {
    if (count == 1) continue;
    response.results.push_back(
        answered(name, {ErrorCode::invalid_request, "Duplicate topic name."}));
  }
  for (const CreatePartitionsTopic& topic : request.topics) {
    if (mentions.at(topic.name) > 1) continue;
    // With no time to spare KRaft's controller gives up before it begins.
    if (request.timeout_ms <= 0) {
      response.results.push_back(answered(topic.name, {ErrorCode::request_timed_out, {}}));
      continue;
    }
    response.results.push_back(answered(
        topic.name,
        grow_topic(context.state, wanted(topic), request.validate_only, allowance, context.now)));
  }
  return response;
}

}  // namespace cohort::broker
