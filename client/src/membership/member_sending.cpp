// What a member sends, and when it wants to be called.
#include "membership/classic_member.hpp"
#include "membership/member_requests.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace cohort::client {

namespace {

/// Static members are known from here on (KIP-345).
constexpr int first_static_version = 5;
/// How much later than the rebalance timeout JoinGroup's answer may come
/// (AbstractCoordinator.JOIN_GROUP_TIMEOUT_LAPSE).
constexpr Duration join_allowance = std::chrono::seconds(5);

}  // namespace

bool ClassicMember::is_under_way(ApiKey api) const {
  return std::ranges::any_of(in_flight_, [api](const auto& entry) {
    return entry.second.api == api && !entry.second.is_abandoned;
  });
}

void ClassicMember::abandon_requests() {
  for (auto& [id, request] : in_flight_) {
    if (request.api != ApiKey::leave_group) request.is_abandoned = true;
  }
}

Lane ClassicMember::farewell_lane() const {
  const bool may_be_parked = std::ranges::any_of(in_flight_, [](const auto& entry) {
    return entry.second.api == ApiKey::join_group || entry.second.api == ApiKey::sync_group;
  });
  return may_be_parked ? Lane::requests : Lane::group;
}

void ClassicMember::watch_coordinator(const Surroundings& around, Instant now) {
  const std::optional<Destination> where = around.coordinator.where();
  if (where != std::exchange(coordinator_, where) && where) heartbeats_.coordinator_found(now);
  // Who is not the coordinator any more may let a JoinGroup wait for minutes
  // (AbstractCoordinator.markCoordinatorUnknown).
  std::set<Destination> left;
  for (const auto& [id, request] : in_flight_) {
    if (request.to.lane == Lane::group && where != request.to) left.insert(request.to);
  }
  for (const Destination& to : left) {
    around.session.disconnect(to, "not the coordinator of group " + options_.group_id, now);
  }
  check_session(around, now);
}

void ClassicMember::check_session(const Surroundings& around, Instant now) {
  if (!coordinator_ || !may_heartbeat() || now < heartbeats_.session_end()) return;
  const std::string reason = "no heartbeat was answered within the session timeout";
  around.session.disconnect(*coordinator_, reason, now);
  around.coordinator.forget(reason);
}

/// While SyncGroup waits with the broker the member is not missed there, and what comes behind it
/// on the connection waits, too. The same holds for JoinGroup (AbstractCoordinator disables its
/// heartbeats then).
bool ClassicMember::may_heartbeat() const {
  const bool is_in = has_partitions_for_now() || state_ == MemberState::leaving;
  return is_in && is_in_generation() && !is_under_way(ApiKey::sync_group);
}

void ClassicMember::send_what_is_due(const Surroundings& around, Instant now) {
  if (farewell_ && farewell_->deadline <= now) farewell_.reset();
  const std::optional<Destination> to = around.coordinator.where();
  if (!to) return;
  if (farewell_) send_farewell(around, {to->node_id, farewell_->lane}, now);
  if (!around.session.is_ready(*to)) return;
  if (state_ == MemberState::joining && may_join(now)) send_join(around, *to, now);
  if (state_ == MemberState::syncing && !is_under_way(ApiKey::sync_group)) {
    send_sync(around, *to, now);
  }
  if (may_heartbeat() && heartbeats_.due() <= now && !is_under_way(ApiKey::heartbeat)) {
    send_heartbeat(around, *to, now);
  }
}

bool ClassicMember::may_join(Instant now) const {
  return !is_under_way(ApiKey::join_group) && calls_.are_finished() && is_attended(now) &&
         not_before_ <= now && !failure_ && !farewell_;
}

void ClassicMember::note(RequestId id, ApiKey api, const Destination& to) {
  in_flight_.emplace(id, MemberRequest{.api = api, .to = to, .sent_as = membership_});
}

