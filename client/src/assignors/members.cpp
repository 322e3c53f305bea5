#include "assignors/members.hpp"

#include <algorithm>
#include <tuple>

namespace cohort::client {

std::vector<GroupMember> members_in_order(const AssignmentProblem& problem) {
  std::vector<GroupMember> members = problem.members;
  std::ranges::sort(members, {}, &GroupMember::member_id);
  return members;
}

std::vector<GroupMember> members_in_static_order(const AssignmentProblem& problem) {
  std::vector<GroupMember> members = problem.members;
  // Kafka allows no two members of one instance id; the member id only makes this a strict order.
  std::ranges::sort(members, [](const GroupMember& a, const GroupMember& b) {
    return std::forward_as_tuple(!a.instance_id, a.instance_id, a.member_id) <
           std::forward_as_tuple(!b.instance_id, b.instance_id, b.member_id);
  });
  return members;
}

std::vector<TopicPartition> subscribed_partitions(const AssignmentProblem& problem) {
  std::set<std::string> topics;
  for (const GroupMember& member : problem.members) {
    topics.insert(member.topics.begin(), member.topics.end());
  }
  std::vector<TopicPartition> partitions;
  for (const auto& [topic, count] : problem.partition_counts) {
    if (!topics.contains(topic)) continue;
    for (std::int32_t partition = 0; partition < count; ++partition) {
      partitions.push_back({topic, partition});
    }
  }
  return partitions;
}

Assignment nothing_for(const std::vector<GroupMember>& members) {
  Assignment nothing;
  for (const GroupMember& member : members) nothing.try_emplace(member.member_id);
  return nothing;
}

}  // namespace cohort::client
