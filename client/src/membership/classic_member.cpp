// What the user does, and which state follows from it.
#include "membership/classic_member.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

ClassicMember::ClassicMember(MemberOptions options)
    : options_(std::move(options)),
      protocol_(common_protocol(options_.assignors)),
      heartbeats_(options_.heartbeat_interval, options_.session_timeout, options_.retry) {
  membership_.instance_id = options_.instance_id;
}

void ClassicMember::subscribe(std::set<std::string> topics) {
  if (!topics_) last_polled_.reset();
  topics_ = std::move(topics);
}

void ClassicMember::leave(const Departure& departure, Instant now) {
  topics_.reset();
  rejoin_reason_.reset();
  failure_.reset();
  if (state_ == MemberState::outside || state_ == MemberState::leaving) return;
  if (departure.is_for_good && !options_.leave_on_close) {
    // The member stays in the group until its session ends, and nobody is told anything
    // (AbstractCoordinator.close).
    forget_membership();
    return;
  }
  // Between two generations nobody knows whose the partitions are (ConsumerCoordinator
  // .onLeavePrepare).
  leaves_surely_ = committer().standing == Standing::member;
  if (leaves_surely_) {
    calls_.revoke_all();
  } else {
    calls_.lose_all();
  }
  departure_ = departure;
  abandon_requests();
  state_ = MemberState::leaving;
  if (calls_.are_finished()) finish_leaving(now);
}

void ClassicMember::finish_leaving(Instant now) {
  say_farewell(*departure_, now);
  forget_membership();
}

void ClassicMember::forget_membership() {
  abandon_requests();
  state_ = MemberState::outside;
  membership_ = {.instance_id = options_.instance_id};
  assignor_name_.clear();
  leader_.reset();
  assignments_.clear();
  departure_.reset();
  joined_topics_.clear();
  last_assignment_ = {};
  rebalance_since_.reset();
  failures_ = 0;
  not_before_ = Instant{};
}

void ClassicMember::polled(Instant now) {
  last_polled_ = now;
  is_polling_ = true;
}

void ClassicMember::call_finished(Instant now) {
  calls_.finish();
  if (state_ == MemberState::leaving && calls_.are_finished()) finish_leaving(now);
}

std::optional<Failure> ClassicMember::take_failure() {
  if (state_ == MemberState::fenced) return failure_;
  return std::exchange(failure_, std::nullopt);
}

bool ClassicMember::is_attended(Instant now) const {
  return last_polled_ && (is_polling_ || now < *last_polled_ + options_.max_poll_interval);
}

bool ClassicMember::has_partitions_for_now() const {
  switch (state_) {
    case MemberState::preparing:
    case MemberState::assigning:
    case MemberState::syncing:
    case MemberState::stable:
      return is_in_generation();
    case MemberState::outside:
    case MemberState::joining:
    case MemberState::leaving:
    case MemberState::fenced:
      break;
  }
  return false;
}

Instant ClassicMember::poll_deadline() const {
  if (!has_partitions_for_now() || !last_polled_) return Instant::never();
  return *last_polled_ + options_.max_poll_interval;
}

Committer ClassicMember::committer() const {
  switch (state_) {
    case MemberState::leaving:
      if (!leaves_surely_) break;
      [[fallthrough]];
    case MemberState::preparing:
    case MemberState::stable:
      return {.standing = is_in_generation() ? Standing::member : Standing::outside,
              .membership = membership_};
    case MemberState::joining:
    case MemberState::assigning:
    case MemberState::syncing:
      return {.standing = Standing::rebalancing, .membership = membership_};
    case MemberState::outside:
    case MemberState::fenced:
      break;
  }
  return {.standing = Standing::outside, .membership = membership_};
}

std::set<std::string> ClassicMember::wanted_topics() const {
  std::set<std::string> topics = topics_.value_or(std::set<std::string>{});
  if (leader_) topics.insert(leader_->topics().begin(), leader_->topics().end());
  return topics;
}

void ClassicMember::drive(const Surroundings& around, Instant now, Alarms& alarms) {
  watch_coordinator(around, now);
  check_poll_interval(now);
  move_on(around, now);
  send_what_is_due(around, now);
  is_polling_ = false;
  list_alarms(now, alarms);
}

void ClassicMember::check_poll_interval(Instant now) {
  if (is_polling_ || now < poll_deadline()) return;
  // Kafka's words: they are what people search for.
  const std::string reason = "consumer poll timeout has expired.";
  say_farewell({.reason = reason}, now);
  reset(reason, KeepsId::no);
}

