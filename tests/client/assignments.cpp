#include "client/assignments.hpp"

#include <cohort/client/assignment_check.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace cohort::client {

GroupMember subscriber(std::string id, std::string_view topics) {
  GroupMember member{.member_id = std::move(id)};
  std::istringstream words{std::string(topics)};
  for (std::string topic; words >> topic;) member.topics.insert(topic);
  return member;
}

GroupMember static_subscriber(std::string id, std::string instance_id, std::string_view topics) {
  GroupMember member = subscriber(std::move(id), topics);
  member.instance_id = std::move(instance_id);
  return member;
}

PartitionSet partition_set(std::string_view text) {
  PartitionSet result;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const std::size_t digits = word.find_first_of("0123456789");
    const std::string topic = word.substr(0, digits);
    std::istringstream numbers(word.substr(digits));
    for (std::string number; std::getline(numbers, number, ',');) {
      result.insert({topic, std::stoi(number)});
    }
  }
  return result;
}

std::string in_short(const PartitionSet& partitions) {
  std::string text;
  std::string topic;
  for (const TopicPartition& partition : partitions) {
    if (partition.topic != topic) {
      text.append(text.empty() ? "" : " ").append(partition.topic);
    } else {
      text.append(",");
    }
    topic = partition.topic;
    text.append(std::to_string(partition.partition));
  }
  return text;
}

std::string in_short(const Assignment& assignment) {
  std::string text;
  for (const auto& [member, partitions] : assignment) {
    text.append(text.empty() ? "" : "; ").append(member).append(": ").append(in_short(partitions));
  }
  return text;
}

AssignmentProblem problem_of(const std::vector<std::string>& subscriptions,
                             const std::vector<std::int32_t>& partition_counts) {
  AssignmentProblem problem;
  problem.members.reserve(subscriptions.size());
  char id = 'a';
  for (const std::string& topics : subscriptions) {
    problem.members.push_back(subscriber(std::string(1, id++), topics));
  }
  char topic = 'x';
  for (const std::int32_t count : partition_counts) {
    problem.partition_counts.emplace(std::string(1, topic++), count);
  }
  return problem;
}

AssignmentProblem random_problem(Rng& rng, bool equal_subscriptions) {
  AssignmentProblem problem;
  std::vector<std::string> topics{"gone"};
  const std::uint64_t topic_count = 1 + rng.below(5);
  for (std::uint64_t topic = 0; topic < topic_count; ++topic) {
    topics.push_back("t" + std::to_string(topic));
    problem.partition_counts.emplace(topics.back(), static_cast<std::int32_t>(rng.below(8)));
  }
  const std::uint64_t member_count = 1 + rng.below(8);
  for (std::uint64_t member = 0; member < member_count; ++member) {
    problem.members.push_back({.member_id = "m" + std::to_string(member)});
    for (const std::string& topic : topics) {
      if (equal_subscriptions || rng.below(2) == 0) problem.members.back().topics.insert(topic);
    }
  }
  return problem;
}

AssignmentProblem with_members_shuffled(AssignmentProblem problem, Rng& rng) {
  for (std::size_t left = problem.members.size(); left > 1; --left) {
    std::swap(problem.members[left - 1], problem.members[rng.below(left)]);
  }
  return problem;
}

std::size_t partition_total(const AssignmentProblem& problem) {
  return subscribed_partitions(problem).size();
}

std::vector<std::size_t> loads_of(const AssignmentProblem& problem, const Assignment& assignment) {
  std::vector<std::size_t> result;
  result.reserve(problem.members.size());
  for (const GroupMember& member : problem.members) {
    const auto found = assignment.find(member.member_id);
    result.push_back(found == assignment.end() ? 0 : found->second.size());
  }
  std::ranges::sort(result, std::greater<>());
  return result;
}

std::vector<std::uint64_t> assignment_seeds(std::uint64_t count) {
  if (const char* only = std::getenv("COHORT_SEED")) return {std::strtoull(only, nullptr, 10)};
  std::vector<std::uint64_t> seeds;
  seeds.reserve(count);
  for (std::uint64_t seed = 1; seed <= count; ++seed) seeds.push_back(seed);
  return seeds;
}

}  // namespace cohort::client
