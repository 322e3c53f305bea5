#include "group/classic_group.hpp"

namespace cohort::broker {

GroupDescription ClassicGroup::describe(const TimerQueue<GroupTimer>& timers) const {
  const bool is_stable = state_ == GroupState::stable;
  GroupDescription described{.group_id = group_id_,
                             .state = state_,
                             .protocol_type = protocol_type_,
                             .protocol_name = is_stable ? protocol_name_.value() : std::string(),
                             .generation = generation_,
                             .leader = leader_id_,
                             .waiting_for = waiting_for(timers)};
  for (const auto& [arrival, member] : roster_.by_arrival()) {
    // Metadata is shown in Stable only, but the last assignment always
    // (GroupMetadataManager.describeGroups).
    described.members.push_back(
        {.member_id = member.id,
         .group_instance_id = member.instance_id,
         .client_id = member.client_id,
         .client_host = member.client_host,
         .session_timeout = member.session_timeout,
         .rebalance_timeout = member.rebalance_timeout,
         .metadata = is_stable ? member.protocol(protocol_name_.value()).metadata : Buffer(),
         .assignment = member.assignment});
  }
  return described;
}

std::optional<WaitingFor> ClassicGroup::waiting_for(const TimerQueue<GroupTimer>& timers) const {
  const auto waiting = [&](GroupTimer::Kind kind) {
    return WaitingFor{.timer = kind,
                      .deadline = timers.deadline(timer(kind)).value_or(Instant::never())};
  };
  if (state_ == GroupState::preparing_rebalance) {
    WaitingFor joins =
        waiting(initial_delay_ ? GroupTimer::Kind::initial_delay : GroupTimer::Kind::join_phase);
    for (const auto& [arrival, member] : roster_.by_arrival()) {
      if (!member.parked_join) joins.members.push_back(member.id);
    }
    joins.pending.assign(pending_.begin(), pending_.end());
    return joins;
  }
  // In Stable, too, followers may still have to fetch their assignment.
  if (unsynced_.empty()) return std::nullopt;
  WaitingFor syncs = waiting(GroupTimer::Kind::sync_phase);
  syncs.members.assign(unsynced_.begin(), unsynced_.end());
  return syncs;
}

}  // namespace cohort::broker
