// Who may commit offsets, and when.
// Source: ClassicGroup.validateOffsetCommit; KIP-447 (transactional commits of a consumer group's
// offsets).
#include "group/classic_group.hpp"
#include "rule_switches.hpp"

namespace cohort::broker {

ErrorCode ClassicGroup::validate_commit(const MemberIdentity& member, std::int32_t generation,
                                        CommitKind kind, const GroupRules& rules) const {
  if (kind == CommitKind::transactional && !fences_old_members) return ErrorCode::none;
  // Without members anyone may set offsets by generation -1: simple consumers and administrators.
  if (generation < 0 && state_ == GroupState::empty) return ErrorCode::none;

  const bool claims_to_be_a_member =
      generation >= 0 || !member.member_id.empty() || member.group_instance_id;
  if (claims_to_be_a_member) {
    const ErrorCode error = validate_member(member, instance_check(rules));
    if (error != ErrorCode::none) return error;
    if (!is_current(generation)) return ErrorCode::illegal_generation;
  } else if (kind == CommitKind::plain) {
    return ErrorCode::unknown_member_id;
  }
  // The old versions of TxnOffsetCommit have no member fields and no rule by state.
  if (kind == CommitKind::transactional) return ErrorCode::none;

  // A member of this generation has its old partitions no more and its new ones not yet
  // (KAFKA-8487). In PreparingRebalance it still has the old ones, and commits them before it lets
  // them go.
  if (refuses_commits_before_assignment && state_ == GroupState::completing_rebalance) {
    return ErrorCode::rebalance_in_progress;
  }
  return ErrorCode::none;
}

}  // namespace cohort::broker
