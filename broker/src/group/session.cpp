// Sessions: how long a member may be silent.
// Source: GroupMetadataManager.classicGroupHeartbeatToClassicGroup,
// expireClassicGroupMemberHeartbeat; KIP-62.
#include "group/classic_group.hpp"
#include <cohort/protocol/assert.hpp>

namespace cohort::broker {

ErrorCode ClassicGroup::heartbeat(const HeartbeatRequest& request, GroupTurn& turn) {
  const ErrorCode error = validate_member(request.member);
  if (error != ErrorCode::none) return error;
  // During the join phase the generation is still the old one; it changes when the phase ends.
  if (request.generation != generation_) return ErrorCode::illegal_generation;
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
    note(FactKind::pending_member_expired, member_id,
         "the id was not used within the session timeout", turn);
    pending_.erase(member_id);
    // Not even the initial delay is waited for: that is how Kafka does it, for members as well.
    if (state_ == GroupState::preparing_rebalance && all_joined()) complete_join_phase(turn);
    return;
  }
  const ClassicMember* const member = roster_.find(member_id);
  COHORT_ASSERT(member != nullptr);
  // No new timer: the answer that it waits for starts the next session.
  if (member->counts_as_alive()) return;

  const std::string why = member->is_new ? "its first JoinGroup waited too long"
                                         : "no heartbeat within the session timeout";
  remove(member_id, FactKind::member_expired, why, turn);
  if (state_ != GroupState::preparing_rebalance) {
    start_rebalance("member " + member_id + " expired: " + why, turn);
  } else if (all_joined()) {
    complete_join_phase(turn);
  }
}

}  // namespace cohort::broker
