#include "group/coordinator.hpp"

#include "group/offset_retention.hpp"
#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

#include <utility>

namespace cohort::broker {

namespace {

GroupTimer retention_timer() { return {.kind = GroupTimer::Kind::retention}; }

}  // namespace

Coordinator::Coordinator(GroupConfig config, Rng chance, Instant now, const GroupRules& rules)
    : config_(config), rules_(rules), chance_(chance) {
  timers_.set(retention_timer(), now + config_.offsets_retention_check_interval);
}

ErrorCode Coordinator::check(const JoinRequest& request) const {
  if (request.group_id.empty()) return ErrorCode::invalid_group_id;
  if (request.session_timeout < config_.min_session_timeout ||
      request.session_timeout > config_.max_session_timeout) {
    return ErrorCode::invalid_session_timeout;
  }
  return ErrorCode::none;
}

void Coordinator::join(const JoinRequest& request, ReplyId reply, Instant now) {
  const auto refuse = [&](ErrorCode error) {
    answers_.push_back({reply, JoinAnswer{.error = error, .member_id = request.member_id}});
  };
  // Before any group is looked at, or made.
  if (const ErrorCode error = check(request); error != ErrorCode::none) return refuse(error);
  Group* group = find(request.group_id);
  if (group == nullptr && !request.member_id.empty()) return refuse(ErrorCode::unknown_member_id);
  // The group is there from now on, even if this join is refused
  // (GroupMetadataManager.classicGroupJoin).
  const bool is_new = group == nullptr;
  if (is_new) group = &create(request.group_id, now);
  GroupTurn its_turn = turn(now);
  its_turn.cause.client_reason = request.reason;
  group->classic.join(request, reply, its_turn);
  // As it was before its first member, but with the time of the state that it is in by now
  // (CoordinatorRecordHelpers.newEmptyGroupMetadataRecord).
  if (!is_new || !rules_.records_new_group) return;
  records_.push_back({.group_id = request.group_id,
                      .at = now,
                      .what = GroupStored{.state_since = group->classic.state_since()}});
}

void Coordinator::sync(const SyncRequest& request, ReplyId reply, Instant now) {
  // Offsets may be kept under the empty id, but nobody is a member there
  // (GroupCoordinatorService.syncGroup).
  if (request.group_id.empty()) {
    answers_.push_back({reply, SyncAnswer{.error = ErrorCode::invalid_group_id}});
    return;
  }
  Group* const group = find(request.group_id);
  if (group == nullptr) {
    answers_.push_back({reply, SyncAnswer{.error = ErrorCode::unknown_member_id}});
    return;
  }
  GroupTurn its_turn = turn(now);
  group->classic.sync(request, reply, its_turn);
}

ErrorCode Coordinator::heartbeat(const HeartbeatRequest& request, Instant now) {
  if (request.group_id.empty()) return ErrorCode::invalid_group_id;
  Group* const group = find(request.group_id);
  if (group == nullptr) return ErrorCode::unknown_member_id;
  GroupTurn its_turn = turn(now);
  return group->classic.heartbeat(request, its_turn);
}

LeaveAnswer Coordinator::leave(const LeaveRequest& request, Instant now) {
  if (request.group_id.empty()) return {.error = ErrorCode::invalid_group_id};
  Group* const group = find(request.group_id);
  if (group == nullptr) {
    return {.members = std::vector(request.members.size(), ErrorCode::unknown_member_id)};
  }
  GroupTurn its_turn = turn(now);
  return group->classic.leave(request, its_turn);
}

std::optional<GroupDescription> Coordinator::describe(const std::string& group_id) const {
  const Group* const group = find(group_id);
  if (group == nullptr) return std::nullopt;
  return group->classic.describe(timers_, rules_);
}

std::vector<GroupListing> Coordinator::list() const {
  std::vector<GroupListing> listed;
  for (const auto& [group_id, group] : groups_) {
    listed.push_back({.group_id = group_id,
                      .protocol_type = group.classic.protocol_type(),
                      .state = group.classic.state()});
  }
  return listed;
}

ErrorCode Coordinator::delete_group(const std::string& group_id, Instant now) {
  const Group* const group = find(group_id);
  if (group == nullptr) return ErrorCode::group_id_not_found;
  if (group->classic.state() != GroupState::empty) return ErrorCode::non_empty_group;
  remove(group_id, "DeleteGroups", now);
  return ErrorCode::none;
}

void Coordinator::advance(Instant now) {
  while (timers_.next_deadline() <= now) {
    const Instant due = timers_.next_deadline();
    const std::optional<GroupTimer> timer = timers_.pop_due(due);
    COHORT_ASSERT(timer.has_value());
    expire(*timer, due);
  }
}

void Coordinator::expire(const GroupTimer& timer, Instant now) {
  if (timer.kind == GroupTimer::Kind::retention) return check_retention(now);
  Group* const group = find(timer.group_id);
  if (!sessions_go_with_members && group == nullptr) return;
  COHORT_ASSERT(group != nullptr);
  GroupTurn its_turn = turn(now);
  its_turn.cause = {.kind = Cause::Kind::timer, .name = name(timer.kind)};
  group->classic.expire(timer, its_turn);
}

// One job for both: offsets that grew too old, and groups that have neither members nor offsets
// (GroupCoordinatorShard.cleanupExpiredOffsets).
void Coordinator::check_retention(Instant now) {
  timers_.set(retention_timer(), now + config_.offsets_retention_check_interval);
  std::vector<std::string> abandoned;
  for (auto& [group_id, group] : groups_) {
    for (const OffsetKey& key :
         expired_offsets(group.classic, group.offsets,
                         {.retention = config_.offsets_retention,
                         .in_stable_only = rules_.offsets_age_in_stable_only},
                         now)) {
      // An open transaction may be about to move it (OffsetMetadataManager.cleanupExpiredOffsets).
      if (group.pending.holds(key)) continue;
      group.offsets.erase(key);
      record_removal(group_id, key, now);
      note(FactKind::offset_expired, group_id, to_string(key), now);
    }
    // Kafka 3.9 forgets a group that has nothing but pending offsets, and so loses them.
    if (group.classic.state() == GroupState::empty && group.offsets.empty() &&
        group.pending.empty()) {
      abandoned.push_back(group_id);
    }
  }
  for (const std::string& group_id : abandoned) remove(group_id, "no members and no offsets", now);
}

std::vector<GroupAnswer> Coordinator::take_answers() { return std::exchange(answers_, {}); }

std::vector<Fact> Coordinator::take_facts() { return std::exchange(facts_, {}); }

std::vector<GroupRecord> Coordinator::take_records() { return std::exchange(records_, {}); }

Coordinator::Group* Coordinator::find(const std::string& group_id) {
  const auto found = groups_.find(group_id);
  return found == groups_.end() ? nullptr : &found->second;
}

const Coordinator::Group* Coordinator::find(const std::string& group_id) const {
  const auto found = groups_.find(group_id);
  return found == groups_.end() ? nullptr : &found->second;
}

Coordinator::Group& Coordinator::create(const std::string& group_id, Instant now) {
  ClassicGroup made(group_id, chance_.fork(group_id), first_ordinal(group_id), now);
  return groups_.emplace(group_id, Group{.classic = std::move(made), .offsets = {}, .pending = {}})
      .first->second;
}

void Coordinator::remove(const std::string& group_id, std::string why, Instant now) {
  const Group& removed = *find(group_id);
  const ClassicGroup& group = removed.classic;
  COHORT_ASSERT(group.state() == GroupState::empty);
  for (const auto& [key, stored] : removed.offsets.all()) record_removal(group_id, key, now);
  for (const OffsetKey& key : removed.pending.keys()) {
    if (removed.offsets.find(key) == nullptr) record_removal(group_id, key, now);
  }
  // What was never written down needs no tombstone (GroupMetadataManager.cleanupGroupMetadata).
  if (rules_.records_new_group || group.generation() > 0) {
    records_.push_back({.group_id = group_id, .at = now, .what = GroupRemoved{}});
  }
  for (const std::string& id : group.pending_ids()) {
    timers_.cancel({.group_id = group_id, .kind = GroupTimer::Kind::session, .member_id = id});
  }
  retired_.retire(group_id, group.next_ordinal());
  note(FactKind::group_deleted, group_id, std::move(why), now);
  groups_.erase(group_id);
}

void Coordinator::note(FactKind kind, const std::string& group_id, std::string detail,
                       Instant now) {
  facts_.push_back({.at = now, .kind = kind, .group = group_id, .detail = std::move(detail)});
}

}  // namespace cohort::broker
