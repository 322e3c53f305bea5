#include "admin/plans/remove_members_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

namespace {

std::string explain_removal(ErrorCode code, const std::string& group) {
  if (code == ErrorCode::unknown_member_id) return "no member of group " + group;
  return {};
}

}  // namespace

RemoveMembersPlan::RemoveMembersPlan(std::string group,
                                     const std::vector<std::string>& instance_ids,
                                     std::string reason)
    : group_(std::move(group)), reason_(std::move(reason)) {
  for (const std::string& instance_id : instance_ids) {
    add(instance_id, Target::coordinator(group_));
  }
}

RequestId RemoveMembersPlan::send(const Sender& sender, const Batch& batch) const {
  LeaveGroupRequest request{.group_id = group_};
  for (const std::string& instance_id : keys_of(batch)) {
    // No member id: whoever has the instance id now.
    LeaveGroupMemberIdentity& member = request.members.emplace_back();
    member.group_instance_id = instance_id;
    // Java's tells it so, too (KafkaAdminClient.DEFAULT_LEAVE_GROUP_REASON).
    member.reason = reason_.empty() ? "member was removed by an admin" : reason_;
  }
  return sender.send(request);
}

Result<std::vector<Verdict>> RemoveMembersPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<LeaveGroupResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, Done> readings;
  for (const LeaveGroupMemberResponse& member : response->members) {
    readings[member.group_instance_id.value_or("")] = {
        member.error_code, explain_removal(member.error_code, group_), {}};
  }
  if (response->error_code != ErrorCode::none) {
    for (const std::string& instance_id : keys_of(batch)) {
      readings[instance_id] = {response->error_code, "", {}};
    }
  }
  return take(batch, std::move(readings));
}

}  // namespace cohort::client