void ClassicMember::send_join(const Surroundings& around, const Destination& to, Instant now) {
  const auto version = around.session.version(to, JoinGroupRequest::api);
  if (!version || (options_.instance_id && *version < first_static_version)) {
    fail({.kind = FailureKind::unsupported,
          .message = options_.instance_id ? "the coordinator does not know static members"
                                          : "the coordinator has no JoinGroup known here"},
         around.rng, now);
    return;
  }
  JoinGroupRequest request;
  try {
    request = join_request(options_, {.membership = membership_,
                                      .topics = *topics_,
                                      .owned = calls_.owned(),
                                      .last = last_assignment_,
                                      .reason = rejoin_reason_.value_or("")});
  } catch (const std::exception& error) {
    fail({.kind = FailureKind::wrong_assignment,
          .message = std::string("an assignor failed to announce this member: ") + error.what()},
         around.rng, now);
    return;
  } catch (...) {
    fail({.kind = FailureKind::wrong_assignment,
          .message = "an assignor threw no std::exception when it announced this member"},
         around.rng, now);
    return;
  }
  joined_topics_ = *topics_;
  const Duration timeout =
      std::max(options_.request_timeout, options_.max_poll_interval + join_allowance);
  note(around.session.send(to, request, {.version = *version, .timeout = timeout}, now),
       ApiKey::join_group, to);
}

void ClassicMember::send_sync(const Surroundings& around, const Destination& to, Instant now) {
  const auto version = around.session.version(to, SyncGroupRequest::api);
  if (!version) {
    rejoin("SyncGroup is not supported");
    fail({.kind = FailureKind::unsupported,
          .message = "the coordinator has no SyncGroup known here"},
         around.rng, now);
    return;
  }
  const SyncGroupRequest request =
      sync_request(options_, membership_, assignor_name_, assignments_);
  note(around.session.send(to, request, {.version = *version, .timeout = options_.request_timeout},
                           now),
       ApiKey::sync_group, to);
}

void ClassicMember::send_heartbeat(const Surroundings& around, const Destination& to, Instant now) {
  heartbeats_.sent(now);
  const auto version = around.session.version(to, HeartbeatRequest::api);
  if (!version) return;
  note(around.session.send(to, heartbeat_request(options_, membership_),
                           {.version = *version, .timeout = options_.request_timeout}, now),
       ApiKey::heartbeat, to);
}

void ClassicMember::say_farewell(const Departure& departure, Instant now) {
  // A static member is expected back (KIP-345; AbstractCoordinator.maybeLeaveGroup).
  const bool stays = options_.instance_id && !departure.even_if_static;
  if (membership_.member_id.empty() || stays || departure.is_silent) return;
  farewell_ = Farewell{.membership = membership_,
                       .reason = departure.reason,
                       .deadline = now + options_.request_timeout,
                       .lane = farewell_lane()};
}

void ClassicMember::send_farewell(const Surroundings& around, const Destination& to, Instant now) {
  if (farewell_->request || farewell_->not_before > now) return;
  if (!around.session.is_ready(to)) {
    if (to.lane == Lane::requests) around.session.connect(to, now);
    return;
  }
  const auto version = around.session.version(to, LeaveGroupRequest::api);
  if (!version) {
    farewell_.reset();
    return;
  }
  const LeaveGroupRequest request =
      leave_request(options_, farewell_->membership, farewell_->reason, *version);
  farewell_->request = around.session.send(
      to, request, {.version = *version, .timeout = options_.request_timeout}, now);
  note(*farewell_->request, ApiKey::leave_group, to);
}

void ClassicMember::list_alarms(Instant now, Alarms& alarms) const {
  if (state_ == MemberState::joining && is_attended(now)) {
    alarms.ring({.at = not_before_, .name = "rejoin after a pause"});
  }
  if (may_heartbeat()) {
    if (!is_under_way(ApiKey::heartbeat)) {
      alarms.ring({.at = heartbeats_.due(), .name = "heartbeat", .is_periodic = true});
    }
    // A user who polls, and a broker that answers, move these again and again.
    alarms.ring({.at = heartbeats_.session_end(), .name = "session end", .is_periodic = true});
  }
  alarms.ring({.at = poll_deadline(), .name = "poll interval", .is_periodic = true});
  if (farewell_) {
    alarms.ring({.at = farewell_->deadline, .name = "end of LeaveGroup", .is_periodic = true});
    alarms.ring({.at = farewell_->not_before, .name = "LeaveGroup after a pause"});
  }
}

}  // namespace cohort::client
