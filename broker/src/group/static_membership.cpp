// A static member that restarts takes over the place of its former self, if it can without a
// rebalance. Source: KIP-345, KIP-814;
// GroupMetadataManager.updateStaticMemberThenRebalanceOrCompleteJoin,
// ClassicGroup.replaceStaticMember.
#include "group/classic_group.hpp"
#include "group/protocol_vote.hpp"
#include <cohort/protocol/assert.hpp>

namespace cohort::broker {

void ClassicGroup::replace_static(const JoinRequest& request, const std::string& old_id,
                                  ReplyId reply, GroupTurn& turn) {
  COHORT_ASSERT(state_ != GroupState::empty);
  const std::string old_leader = leader_id_;
  const std::string new_id = new_member_id(*request.group_instance_id);

  // Whoever still waits under the old id is a duplicate of the new one, and is told so.
  ClassicMember& former = *roster_.find(old_id);
  answer_join(former, {.error = ErrorCode::fenced_instance_id, .member_id = old_id}, turn);
  answer_sync(former, {.error = ErrorCode::fenced_instance_id}, turn);
  turn.timers.cancel(timer(GroupTimer::Kind::session, old_id));
  note(FactKind::member_fenced, old_id,
       "instance id " + *request.group_instance_id + " joined again as " + new_id, turn);

  // The assignment and the client's id and host are kept. `unsynced_` goes on naming the old id, as
  // Kafka's does.
  ClassicMember& member = roster_.rename(old_id, new_id);
  member.is_new = false;
  if (leader_id_ == old_id) leader_id_ = new_id;
  start_session(member, turn);  // Still with the former session timeout.
  update_and_park(member, request, reply, turn);
  note(FactKind::member_rejoined, new_id, "JoinGroup of a static member that restarted", turn);

  if (state_ == GroupState::preparing_rebalance) return complete_join_phase_if_all_joined(turn);
  if (!turn.rules.restart_may_rebalance) {
    // Nobody is expelled for it, so the list can go on with who is really waited for.
    if (unsynced_.erase(old_id) > 0) unsynced_.insert(new_id);
    return answer_replaced(member, request, old_leader, turn);
  }
  // In CompletingRebalance the leader may just be assigning to the old id (KAFKA-9801).
  if (state_ == GroupState::stable && protocol_name_ == elect_protocol(roster_, leader_id_)) {
    return answer_replaced(member, request, old_leader, turn);
  }
  start_rebalance("static member " + *request.group_instance_id + " restarted as " + new_id, turn);
}

// No rebalance, even if the subscription changed: the assignment stands until the next one
// (KIP-345).
void ClassicGroup::answer_replaced(ClassicMember& member, const JoinRequest& request,
                                   const std::string& old_leader, GroupTurn& turn) {
  if (turn.rules.restart_may_rebalance) record(turn);
  if (state_ == GroupState::stable) {
    note(FactKind::assignment_kept, member.id, "no rebalance for a static member that restarted",
         turn);
    turn.facts.back().shares.push_back(share_of(member));
  }
  JoinAnswer answer = joined_answer(member);
  if (request.understands_skip_assignment) {
    // The leader stays the leader and must not hand out a new assignment (KIP-814).
    answer.skip_assignment = member.id == leader_id_;
  } else {
    // An old client can't be told to skip it, so it is made to believe that it is a follower.
    answer.leader = old_leader;
    answer.members.clear();
  }
  answer_join(member, std::move(answer), turn);
}

}  // namespace cohort::broker
