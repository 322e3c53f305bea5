#include "world/phase_watch.hpp"

#include "state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace cohort::testing {

using broker::Fact;
using broker::FactKind;
using broker::GroupState;

namespace {

double in_seconds(Duration time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

void PhaseWatch::see(const Fact& fact, FirstViolation& broken) {
  check_time(fact.at, broken);
  switch (fact.kind) {
    case FactKind::rebalance_started:
      begin(phase_ == Phase::empty ? Phase::initial : Phase::join, fact.at);
      break;
    case FactKind::generation_formed:
      begin(Phase::sync, fact.at);
      break;
    case FactKind::member_left:
      was_refused_for_size_ |= fact.cause.name == name(ApiKey::join_group);
      break;
    case FactKind::group_emptied:
    case FactKind::group_deleted:
    case FactKind::broker_reset:
      begin(Phase::empty, fact.at);
      break;
    case FactKind::group_loaded:
      begin(fact.shares.empty() ? Phase::empty : Phase::none, fact.at);
      break;
    case FactKind::assignment_received:
    case FactKind::group_unloaded:
      begin(Phase::none, fact.at);
      break;
    default:
      break;
  }
}

void PhaseWatch::begin(Phase phase, Instant now) {
  phase_ = phase;
  began_ = now;
  deadline_ = Instant::never();
  was_just_begun_ = true;
  was_refused_for_size_ = false;
  has_nobody_joined_ = false;
}

void PhaseWatch::check_time(Instant now, FirstViolation& broken) {
  if (now <= deadline_) return;
  if (phase_ == Phase::join && has_nobody_joined_) {
    const Duration once_more = std::max<Duration>(longest_timeout_, milliseconds(1));
    while (deadline_ < now) deadline_ = deadline_ + once_more;
    return;
  }
  broken.tell(rule_names::phases_end,
              fmt::format("a {} phase goes on after {} s, though its time was over after {} s",
                          phase_ == Phase::sync ? "sync" : "join", in_seconds(now - began_),
                          in_seconds(deadline_ - began_)));
}

void PhaseWatch::see_group(const PhaseLook& look, FirstViolation& broken) {
  const Duration longest_before = std::exchange(longest_timeout_, look.longest_timeout);
  if (std::exchange(was_just_begun_, false)) {
    // Whose timeout was the largest may be gone, or have come, since the phase began.
    Duration limit = std::max(longest_before, look.longest_timeout);
    if (phase_ == Phase::initial) limit = std::max(limit, look.initial_delay);
    const bool has_limit = phase_ == Phase::join || phase_ == Phase::initial ||
                           (phase_ == Phase::sync && look.sync_phases_end);
    if (has_limit) deadline_ = began_ + limit;
  }
  if (!look.is_join_phase) return;
  has_nobody_joined_ = look.joined == 0;
  const bool waits = look.joined < look.members || look.given > 0 || look.is_in_initial_delay;
  if (waits || was_refused_for_size_) return;
  broken.tell(rule_names::joins_wait_for_somebody,
              fmt::format("all {} members have joined, and the join phase goes on", look.members));
}

std::optional<PhaseLook> phase_look(const broker::Broker& broker, const std::string& group) {
  const broker::BrokerState& state = broker.state();
  const broker::ClassicGroup* const classic = state.coordinator.classic(group);
  if (classic == nullptr) return std::nullopt;
  const broker::Roster& roster = classic->roster();
  return PhaseLook{.is_join_phase = classic->state() == GroupState::preparing_rebalance,
                   .members = roster.size(),
                   .joined = roster.joins_parked(),
                   .given = classic->pending_ids().size(),
                   .is_in_initial_delay = classic->is_in_initial_delay(),
                   .longest_timeout = roster.rebalance_timeout(),
                   .initial_delay = state.config.group.initial_rebalance_delay,
                   .sync_phases_end = state.rules.group.expels_who_never_syncs};
}

}  // namespace cohort::testing

namespace cohort {

/// Who is there, and which phase it is, is the broker's.
void DigestOf<testing::PhaseWatch>::add(StateDigest& into, const testing::PhaseWatch& watch) {
  const auto& [phase, began, deadline, was_just_begun, was_refused_for_size, has_nobody_joined,
               longest_timeout] = watch;
  into.add_deadline(deadline);
  into.add(was_refused_for_size);
}

}  // namespace cohort
