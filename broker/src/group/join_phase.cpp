// The join phase: how a rebalance starts, whom it waits for, and how it ends in a new generation.
// Source: GroupMetadataManager.prepareRebalance, tryCompleteInitialRebalanceElseSchedule,
// completeClassicGroupJoin.
#include "group/classic_group.hpp"
#include "group/protocol_vote.hpp"
#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <vector>

namespace cohort::broker {

void ClassicGroup::rebalance_or_complete(const std::string& why, GroupTurn& turn) {
  if (may_become(state_, GroupState::preparing_rebalance)) return start_rebalance(why, turn);
  complete_join_phase_if_all_joined(turn);
}

void ClassicGroup::start_rebalance(const std::string& why, GroupTurn& turn) {
  // Whoever waits for the assignment that now won't come is asked to join again.
  if (state_ == GroupState::completing_rebalance) refuse_parked_syncs(turn);
  end_sync_phase(turn);

  const bool is_initial = state_ == GroupState::empty;
  become(GroupState::preparing_rebalance, turn.now);
  note(FactKind::rebalance_started, "", why, turn);
  if (is_initial) return start_initial_delay(turn);
  if (all_joined()) return complete_join_phase(turn);
  // The longest timeout of those who are members now; who joins later does not stretch it.
  turn.timers.set(timer(GroupTimer::Kind::join_phase), turn.now + roster_.rebalance_timeout());
}

// Members that start together should not each cost a rebalance, so a group that was Empty waits a
// little (KIP-134).
void ClassicGroup::start_initial_delay(GroupTurn& turn) {
  const Duration window = turn.config.initial_rebalance_delay;
  initial_delay_ = {.window = window,
                    .remaining = std::max(roster_.rebalance_timeout() - window, Duration{0})};
  turn.timers.set(timer(GroupTimer::Kind::initial_delay), turn.now + window);
}

// Each window that saw a new member adds one more, as long as the rebalance timeout lasts. The mark
// of a new member outlives a delay that could not be stretched, as Kafka's does.
void ClassicGroup::initial_delay_passed(GroupTurn& turn) {
  COHORT_ASSERT(initial_delay_.has_value());
  if (!saw_new_member_ || initial_delay_->remaining == Duration{0})
    return complete_join_phase(turn);
  saw_new_member_ = false;
  const Duration passed = initial_delay_->window;
  const Duration left = initial_delay_->remaining;
  initial_delay_ = {.window = std::min(turn.config.initial_rebalance_delay, left),
                    .remaining = std::max(left - passed, Duration{0})};
  turn.timers.set(timer(GroupTimer::Kind::initial_delay), turn.now + initial_delay_->window);
  note(FactKind::initial_delay_extended, "", "a new member joined during the initial delay", turn);
}

// An id that was handed out will likely be used soon, so the phase waits for it, too (KIP-394).
bool ClassicGroup::all_joined() const {
  return roster_.joins_parked() == roster_.size() && (pending_.empty() || !waits_for_given_ids);
}

void ClassicGroup::complete_join_phase_if_all_joined(GroupTurn& turn) {
  if (state_ != GroupState::preparing_rebalance || initial_delay_ || !all_joined()) return;
  complete_join_phase(turn);
}

void ClassicGroup::complete_join_phase(GroupTurn& turn) {
  COHORT_ASSERT(state_ == GroupState::preparing_rebalance);
  turn.timers.cancel(timer(GroupTimer::Kind::initial_delay));
  turn.timers.cancel(timer(GroupTimer::Kind::join_phase));
  remove_dynamic_members_that_did_not_rejoin(turn);

  if (roster_.empty()) return become_empty(turn);
  if (elect_leader()) return form_generation(turn);
  // Only silent static members are left. They keep their places until their sessions end. (At least
  // a millisecond, or a rebalance timeout of zero would be due again at once.)
  turn.timers.set(timer(GroupTimer::Kind::join_phase),
                  turn.now + std::max<Duration>(roster_.rebalance_timeout(), milliseconds(1)));
}

void ClassicGroup::remove_dynamic_members_that_did_not_rejoin(GroupTurn& turn) {
  std::vector<std::string> absent;
  for (const auto& [arrival, member] : roster_.by_arrival()) {
    if (!member.parked_join && !member.is_static()) absent.push_back(member.id);
  }
  for (const std::string& id : absent) {
    remove(id, FactKind::member_expired, "did not rejoin within the rebalance timeout", turn);
  }
}

/// A leader that did not rejoin (it can only be a static member) gives its office to the first that
/// did (ClassicGroup.maybeElectNewJoinedLeader). False if nobody did.
bool ClassicGroup::elect_leader() {
  const ClassicMember* const leader = roster_.find(leader_id_);
  COHORT_ASSERT(leader != nullptr);
  if (leader->parked_join) return true;
  const auto& members = roster_.by_arrival();
  const auto joined = std::find_if(members.begin(), members.end(), [](const auto& arrived) {
    return arrived.second.parked_join.has_value();
  });
  if (joined == members.end()) return false;
  leader_id_ = joined->second.id;
  return true;
}

void ClassicGroup::form_generation(GroupTurn& turn) {
  ++generation_;
  initial_delay_.reset();
  protocol_name_ = elect_protocol(roster_, leader_id_);
  subscribed_topics_ = subscriptions();
  become(GroupState::completing_rebalance, turn.now);
  note(FactKind::generation_formed, leader_id_,
       std::to_string(roster_.size()) + " members, protocol " + *protocol_name_ +
           ", waiting for its leader",
       turn);

  // All are answered in one go, the leader with everyone's metadata; silent static members are on
  // its list.
  for (auto& [arrival, member] : roster_.by_arrival()) {
    answer_join(member, joined_answer(member), turn);
    start_session(member, turn);
    member.is_new = false;
    unsynced_.insert(member.id);
  }
  start_sync_phase(turn);
}

void ClassicGroup::become_empty(GroupTurn& turn) {
  ++generation_;
  initial_delay_.reset();
  protocol_name_.reset();
  subscribed_topics_ = subscriptions();
  become(GroupState::empty, turn.now);
  record(turn);
  note(FactKind::group_emptied, "", "no members are left", turn);
}

/// All topics that the members subscribe to; nullopt if not all are known
/// (ClassicGroup.computeSubscribedTopics).
std::optional<std::set<std::string>> ClassicGroup::subscriptions() const {
  if (protocol_type_ != consumer_protocol_type) return std::nullopt;
  std::set<std::string> topics;
  for (const auto& [arrival, member] : roster_.by_arrival()) {
    const OfferedProtocol& protocol = member.protocol(protocol_name_.value());
    if (!protocol.topics) return std::nullopt;
    topics.insert(protocol.topics->begin(), protocol.topics->end());
  }
  return topics;
}

}  // namespace cohort::broker
