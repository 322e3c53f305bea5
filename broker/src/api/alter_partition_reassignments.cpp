// AlterPartitionReassignments v0 (KIP-455).
// A reassignment is done at once if the replicas that it adds run; else when the last of them does.
// Not here: authorisation.
#include "api/error_answers.hpp"
#include "api/handlers.hpp"
#include "leadership.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/alter_partition_reassignments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::broker {

namespace {

using ReassignmentError = TopicError;

/// All changes of a request are checked by what was before it, and carried out together.
class Reassignments {
 public:
  explicit Reassignments(const BrokerState& state) : state_(state) {}

  ReassignmentError add(const std::string& topic, const ReassignablePartition& wanted) {
    const std::int32_t index = wanted.partition_index;
    const Partition* partition = state_.catalog.find(topic, index);
    if (partition == nullptr) {
      const bool is_topic = state_.catalog.find(topic) != nullptr;
      return {ErrorCode::unknown_topic_or_partition,
              is_topic ? fmt::format("There is no partition {}:{}.", topic, index)
                       : fmt::format("There is no topic named {}.", topic)};
    }
    auto next = wanted.replicas ? change(*partition, *wanted.replicas) : cancel(topic, *partition);
    if (auto* error = std::get_if<ReassignmentError>(&next)) return std::move(*error);
    ReplicaSet set = std::get<ReplicaSet>(std::move(next));
    if (set == replica_set_of(*partition)) return {};
    // The list of what a request changes is full (BoundedListTooLongException, no ApiException).
    if (std::ssize(changes_) >= max_new_records) return {ErrorCode::unknown_server_error, {}};
    changes_.push_back({topic, index, std::move(set)});
    return {};
  }

  void carry_out(BrokerState& state, Instant now) && {
    for (auto& [topic, index, set] : changes_) assign(state, topic, index, std::move(set), now);
  }

 private:
  struct Change {
    std::string topic;
    std::int32_t partition = 0;
    ReplicaSet set;
  };

  std::variant<ReplicaSet, ReassignmentError> change(
      const Partition& partition, const std::vector<std::int32_t>& target) const {
    if (auto fault = replicas_fault(target, std::nullopt, state_.catalog.brokers())) {
      return *std::move(fault);
    }
    return reassigned(partition, target, state_.cluster.running());
  }

  /// Source: ReplicationControlManager.cancelPartitionReassignment.
  std::variant<ReplicaSet, ReassignmentError> cancel(const std::string& topic,
                                                     const Partition& partition) const {
    // Its message is that of the error code alone, which goes without saying (ApiError).
    if (partition.adding.empty() && partition.removing.empty()) {
      return ReassignmentError{ErrorCode::no_reassignment_in_progress, {}};
    }
    ReplicaSet set = reverted(partition);
    const bool is_clean = std::ranges::any_of(set.isr, [&](std::int32_t broker) {
      return std::ranges::find(partition.isr, broker) != partition.isr.end();
    });
    if (is_clean || is_unclean_election_allowed(topic)) return set;
    return ReassignmentError{
        ErrorCode::invalid_replica_assignment,
        fmt::format("To revert the assignment of {} would take an unclean leader election.",
                    topic)};
  }

  bool is_unclean_election_allowed(const std::string& topic) const {
    for (const EffectiveConfig& config :
         effective_configs(state_.catalog.find(topic)->overrides, state_.config)) {
      if (config.name == "unclean.leader.election.enable") return config.value == "true";
    }
    return false;
  }

  const BrokerState& state_;
  std::vector<Change> changes_;
};

}  // namespace

/// Source: QuorumController.alterPartitionReassignments,
/// ReplicationControlManager.alterPartitionReassignments.
std::optional<AlterPartitionReassignmentsResponse> alter_partition_reassignments(
    RequestContext& context, const AlterPartitionReassignmentsRequest& request) {
  // The message is then empty, and else null.
  if (request.topics.empty()) return AlterPartitionReassignmentsResponse{};
  if (request.timeout_ms <= 0) {
    return error_answer(request, ErrorCode::request_timed_out, context.version());
  }
  AlterPartitionReassignmentsResponse response{.error_message = std::nullopt};
  Reassignments reassignments(context.state);
  for (const ReassignableTopic& topic : request.topics) {
    ReassignableTopicResponse& answer = response.responses.emplace_back();
    answer.name = topic.name;
    for (const ReassignablePartition& wanted : topic.partitions) {
      ReassignmentError error = reassignments.add(topic.name, wanted);
      ReassignablePartitionResponse& result = answer.partitions.emplace_back();
      result.partition_index = wanted.partition_index;
      result.error_code = error.error;
      result.error_message.reset();
      if (!error.message.empty()) result.error_message = std::move(error.message);
    }
  }
  std::move(reassignments).carry_out(context.state, context.now);
  return response;
}

}  // namespace cohort::broker
