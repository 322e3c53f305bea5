// How groups go to another coordinator and come from one: what was written down stays, what was on
// its way is lost. Source: GroupMetadataManager.replay(GroupMetadataKey), onLoaded, onUnloaded.
#include "group/classic_group.hpp"
#include "group/coordinator.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

// Of a member's protocols only the group's own was written, and so it is all that it offers until
// it joins again.
ClassicGroup::ClassicGroup(std::string group_id, Rng chance, std::uint64_t first_ordinal,
                           const GroupStored& stored)
    : group_id_(std::move(group_id)),
      chance_(chance),
      next_ordinal_(first_ordinal),
      state_(stored.members.empty() ? GroupState::empty : GroupState::stable),
      state_since_(stored.state_since),
      generation_(stored.generation),
      protocol_type_(stored.protocol_type),
      protocol_name_(stored.protocol_name),
      leader_id_(stored.leader.value_or("")) {
  COHORT_ASSERT(is_consistent(stored));
  for (const StoredMember& member : stored.members) {
    roster_.add({.id = member.id,
                 .instance_id = member.instance_id,
                 .client_id = member.client_id,
                 .client_host = member.client_host,
                 .session_timeout = member.session_timeout,
                 .rebalance_timeout = member.rebalance_timeout,
                 .protocols = {{*stored.protocol_name, member.subscription, member.topics}},
                 .assignment = member.assignment,
                 .is_new = false});
  }
  subscribed_topics_ = subscriptions();
}

void ClassicGroup::settle(GroupTurn& turn) {
  note(FactKind::group_loaded, "",
       std::string(name(state_)) + ", " + std::to_string(roster_.by_arrival().size()) + " members",
       turn);
  turn.facts.back().shares = shares();
  for (const auto& [arrival, member] : roster_.by_arrival()) start_session(member, turn);
  // The limit may have been changed since (KIP-389).
  if (std::ssize(roster_.by_arrival()) > turn.config.max_size) {
    start_rebalance("loaded with more members than group.max.size", turn);
  }
}

void ClassicGroup::resign(GroupTurn& turn) {
  note(FactKind::group_unloaded, "",
       "its coordinator goes, while it is " + std::string(name(state_)), turn);
  for (auto& [arrival, member] : roster_.by_arrival()) {
    answer_join(member, {.error = ErrorCode::not_coordinator, .member_id = member.id}, turn);
    answer_sync(member, {.error = ErrorCode::not_coordinator}, turn);
    turn.timers.cancel(timer(GroupTimer::Kind::session, member.id));
  }
  for (const std::string& id : pending_) {
    turn.timers.cancel(timer(GroupTimer::Kind::session, id));
  }
  for (const GroupTimer::Kind kind : {GroupTimer::Kind::initial_delay, GroupTimer::Kind::join_phase,
                                      GroupTimer::Kind::sync_phase}) {
    turn.timers.cancel(timer(kind));
  }
}

// Nothing is written: the offsets and the members are in the log for whoever comes next.
void Coordinator::unload(const IsOfPartition& is_of_partition, Instant now) {
  ++unloads_;
  GroupTurn its_turn = turn(now);
  for (auto group = groups_.begin(); group != groups_.end();) {
    if (!is_of_partition(group->first)) {
      ++group;
      continue;
    }
    group->second.classic.resign(its_turn);
    group = groups_.erase(group);
  }
  for (auto open = open_transactions_.begin(); open != open_transactions_.end();) {
    std::erase_if(open->second, is_of_partition);
    open = open->second.empty() ? open_transactions_.erase(open) : std::next(open);
  }
}

void Coordinator::load(const ReplayedGroups& replayed, Instant now) {
  GroupTurn its_turn = turn(now);
  for (const auto& [group_id, group] : replayed.all()) {
    const Rng chance = chance_.fork(group_id);
    const std::uint64_t ordinal = first_ordinal(group_id);
    // A simple consumer's group has no record of its own: it is as old as this coordinator.
    ClassicGroup classic = group.stored ? ClassicGroup(group_id, chance, ordinal, *group.stored)
                                        : ClassicGroup(group_id, chance, ordinal, now);
    const bool is_new =
        groups_.emplace(group_id, Group{std::move(classic), group.offsets, group.pending}).second;
    COHORT_ASSERT(is_new);
    find(group_id)->classic.settle(its_turn);
  }
  for (const auto& [producer_id, group_ids] : replayed.open_transactions()) {
    open_transactions_[producer_id].insert(group_ids.begin(), group_ids.end());
  }
  next_commit_ = std::max(next_commit_, replayed.next_order());
}

/// Of the member ids that a new or loaded group gives out. Each unloading begins a range of its
/// own, so that no id is given twice, wherever the group was since.
std::uint64_t Coordinator::first_ordinal(const std::string& group_id) {
  return std::max(retired_.take(group_id), unloads_ << 32U);
}

}  // namespace cohort::broker