void ClassicMember::move_on(const Surroundings& around, Instant now) {
  if (state_ == MemberState::outside && topics_ && is_polling_) {
    prepare_to_join(now);
  }
  if (state_ == MemberState::stable && calls_.are_finished() && is_polling_) {
    rejoin_reason_ = reason_to_rejoin(around.metadata);
    if (rejoin_reason_) prepare_to_join(now);
  }
  if (state_ == MemberState::preparing && calls_.are_finished() && is_attended(now)) {
    state_ = MemberState::joining;
    if (!rebalance_since_) rebalance_since_ = now;
  }
  if (state_ == MemberState::assigning && leader_->can_assign(around.metadata)) {
    run_assignor(around, now);
  }
}

std::optional<std::string> ClassicMember::reason_to_rejoin(const MetadataCache& metadata) const {
  if (rejoin_reason_) return rejoin_reason_;
  // ConsumerCoordinator.rejoinNeededOrPending, in its words.
  if (leader_ && leader_->is_outdated(metadata)) {
    return "cached metadata has changed";
  }
  if (joined_topics_ != *topics_) return "subscription has changed";
  return std::nullopt;
}

void ClassicMember::prepare_to_join(Instant now) {
  state_ = MemberState::preparing;
  if (!rebalance_since_) rebalance_since_ = now;
  if (!is_in_generation()) return;
  // ConsumerCoordinator.onJoinPrepare: under eager the user is told even if it owns nothing.
  if (protocol_ == RebalanceProtocol::eager) {
    calls_.revoke(calls_.owned());
    return;
  }
  PartitionSet unsubscribed = calls_.owned();
  std::erase_if(unsubscribed, [this](const TopicPartition& partition) {
    return topics_->contains(partition.topic);
  });
  if (!unsubscribed.empty()) calls_.revoke(std::move(unsubscribed));
}

void ClassicMember::run_assignor(const Surroundings& around, Instant now) {
  auto assignments = leader_->assign(around.metadata);
  if (!assignments) {
    give_up_leading(assignments.error(), around, now);
    return;
  }
  assignments_ = std::move(*assignments);
  state_ = MemberState::syncing;
}

/// A leader that can't assign would keep its whole group waiting, again in each rebalance that it
/// leads: it leaves, so that another one leads, and comes back after a pause when its user has been
/// told. A static member, which never leaves by itself, tries again as it is, as Java's consumers
/// do.
void ClassicMember::give_up_leading(const Failure& failure, const Surroundings& around,
                                    Instant now) {
  const std::string reason = "the leader's assignor failed";
  if (options_.instance_id) {
    rejoin(reason);
  } else {
    say_farewell({.reason = reason}, now);
    reset(reason, KeepsId::no);
  }
  fail(failure, around.rng, now);
}

void ClassicMember::reset(const std::string& reason, KeepsId keeps_id) {
  abandon_requests();
  membership_.generation_id = -1;
  if (keeps_id == KeepsId::no) membership_.member_id.clear();
  assignor_name_.clear();
  leader_.reset();
  assignments_.clear();
  calls_.lose_all();
  if (state_ == MemberState::leaving) return;
  state_ = MemberState::preparing;
  rejoin_reason_ = reason;
}

void ClassicMember::rejoin(const std::string& reason) {
  state_ = MemberState::joining;
  rejoin_reason_ = reason;
}

void ClassicMember::fence(const std::string& told_by) {
  reset("", KeepsId::no);
  if (state_ == MemberState::leaving) return;
  state_ = MemberState::fenced;
  failure_ = Failure{.kind = FailureKind::fatal,
                     .code = ErrorCode::fenced_instance_id,
                     .message = "another consumer of group " + options_.group_id +
                                " has taken the place of instance " +
                                options_.instance_id.value_or("") + " (" + told_by + ")"};
}

void ClassicMember::fail(const Failure& failure, Rng& rng, Instant now) {
  failure_ = failure;
  back_off(rng, now);
}

void ClassicMember::back_off(Rng& rng, Instant now) {
  ++failures_;
  not_before_ = now + options_.retry.after(failures_, rng);
}

void ClassicMember::retry_soon(Rng& rng, Instant now) {
  ++failures_;
  if (failures_ > 1) not_before_ = now + options_.retry.after(failures_ - 1, rng);
}

}  // namespace cohort::client
