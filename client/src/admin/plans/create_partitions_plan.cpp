#include "admin/plans/create_partitions_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

CreatePartitionsPlan::CreatePartitionsPlan(std::map<std::string, NewPartitions> topics,
                                           bool validate_only)
    : topics_(std::move(topics)), validate_only_(validate_only) {
  for (const auto& [topic, wanted] : topics_) add(topic, {.place = Place::controller});
}

RequestId CreatePartitionsPlan::send(const Sender& sender, const Batch& batch) const {
  CreatePartitionsRequest request{.timeout_ms = sender.timeout_ms(),
                                  .validate_only = validate_only_};
  for (const std::string& name : keys_of(batch)) {
    const NewPartitions& wanted = topics_.at(name);
    CreatePartitionsTopic topic{.name = name, .count = wanted.total};
    // Null lets the broker choose.
    if (wanted.assignments.empty()) topic.assignments.reset();
    for (const std::vector<std::int32_t>& replicas : wanted.assignments) {
      topic.assignments->push_back({.broker_ids = replicas});
    }
    request.topics.push_back(std::move(topic));
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> CreatePartitionsPlan::read(const Batch& batch,
                                                        const Answered& answer) {
  const auto response = decode<CreatePartitionsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, Done> readings;
  for (const CreatePartitionsTopicResult& topic : response->results) {
    readings.insert_or_assign(
        topic.name, Reading<Done>{topic.error_code, topic.error_message.value_or(""), {}});
  }
  return take(batch, std::move(readings), response->throttle_time_ms);
}

}  // namespace cohort::client
