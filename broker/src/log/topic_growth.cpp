// How the Catalog gives a topic more partitions.
#include "catalog.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::broker {
namespace {

TopicError fault(ErrorCode error, std::string message) { return {error, std::move(message)}; }

std::optional<TopicError> count_fault(const Topic& topic, std::int32_t count) {
  const auto present = static_cast<std::int32_t>(topic.partitions.size());
  if (count == present) {
    return fault(ErrorCode::invalid_partitions,
                 fmt::format("Topic already has {} partition(s).", present));
  }
  if (count < present) {
    return fault(ErrorCode::invalid_partitions,
                 fmt::format("The topic {} currently has {} partition(s); {} would not be an "
                             "increase.",
                             topic.name, present, count));
  }
  return std::nullopt;
}

}  // namespace

std::variant<Assignment, TopicError> Catalog::grown(const Topic& topic,
                                                    const MorePartitions& wanted) const {
  if (auto wrong = count_fault(topic, wanted.count)) return *std::move(wrong);
  const std::size_t first_new = topic.partitions.size();
  const std::int64_t additional = wanted.count - static_cast<std::int64_t>(first_new);
  if (total_partitions_ + additional > max_partitions) {
    return fault(ErrorCode::policy_violation, std::string(too_many_records));
  }
  const std::size_t replicas = topic.partitions.front().replicas.size();
  if (!wanted.assignments) {
    if (running_.empty()) return nobody_runs(replicas);
    return spread_partitions(first_new, wanted.count, replicas, {brokers_, running_});
  }
  if (std::ssize(*wanted.assignments) != additional) {
    return fault(ErrorCode::invalid_replica_assignment,
                 fmt::format("Attempted to add {} additional partition(s), but only {} "
                             "assignment(s) were specified.",
                             additional, wanted.assignments->size()));
  }
  std::size_t partition = first_new;
  for (const std::vector<std::int32_t>& assignment : *wanted.assignments) {
    if (auto wrong = replicas_fault(assignment, replicas, brokers_)) return *std::move(wrong);
    if (auto wrong = leaderless_fault(partition++, assignment, running_)) return *std::move(wrong);
  }
  return *wanted.assignments;
}

TopicError Catalog::grow(const MorePartitions& wanted, bool validate_only,
                         std::int64_t& allowance) {
  Topic* topic = find_mutable(wanted.topic);
  if (topic == nullptr) return {.error = ErrorCode::unknown_topic_or_partition, .message = {}};
  auto assigned = grown(*topic, wanted);
  if (auto* wrong = std::get_if<TopicError>(&assigned)) return std::move(*wrong);
  const std::int64_t additional = std::ssize(std::get<Assignment>(assigned));
  if (additional > allowance) {
    // The list of what a request changes is full (BoundedListTooLongException, no ApiException).
    allowance = 0;
    return {.error = ErrorCode::unknown_server_error, .message = {}};
  }
  allowance -= additional;
  if (validate_only) return {};
  std::vector<Partition> added = make_partitions(std::get<Assignment>(std::move(assigned)));
  total_partitions_ += std::ssize(added);
  topic->partitions.insert(topic->partitions.end(), std::make_move_iterator(added.begin()),
                           std::make_move_iterator(added.end()));
  return {};
}

}  // namespace cohort::broker
