#include "new_topic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace cohort::broker {
namespace {

TopicError invalid_assignment(std::string message) {
  return {.error = ErrorCode::invalid_replica_assignment, .message = std::move(message)};
}

std::variant<Assignment, TopicError> assigned_by_hand(const NewTopic& topic,
                                                      const PlaceableBrokers& brokers) {
  if (topic.replication_factor != -1) {
    return TopicError{ErrorCode::invalid_request,
                      "A manual partition assignment was specified, but replication factor was not "
                      "set to -1."};
  }
  if (topic.num_partitions != -1) {
    return TopicError{ErrorCode::invalid_request,
                      "A manual partition assignment was specified, but numPartitions was not set "
                      "to -1."};
  }
  std::map<std::int32_t, std::vector<std::int32_t>> by_partition;
  std::optional<std::size_t> count;
  for (const ManualAssignment& assignment : topic.assignments) {
    if (by_partition.contains(assignment.partition)) {
      return invalid_assignment(fmt::format(
          "Found multiple manual partition assignments for partition {}", assignment.partition));
    }
    auto fault = replicas_fault(assignment.brokers, count, brokers.all);
    if (fault) return *std::move(fault);
    count = assignment.brokers.size();
    by_partition.emplace(assignment.partition, assignment.brokers);
  }
  Assignment result;
  for (const auto& [partition, replicas] : by_partition) {
    if (partition != static_cast<std::int32_t>(result.size())) {
      return invalid_assignment("partitions should be a consecutive 0-based integer sequence");
    }
    if (auto fault = leaderless_fault(result.size(), replicas, brokers.running)) {
      return *std::move(fault);
    }
    result.push_back(replicas);
  }
  return result;
}

}  // namespace

std::optional<TopicError> replicas_fault(std::vector<std::int32_t> replicas,
                                         std::optional<std::size_t> expected_count,
                                         std::span<const std::int32_t> brokers) {
  if (replicas.empty()) {
    return invalid_assignment("The manual partition assignment includes an empty replica list.");
  }
  std::ranges::sort(replicas);
  for (std::size_t i = 0; i < replicas.size(); ++i) {
    if (!std::ranges::binary_search(brokers, replicas[i])) {
      return invalid_assignment(
          fmt::format("The manual partition assignment includes broker {}, but no such broker is "
                      "registered.",
                      replicas[i]));
    }
    if (i > 0 && replicas[i] == replicas[i - 1]) {
      return invalid_assignment(fmt::format(
          "The manual partition assignment includes the broker {} more than once.", replicas[i]));
    }
  }
  if (!expected_count.has_value() || replicas.size() == *expected_count) return std::nullopt;
  return invalid_assignment(
      fmt::format("The manual partition assignment includes a partition with {} replica(s), but "
                  "this is not consistent with previous partitions, which have {} replica(s).",
                  replicas.size(), *expected_count));
}

std::optional<TopicError> leaderless_fault(std::size_t partition,
                                           const std::vector<std::int32_t>& replicas,
                                           std::span<const std::int32_t> running) {
  const bool has_leader = std::ranges::any_of(
      replicas, [&](std::int32_t broker) { return std::ranges::binary_search(running, broker); });
  if (has_leader) return std::nullopt;
  return invalid_assignment(
      fmt::format("All brokers specified in the manual partition assignment for partition {} are "
                  "fenced or in controlled shutdown.",
                  partition));
}

TopicError nobody_runs(std::size_t replicas) {
  return {ErrorCode::invalid_replication_factor,
          fmt::format("Unable to replicate the partition {} time(s): All brokers are currently "
                      "fenced or in controlled shutdown.",
                      replicas)};
}

std::variant<Assignment, TopicError> assign_partitions(const NewTopic& topic,
                                                       const PlaceableBrokers& brokers,
                                                       const LogConfig& config) {
  if (!topic.assignments.empty()) return assigned_by_hand(topic, brokers);
  if (topic.replication_factor < -1 || topic.replication_factor == 0) {
    return TopicError{ErrorCode::invalid_replication_factor,
                      "Replication factor must be larger than 0, or -1 to use the default value."};
  }
  if (topic.num_partitions < -1 || topic.num_partitions == 0) {
    return TopicError{ErrorCode::invalid_partitions,
                      "Number of partitions was set to an invalid non-positive value."};
  }
  const std::int32_t partitions =
      topic.num_partitions == -1 ? config.num_partitions : topic.num_partitions;
  const std::int16_t replicas =
      topic.replication_factor == -1 ? config.default_replication_factor : topic.replication_factor;
  if (replicas > static_cast<std::int64_t>(brokers.all.size())) {
    return TopicError{
        ErrorCode::invalid_replication_factor,
        fmt::format("Unable to replicate the partition {} time(s): The target replication factor "
                    "of {} cannot be reached because only {} broker(s) are registered.",
                    replicas, replicas, brokers.all.size())};
  }
  if (brokers.running.empty()) return nobody_runs(static_cast<std::size_t>(replicas));
  if (partitions > max_new_records) {
    return TopicError{ErrorCode::policy_violation, std::string(too_many_records)};
  }
  return spread_partitions(0, partitions, static_cast<std::size_t>(replicas), brokers);
}

Assignment spread_partitions(std::size_t first, std::int32_t count, std::size_t replicas,
                             const PlaceableBrokers& brokers) {
  std::vector<std::int32_t> stopped;
  std::ranges::set_difference(brokers.all, brokers.running, std::back_inserter(stopped));
  const std::size_t running = brokers.running.size();
  Assignment result;
  for (std::size_t partition = first; partition < static_cast<std::size_t>(count); ++partition) {
    std::vector<std::int32_t>& chosen = result.emplace_back();
    for (std::size_t replica = 0; replica < replicas; ++replica) {
      chosen.push_back(replica < running
                           ? brokers.running[(partition + replica) % running]
                           : stopped[(partition + replica - running) % stopped.size()]);
    }
  }
  return result;
}

}  // namespace cohort::broker
