// Sessions: how long a member may be silent.
// Source: GroupMetadataManager.classicGroupHeartbeatToClassicGroup,
// expireClassicGroupMemberHeartbeat; KIP-62.
#include "group/classic_group.hpp"
#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

namespace cohort::broker {

ErrorCode ClassicGroup::heartbeat(const HeartbeatRequest& request, GroupTurn& turn) {
  const ErrorCode error = validate_member(request.member, instance_check(turn.rules));
  if (error != ErrorCode::none) return error;
  // During the join phase the generation is still the old one; it changes when the phase ends.
  if (!is_current(request.generation)) return ErrorCode::illegal_generation;
  if (state_ == GroupState::completing_rebalance &&
      !turn.rules.heartbeat_counts_before_assignment) {
    return ErrorCode::rebalance_in_progress;
  }
  start_session(*roster_.find(request.member.member_id), turn);
  // In CompletingRebalance the member has just joined and need not do so again (KAFKA-10134).
  return state_ == GroupState::preparing_rebalance ? ErrorCode::rebalance_in_progress
                                                   : ErrorCode::none;
}

void ClassicGroup::committed(const MemberIdentity& member, GroupTurn& turn) {
  if (state_ != GroupState::stable && state_ != GroupState::preparing_rebalance) return;
  const ClassicMember* const found = roster_.find(member.member_id);
  COHORT_ASSERT(found != nullptr);
  start_session(*found, turn);
}

void ClassicGroup::start_session(const ClassicMember& member, GroupTurn& turn) {
  turn.timers.set(timer(GroupTimer::Kind::session, member.id), turn.now + member.session_timeout);
}

void ClassicGroup::session_expired(const std::string& member_id, GroupTurn& turn) {
  if (pending_.contains(member_id)) {
    return expire_pending(member_id, "the id was not used within the session timeout", turn);
  }
  const ClassicMember* const member = roster_.find(member_id);
  if (!sessions_go_with_members && member == nullptr) {
    return rebalance_or_complete("the session of " + member_id + " has ended", turn);
  }
  COHORT_ASSERT(member != nullptr);
  // No new timer: the answer that it waits for starts the next session.
  if (member->counts_as_alive()) return;

  expel(member_id,
        member->is_new ? "its first JoinGroup waited too long"
                       : "no heartbeat within the session timeout",
        turn);
}

void ClassicGroup::expire_pending(const std::string& member_id, const std::string& why,
                                  GroupTurn& turn) {
  note(FactKind::pending_member_expired, member_id, why, turn);
  pending_.erase(member_id);
  complete_join_phase_after_expiry(turn);
}

ErrorCode ClassicGroup::expire_now(const std::string& member_id, GroupTurn& turn) {
  if (pending_.contains(member_id)) {
    turn.timers.cancel(timer(GroupTimer::Kind::session, member_id));
    expire_pending(member_id, "its time was ended", turn);
    return ErrorCode::none;
  }
  if (roster_.find(member_id) == nullptr) return ErrorCode::unknown_member_id;
  expel(member_id, "its session was ended", turn);
  return ErrorCode::none;
}

ErrorCode ClassicGroup::rebalance_now(const std::string& reason, GroupTurn& turn) {
  if (roster_.empty()) return ErrorCode::unknown_member_id;
  if (state_ == GroupState::preparing_rebalance) return ErrorCode::rebalance_in_progress;
  start_rebalance(reason, turn);
  return ErrorCode::none;
}

void ClassicGroup::expel(const std::string& member_id, const std::string& why, GroupTurn& turn) {
  remove(member_id, FactKind::member_expired, why, turn);
  if (state_ != GroupState::preparing_rebalance) {
    start_rebalance("member " + member_id + " expired: " + why, turn);
  } else {
    complete_join_phase_after_expiry(turn);
  }
}

// Not even the initial delay is waited for: that is how Kafka 3.9 does it, for ids and members.
void ClassicGroup::complete_join_phase_after_expiry(GroupTurn& turn) {
  if (!expiry_ends_join_phase) return;
  if (initial_delay_ && !turn.rules.expiry_ends_initial_delay) return;
  if (state_ == GroupState::preparing_rebalance && all_joined()) complete_join_phase(turn);
}

}  // namespace cohort::broker
