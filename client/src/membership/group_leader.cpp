#include "membership/group_leader.hpp"

#include <cohort/client/assignment_check.hpp>
#include <cohort/client/member_bytes.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace cohort::client {

namespace {

Failure wrong_assignment(std::string message) {
  return {.kind = FailureKind::wrong_assignment, .message = std::move(message)};
}

/// What the metadata says of these topics. One with an error that will pass counts as `before`.
PartitionCounts count_partitions(const std::set<std::string>& topics, const MetadataCache& metadata,
                                 const PartitionCounts& before) {
  PartitionCounts counts;
  for (const std::string& topic : topics) {
    const TopicMetadata* found = metadata.find_with_error(topic);
    const bool is_gone = found == nullptr || found->error == ErrorCode::unknown_topic_or_partition;
    const auto known = before.find(topic);
    if (!is_gone && found->error == ErrorCode::none) {
      counts.emplace(topic, static_cast<std::int32_t>(found->partitions.size()));
    } else if (!is_gone && known != before.end()) {
      counts.insert(*known);
    }
  }
  return counts;
}

/// What an assignor may leave out, it may whatever the leader's other assignors can do: in the
/// second step from eager to cooperative only some members are cooperative (KIP-429).
RebalanceProtocol laxest_protocol(const Assignor& assignor) {
  return assignor.protocols().contains(RebalanceProtocol::cooperative)
             ? RebalanceProtocol::cooperative
             : RebalanceProtocol::eager;
}

}  // namespace

Outcome<GroupLeader> GroupLeader::from(const JoinGroupResponse& response,
                                       const Assignors& assignors) {
  const std::string chosen = response.protocol_name.value_or("");
  const auto assignor =
      std::ranges::find_if(assignors, [&](const auto& ours) { return ours->name() == chosen; });
  if (assignor == assignors.end()) {
    return wrong_assignment("the coordinator has chosen assignor '" + chosen +
                            "', which this consumer does not have");
  }
  GroupLeader leader;
  leader.assignor_ = *assignor;
  leader.skips_assignment_ = response.skip_assignment;
  leader.members_.reserve(response.members.size());
  for (const JoinGroupResponseMember& answered : response.members) {
    Outcome<GroupMember> member = member_from_bytes(answered);
    if (!member) return member.error();
    leader.topics_.insert(member->topics.begin(), member->topics.end());
    leader.members_.push_back(std::move(*member));
  }
  return leader;
}

bool GroupLeader::can_assign(const MetadataCache& metadata) const {
  // A topic that nobody has asked for yet is not known, and is not absent.
  return metadata.covers_wanted() && std::ranges::all_of(topics_, [&](const std::string& topic) {
           return metadata.wants(topic);
         });
}

Outcome<std::vector<SyncGroupRequestAssignment>> GroupLeader::assign(
    const MetadataCache& metadata) {
  seen_ = count_partitions(topics_, metadata, {});
  if (skips_assignment_) return std::vector<SyncGroupRequestAssignment>{};

  const AssignmentProblem problem{.members = std::exchange(members_, {}),
                                  .partition_counts = *seen_};
  const std::string assignor = assignor_->name();
  Assignment assignment;
  std::map<std::string, Buffer> told;
  try {
    assignment = assignor_->assign(problem);
    told = assignor_->told_to_members(problem, assignment);
  } catch (const std::exception& error) {
    return wrong_assignment("assignor '" + assignor + "' failed: " + error.what());
  } catch (...) {
    return wrong_assignment("assignor '" + assignor + "' threw no std::exception");
  }
  if (auto wrong = check_assignment(problem, assignment, laxest_protocol(*assignor_))) {
    wrong->message.insert(0, "assignor '" + assignor + "': ");
    return std::move(*wrong);
  }
  std::vector<SyncGroupRequestAssignment> parts;
  parts.reserve(problem.members.size());
  for (const GroupMember& member : members_in_order(problem)) {
    parts.push_back(
        {.member_id = member.member_id,
         .assignment = assignment_bytes(assignment[member.member_id], told[member.member_id])});
  }
  return parts;
}

bool GroupLeader::is_outdated(const MetadataCache& metadata) const {
  return seen_ && can_assign(metadata) && *seen_ != count_partitions(topics_, metadata, *seen_);
}

}  // namespace cohort::client
