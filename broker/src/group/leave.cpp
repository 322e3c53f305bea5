// LeaveGroup, and how a member is taken out of the group for whatever reason.
// Source: GroupMetadataManager.classicGroupLeaveToClassicGroup; KIP-345 (batches), KIP-800
// (reasons).
#include "group/classic_group.hpp"
#include "rule_switches.hpp"

#include <utility>

namespace cohort::broker {

LeaveAnswer ClassicGroup::leave(const LeaveRequest& request, GroupTurn& turn) {
  LeaveAnswer answer;
  std::string leavers;
  for (const LeavingMember& leaving : request.members) {
    const bool was_member = !pending_.contains(leaving.member.member_id);
    turn.cause.client_reason = leaving.reason;
    const ErrorCode error = leave_one(leaving, turn);
    answer.members.push_back(error);
    if (error != ErrorCode::none) continue;
    const std::string& id = leaving.member.member_id;
    const std::string& leaver = id.empty() ? *leaving.member.group_instance_id : id;
    if (turn.rules.batch_leaves_at_once) {
      leavers += (leavers.empty() ? "" : ", ") + leaver;
    } else if (was_member) {
      rebalance_or_complete("LeaveGroup of " + leaver, turn);
    } else {
      complete_join_phase_if_all_joined(turn);
    }
  }
  // However many leave, it costs one rebalance. A group that is Empty has lost pending ids only.
  if (!leavers.empty() && state_ != GroupState::empty) {
    rebalance_or_complete("LeaveGroup of " + leavers, turn);
  }
  return answer;
}

ErrorCode ClassicGroup::leave_one(const LeavingMember& leaving, GroupTurn& turn) {
  const auto& [member_id, instance_id] = leaving.member;
  const std::string why =
      leaving.reason.empty() ? "LeaveGroup" : "LeaveGroup; client reason: " + leaving.reason;
  if (member_id.empty()) {
    // An administrator removes a static member by its instance id alone (KIP-345).
    const std::string* const id = instance_id ? roster_.find_instance(*instance_id) : nullptr;
    if (id == nullptr) return ErrorCode::unknown_member_id;
    remove(std::string(*id), FactKind::member_left, why, turn);
    return ErrorCode::none;
  }
  if (forget_pending(member_id, why, turn)) return ErrorCode::none;
  const ErrorCode error = validate_member(leaving.member, instance_check(turn.rules));
  if (error == ErrorCode::none) remove(member_id, FactKind::member_left, why, turn);
  return error;
}

void ClassicGroup::remove(const std::string& member_id, FactKind kind, const std::string& why,
                          GroupTurn& turn) {
  ClassicMember& member = *roster_.find(member_id);
  note(kind, member_id, why, turn);
  if (sessions_go_with_members) turn.timers.cancel(timer(GroupTimer::Kind::session, member_id));
  // Should its client still be there, it comes back as a new member. Kafka leaves the SyncGroup
  // without any answer.
  answer_join(member, {.error = ErrorCode::unknown_member_id}, turn);
  answer_sync(member, {.error = ErrorCode::unknown_member_id}, turn);
  roster_.remove(member_id);
  unsynced_.erase(member_id);
  if (leader_id_ != member_id) return;
  leader_id_ = roster_.empty() ? std::string() : roster_.by_arrival().begin()->second.id;
}

bool ClassicGroup::forget_pending(const std::string& member_id, const std::string& why,
                                  GroupTurn& turn) {
  if (pending_.erase(member_id) == 0) return false;
  turn.timers.cancel(timer(GroupTimer::Kind::session, member_id));
  note(FactKind::member_left, member_id, why + " (its id was not used yet)", turn);
  return true;
}

}  // namespace cohort::broker
