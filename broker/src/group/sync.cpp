// SyncGroup: the leader's assignment comes in, and every member takes its part.
// Source: GroupMetadataManager.classicGroupSyncToClassicGroup, expirePendingSync; KIP-559 (protocol
// checks).
#include "group/classic_group.hpp"
#include "rule_switches.hpp"

#include <map>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// Something that the request may leave out, and that the group may not know yet, contradicts what
/// the group has.
bool contradicts(const std::optional<std::string>& given, const std::optional<std::string>& known) {
  return given && known && *given != *known;
}

}  // namespace

void ClassicGroup::sync(const SyncRequest& request, ReplyId reply, GroupTurn& turn) {
  const auto refuse = [&](ErrorCode error) {
    turn.answers.push_back({reply, SyncAnswer{.error = error}});
  };
  const ErrorCode error = validate_sync(request, turn.rules);
  if (error != ErrorCode::none) return refuse(error);
  if (state_ == GroupState::preparing_rebalance) return refuse(ErrorCode::rebalance_in_progress);
  if (state_ == GroupState::completing_rebalance) return park_sync(request, reply, turn);

  // Stable: the assignment is there, for whoever asks and however often; a leader's second one is
  // not looked at.
  mark_synced(request.member.member_id, turn);
  const ClassicMember& member = *roster_.find(request.member.member_id);
  turn.answers.push_back({reply, synced_answer(member)});
  if (turn.rules.sync_restarts_session) start_session(member, turn);
}

ErrorCode ClassicGroup::validate_sync(const SyncRequest& request, const GroupRules& rules) const {
  const ErrorCode error = validate_member(request.member, instance_check(rules));
  if (error != ErrorCode::none) return error;
  if (!is_current(request.generation)) return ErrorCode::illegal_generation;
  if (contradicts(request.protocol_type, protocol_type_) ||
      contradicts(request.protocol_name, protocol_name_)) {
    return ErrorCode::inconsistent_group_protocol;
  }
  return ErrorCode::none;
}

void ClassicGroup::park_sync(const SyncRequest& request, ReplyId reply, GroupTurn& turn) {
  ClassicMember& member = *roster_.find(request.member.member_id);
  // Kafka forgets a SyncGroup that the same member sent before this one; here it is told to go on
  // rebalancing.
  answer_sync(member, {.error = ErrorCode::rebalance_in_progress}, turn);
  member.parked_sync = reply;
  mark_synced(member.id, turn);
  if (member.id == leader_id_) return assign(request, turn);
  if (!followers_wait_for_leader) answer_sync(member, synced_answer(member), turn);
}

// Members that the leader left out get an empty assignment; names that are no members are ignored.
void ClassicGroup::assign(const SyncRequest& request, GroupTurn& turn) {
  std::map<std::string_view, const Buffer*> planned;
  for (const MemberAssignment& each : request.assignments)
    planned[each.member_id] = &each.assignment;
  for (auto& [arrival, member] : roster_.by_arrival()) {
    const auto found = planned.find(member.id);
    member.assignment = found == planned.end() ? Buffer() : found->second->compacted();
  }
  // Written before the group is Stable, and so with the time at which the generation was formed.
  record(turn);
  become(GroupState::stable, turn.now);
  note(FactKind::assignment_received, leader_id_, "SyncGroup of the leader", turn);
  turn.facts.back().shares = shares();

  for (auto& [arrival, member] : roster_.by_arrival()) {
    if (!member.parked_sync) continue;
    answer_sync(member, synced_answer(member), turn);
    start_session(member, turn);  // It may have run out unnoticed while the answer was owed.
  }
}

// One timer a generation: a SyncGroup does not move it.
void ClassicGroup::start_sync_phase(GroupTurn& turn) {
  if (!turn.rules.expels_who_never_syncs) return;
  turn.timers.set(timer(GroupTimer::Kind::sync_phase), turn.now + roster_.rebalance_timeout());
}

void ClassicGroup::mark_synced(const std::string& member_id, GroupTurn& turn) {
  unsynced_.erase(member_id);
  if (unsynced_.empty()) return end_sync_phase(turn);
  if (!sync_deadline_stays) start_sync_phase(turn);
}

void ClassicGroup::end_sync_phase(GroupTurn& turn) {
  unsynced_.clear();
  turn.timers.cancel(timer(GroupTimer::Kind::sync_phase));
}

void ClassicGroup::refuse_parked_syncs(GroupTurn& turn) {
  for (auto& [arrival, member] : roster_.by_arrival()) {
    member.assignment = Buffer();
    if (!member.parked_sync) continue;
    answer_sync(member, {.error = ErrorCode::rebalance_in_progress}, turn);
    start_session(member, turn);
  }
}

// Who took part in the join phase and never asks for its assignment is out, static or not
// (KAFKA-12890).
void ClassicGroup::sync_phase_expired(GroupTurn& turn) {
  std::vector<std::string> silent(unsynced_.begin(), unsynced_.end());
  for (const std::string& id : silent) {
    // The former id of a static member that restarted in Stable may be among them.
    if (roster_.find(id) == nullptr) continue;
    remove(id, FactKind::member_expired, "sent no SyncGroup within the rebalance timeout", turn);
  }
  start_rebalance("members sent no SyncGroup within the rebalance timeout", turn);
}

}  // namespace cohort::broker
