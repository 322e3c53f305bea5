#include <cohort/client/assignment_check.hpp>

#include <fmt/format.h>

namespace cohort::client {

namespace {

Failure wrongly_given(const TopicPartition& partition, std::string message) {
  return {
      .kind = FailureKind::wrong_assignment, .message = std::move(message), .partition = partition};
}

/// What was given so far, and what the members claim.
class AssignmentCheck {
 public:
  AssignmentCheck(const AssignmentProblem& problem, RebalanceProtocol protocol)
      : problem_(&problem), is_cooperative_(protocol == RebalanceProtocol::cooperative) {
    for (const GroupMember& member : problem.members) {
      members_.emplace(member.member_id, &member);
      if (!is_cooperative_) continue;
      for (const TopicPartition& partition : member.owned) claims_[partition].push_back(&member);
    }
  }

  std::optional<Failure> look_at(const std::string& member_id, const PartitionSet& partitions) {
    const auto member = members_.find(member_id);
    if (member == members_.end()) {
      return Failure{.kind = FailureKind::wrong_assignment,
                     .message = fmt::format("the assignor gave {} to \"{}\", which is no member",
                                            to_string(partitions), member_id)};
    }
    for (const TopicPartition& partition : partitions) {
      if (auto failure = look_at(*member->second, partition)) return failure;
    }
    return std::nullopt;
  }

  std::optional<Failure> look_for_what_is_left() const {
    for (const TopicPartition& partition : subscribed_partitions(*problem_)) {
      if (given_.contains(partition) || claims_.contains(partition)) continue;
      return wrongly_given(partition,
                           fmt::format("the assignor gave {} to nobody", to_string(partition)));
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> look_at(const GroupMember& member, const TopicPartition& partition) {
    const auto gave = [&](std::string_view but) {
      return wrongly_given(partition, fmt::format("the assignor gave {} to {}, {}",
                                                  to_string(partition), member.member_id, but));
    };
    const auto topic = problem_->partition_counts.find(partition.topic);
    if (topic == problem_->partition_counts.end()) return gave("and there is no such topic");
    if (!member.topics.contains(partition.topic)) {
      return gave("which has not subscribed to " + partition.topic);
    }
    if (partition.partition < 0 || partition.partition >= topic->second) {
      return gave(fmt::format("but {} has {} partitions only", partition.topic, topic->second));
    }
    const auto [before, is_first] = given_.emplace(partition, &member);
    if (!is_first) return gave("and to " + before->second->member_id);
    const GroupMember* owner = owner_in_the_way(member, partition);
    if (owner == nullptr) return std::nullopt;
    return gave(fmt::format("but {} owns it and has to give it up first", owner->member_id));
  }

  /// Who else owns what this member gets: it must not claim it itself, or its claim is older. A
  /// generation that was not told is taken to be no older.
  const GroupMember* owner_in_the_way(const GroupMember& member,
                                      const TopicPartition& partition) const {
    const auto claims = claims_.find(partition);
    if (claims == claims_.end()) return nullptr;
    const bool claims_it = member.owned.contains(partition);
    for (const GroupMember* other : claims->second) {
      if (other == &member) continue;
      if (!claims_it) return other;
      if (member.generation >= 0 && other->generation > member.generation) return other;
    }
    return nullptr;
  }

  const AssignmentProblem* problem_;
  bool is_cooperative_;
  std::map<std::string, const GroupMember*> members_;
  std::map<TopicPartition, std::vector<const GroupMember*>> claims_;  ///< Under `cooperative` only.
  std::map<TopicPartition, const GroupMember*> given_;
};

}  // namespace

std::optional<Failure> check_assignment(const AssignmentProblem& problem,
                                        const Assignment& assignment, RebalanceProtocol protocol) {
  AssignmentCheck check(problem, protocol);
  for (const auto& [member_id, partitions] : assignment) {
    if (auto failure = check.look_at(member_id, partitions)) return failure;
  }
  return check.look_for_what_is_left();
}

}  // namespace cohort::client
