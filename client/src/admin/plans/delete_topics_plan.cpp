#include "admin/plans/delete_topics_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

DeleteTopicsPlan::DeleteTopicsPlan(const std::vector<std::string>& topics) {
  for (const std::string& topic : topics) add(topic, {.place = Place::controller});
}

RequestId DeleteTopicsPlan::send(const Sender& sender, const Batch& batch) const {
  constexpr int first_version_with_ids = 6;  // KIP-516
  DeleteTopicsRequest request{.timeout_ms = sender.timeout_ms()};
  for (const std::string& topic : keys_of(batch)) {
    if (sender.version() < first_version_with_ids) {
      request.topic_names.push_back(topic);
    } else {
      request.topics.push_back({.name = topic});
    }
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> DeleteTopicsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<DeleteTopicsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, DeletedTopic> readings;
  for (const DeleteTopicsDeletableTopicResult& topic : response->responses) {
    readings.insert_or_assign(
        topic.name.value_or(""),
        Reading<DeletedTopic>{
            topic.error_code, topic.error_message.value_or(""), {.id = topic.topic_id}});
  }
  return take(batch, std::move(readings), response->throttle_time_ms);
}

}  // namespace cohort::client
