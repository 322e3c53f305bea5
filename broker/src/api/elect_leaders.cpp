// ElectLeaders v0-v2 (KIP-183).
// v1 kinds of election, an error of the whole (KIP-460); v2 flexible.
// Not here: authorisation.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "leadership.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/elect_leaders.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::broker {

namespace {

using ElectionAnswer = ElectLeadersPartitionResult;

ElectLeadersResponse failed_election(const RequestContext& context,
                                     const ElectLeadersRequest& request, ErrorCode error,
                                     const std::string& message) {
  ElectLeadersResponse response = error_answer(request, error, context.version());
  for (ElectLeadersReplicaElectionResult& topic : response.replica_election_results) {
    for (ElectionAnswer& answer : topic.partition_result) answer.error_message = message;
  }
  return response;
}

std::string election_message(ErrorCode error) {
  if (error == ErrorCode::election_not_needed) return "The partition needs no election.";
  if (error == ErrorCode::preferred_leader_not_available) {
    return "The preferred leader can't lead now.";
  }
  return "No replica of the partition can lead.";
}

/// All elections of a request go by what was before it, and are carried out together.
class Elections {
 public:
  Elections(const BrokerState& state, ElectionType type) : state_(state), type_(type) {}

  ElectionAnswer hold(const std::string& topic, std::int32_t index) {
    const Partition* partition = state_.catalog.find(topic, index);
    if (partition == nullptr) {
      const bool is_topic = state_.catalog.find(topic) != nullptr;
      return refused(index, ErrorCode::unknown_topic_or_partition,
                     is_topic ? fmt::format("There is no partition {}-{}", topic, index)
                              : fmt::format("There is no topic {}", topic));
    }
    const auto outcome = elected(*partition, type_, state_.cluster.running());
    if (const auto* error = std::get_if<ErrorCode>(&outcome)) {
      return refused(index, *error, election_message(*error));
    }
    won_.push_back({topic, index, std::get<Elected>(outcome)});
    return {.partition_id = index, .error_message = std::nullopt};
  }

  bool are_too_many() const { return std::ssize(won_) > max_new_records; }

  void carry_out(BrokerState& state, Instant now) const {
    for (const auto& [topic, index, winner] : won_) install(state, topic, index, winner, now);
  }

 private:
  struct Won {
    std::string topic;
    std::int32_t partition = 0;
    Elected winner;
  };

  static ElectionAnswer refused(std::int32_t index, ErrorCode error, std::string message) {
    return {.partition_id = index, .error_code = error, .error_message = std::move(message)};
  }

  const BrokerState& state_;
  ElectionType type_;
  std::vector<Won> won_;
};

/// Those that have the leader they should have are left out, but not their topics.
void elect_everywhere(const Catalog& catalog, Elections& elections,
                      ElectLeadersResponse& response) {
  for (const auto& [name, topic] : catalog.topics()) {
    ElectLeadersReplicaElectionResult& result = response.replica_election_results.emplace_back();
    result.topic = name;
    for (std::int32_t index = 0; index < std::ssize(topic.partitions); ++index) {
      ElectionAnswer answer = elections.hold(name, index);
      if (answer.error_code == ErrorCode::election_not_needed) continue;
      result.partition_result.push_back(std::move(answer));
    }
  }
}

}  // namespace

/// Source: QuorumController.electLeaders, ReplicationControlManager.electLeaders.
std::optional<ElectLeadersResponse> elect_leaders(RequestContext& context,
                                                  const ElectLeadersRequest& request) {
  if (request.topic_partitions && request.topic_partitions->empty()) return ElectLeadersResponse{};
  if (request.timeout_ms <= 0) {
    return error_answer(request, ErrorCode::request_timed_out, context.version());
  }
  if (request.election_type != 0 && request.election_type != 1) {
    return failed_election(context, request, ErrorCode::invalid_request,
                           fmt::format("Unknown election type {}", request.election_type));
  }
  ElectLeadersResponse response;
  Elections elections(context.state, static_cast<ElectionType>(request.election_type));
  if (request.topic_partitions) {
    for (const ElectLeadersTopicPartitions& topic : *request.topic_partitions) {
      ElectLeadersReplicaElectionResult& result = response.replica_election_results.emplace_back();
      result.topic = topic.topic;
      for (const std::int32_t index : topic.partitions) {
        result.partition_result.push_back(elections.hold(topic.topic, index));
      }
    }
  } else {
    elect_everywhere(context.state.catalog, elections, response);
  }
  if (elections.are_too_many()) {
    return failed_election(context, request, ErrorCode::policy_violation,
                           std::string(too_many_records));
  }
  elections.carry_out(context.state, context.now);
  return response;
}

}  // namespace cohort::broker
