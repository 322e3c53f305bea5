// What a member makes of the answers to its requests, and of those that get none.
#include "membership/classic_member.hpp"
#include "membership/member_requests.hpp"
#include "membership/rule_switches.hpp"
#include <cohort/client/member_bytes.hpp>
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// A body that can't be read counts as an error that no client expects.
template <class Response>
Response read(const Answered& answer) {
  Result<Response> response = decode<Response>(answer.body, answer.version);
  if (response) return std::move(*response);
  Response unreadable;
  unreadable.error_code = ErrorCode::unknown_server_error;
  return unreadable;
}

bool is_other_type(const std::optional<std::string>& protocol_type) {
  return protocol_type && *protocol_type != consumer_protocol_type;
}

bool is_other_coordinator(ErrorCode code) {
  return code == ErrorCode::not_coordinator || code == ErrorCode::coordinator_not_available;
}

/// "encountered UNKNOWN_MEMBER_ID from JoinGroup response", as the broker gets it to read.
std::string encountered(ErrorCode code, ApiKey api) {
  return "encountered " + std::string(name(code)) + " from " + std::string(name(api)) + " response";
}

/// From v3 on the one member that was named has the answer (KIP-345).
ErrorCode outcome_of(const LeaveGroupResponse& response) {
  if (response.error_code != ErrorCode::none || response.members.empty()) {
    return response.error_code;
  }
  return response.members.front().error_code;
}

}  // namespace

Failure ClassicMember::refused(ErrorCode code, ApiKey api) const {
  return {.kind = code == ErrorCode::unsupported_version ? FailureKind::unsupported
                                                         : FailureKind::refused,
          .code = code,
          .message = std::string(name(api)) + " of group " + options_.group_id + " was refused"};
}

void ClassicMember::answered(const Answered& answer, const Surroundings& around, Instant now) {
  const auto entry = in_flight_.extract(answer.id);
  COHORT_ASSERT(!entry.empty());
  const MemberRequest& request = entry.mapped();
  if (request.is_abandoned) {
    take_abandoned(answer, now);
    return;
  }
  switch (answer.api) {
    case ApiKey::join_group: {
      const auto response = decode<JoinGroupResponse>(answer.body, answer.version);
      if (!response) return take_unreadable(answer.api, response.error(), around, now);
      take_join(*response, around, now);
      return;
    }
    case ApiKey::sync_group: {
      const auto response = decode<SyncGroupResponse>(answer.body, answer.version);
      if (!response) return take_unreadable(answer.api, response.error(), around, now);
      take_sync(*response, around, now);
      return;
    }
    case ApiKey::heartbeat:
      take_heartbeat(read<HeartbeatResponse>(answer).error_code, request.sent_as, around, now);
      return;
    case ApiKey::leave_group:
      take_farewell_answer(answer.id, outcome_of(read<LeaveGroupResponse>(answer)), around, now);
      return;
    default:
      break;
  }
  COHORT_ASSERT(false);
}

void ClassicMember::lost(const Lost& lost, const Surroundings& around, Instant now) {
  const auto entry = in_flight_.extract(lost.id);
  COHORT_ASSERT(!entry.empty());
  const bool was_sent = lost.kind != LossKind::unwritable;
  if (was_sent && around.coordinator.where() == lost.to) around.coordinator.forget(lost.reason);
  if (entry.mapped().is_abandoned) return;
  switch (lost.api) {
    case ApiKey::join_group:
    case ApiKey::sync_group:
      // The member id and what is owned stay: the coordinator may know both, and tells if it does
      // not.
      rejoin("rebalance failed due to a lost answer");
      if (was_sent) {
        back_off(around.rng, now);
      } else {
        fail({.kind = FailureKind::refused,
              .message = std::string(name(lost.api)) + ": " + lost.reason},
             around.rng, now);
      }
      return;
    case ApiKey::heartbeat:
      heartbeats_.failed(around.rng, now);
      return;
    case ApiKey::leave_group:
      retry_farewell(lost.id, around.rng, now);
      return;
    default:
      break;
  }
  COHORT_ASSERT(false);
}

void ClassicMember::take_unreadable(ApiKey api, const DecodeError& error,
                                    const Surroundings& around, Instant now) {
  rejoin("rebalance failed due to an answer that can't be read");
  fail({.kind = FailureKind::refused,
        .code = ErrorCode::unknown_server_error,
        .message = std::string(name(api)) + " of group " + options_.group_id +
                   ": an answer that can't be read: " + to_string(error)},
       around.rng, now);
}

void ClassicMember::take_join(const JoinGroupResponse& response, const Surroundings& around,
                              Instant now) {
  if (response.error_code != ErrorCode::none) {
    take_join_error(response, around, now);
    return;
  }
  if (is_other_type(response.protocol_type)) {
    fail(refused(ErrorCode::inconsistent_group_protocol, ApiKey::join_group), around.rng, now);
    return;
  }
  membership_.generation_id = response.generation_id;
  membership_.member_id = response.member_id;
  assignor_name_ = response.protocol_name.value_or("");
  heartbeats_.restart(now);
  assignments_.clear();
  leader_.reset();
  state_ = MemberState::syncing;
  if (response.leader != response.member_id) return;
  auto leader = GroupLeader::from(response, options_.assignors);
  if (!leader) {
    give_up_leading(leader.error(), around, now);
    return;
  }
  leader_ = std::move(*leader);
  state_ = MemberState::assigning;
}

/// AbstractCoordinator.JoinGroupResponseHandler.
void ClassicMember::take_join_error(const JoinGroupResponse& response, const Surroundings& around,
                                    Instant now) {
  const ErrorCode code = response.error_code;
  rejoin_reason_ = "rebalance failed due to " + std::string(name(code));
  switch (code) {
    case ErrorCode::member_id_required: {
      // A broker that gives one id after the other is not to be asked without end.
      const bool is_first_id = membership_.member_id.empty() && !response.member_id.empty();
      membership_.member_id = response.member_id;
      membership_.generation_id = -1;
      rejoin_reason_ = "need to re-join with the given member-id: " + response.member_id;
      if (!is_first_id) retry_soon(around.rng, now);
      return;
    }
    case ErrorCode::unknown_member_id:
      reset(encountered(code, ApiKey::join_group), KeepsId::no);
      retry_soon(around.rng, now);
      return;
    case ErrorCode::rebalance_in_progress:
      retry_soon(around.rng, now);
      return;
    case ErrorCode::coordinator_load_in_progress:
      back_off(around.rng, now);
      return;
    case ErrorCode::coordinator_not_available:
    case ErrorCode::not_coordinator:
      around.coordinator.forget(std::string(name(code)));
      back_off(around.rng, now);
      return;
    case ErrorCode::fenced_instance_id:
      fence("JoinGroup");
      return;
    default:
      break;
  }
  fail(refused(code, ApiKey::join_group), around.rng, now);
}

void ClassicMember::take_sync(const SyncGroupResponse& response, const Surroundings& around,
                              Instant now) {
  if (response.error_code != ErrorCode::none) {
    take_sync_error(response.error_code, around, now);
    return;
  }
  const bool is_other_assignor =
      response.protocol_name && *response.protocol_name != assignor_name_;
  if (is_other_type(response.protocol_type) || is_other_assignor) {
    rejoin("rebalance failed due to INCONSISTENT_GROUP_PROTOCOL");
    fail(refused(ErrorCode::inconsistent_group_protocol, ApiKey::sync_group), around.rng, now);
    return;
  }
  auto assignment = assignment_from_bytes(response.assignment, membership_.generation_id);
  if (!assignment) {
    rejoin("the assignment can't be read");
    fail(assignment.error(), around.rng, now);
    return;
  }
  state_ = MemberState::stable;
  rejoin_reason_.reset();
  rebalance_since_.reset();
  failures_ = 0;
  not_before_ = Instant{};
  assignments_.clear();
  heartbeats_.coordinator_found(now);
  take_assignment(std::move(*assignment));
}

/// ConsumerCoordinator.onJoinComplete.
void ClassicMember::take_assignment(ReceivedAssignment assignment) {
  const bool is_subscribed = std::ranges::all_of(
      assignment.partitions, [this](const auto& each) { return topics_->contains(each.topic); });
  if (!is_subscribed) {
    // The subscription has changed since the member joined.
    rejoin_reason_ = "received assignment does not match the current subscription";
    return;
  }
  PartitionSet added;
  PartitionSet revoked;
  const PartitionSet& owned = calls_.owned();
  std::ranges::set_difference(assignment.partitions, owned, std::inserter(added, added.end()));
  std::ranges::set_difference(owned, assignment.partitions, std::inserter(revoked, revoked.end()));
  if (!revoked.empty()) {
    // Once more, so that others can get them (KIP-429). Under eager nothing is owned here.
    calls_.revoke(std::move(revoked));
    rejoin_reason_ = "need to revoke partitions and re-join";
  }
  calls_.assign(std::move(added));
  last_assignment_ = std::move(assignment);
}

/// AbstractCoordinator.SyncGroupResponseHandler; whatever it is, the group starts over.
void ClassicMember::take_sync_error(ErrorCode code, const Surroundings& around, Instant now) {
  rejoin("rebalance failed due to " + std::string(name(code)));
  switch (code) {
    case ErrorCode::rebalance_in_progress:
      retry_soon(around.rng, now);
      return;
    case ErrorCode::unknown_member_id:
    case ErrorCode::illegal_generation:
      reset(encountered(code, ApiKey::sync_group), keeps_id_after(code));
      retry_soon(around.rng, now);
      return;
    case ErrorCode::coordinator_not_available:
    case ErrorCode::not_coordinator:
      around.coordinator.forget(std::string(name(code)));
      back_off(around.rng, now);
      return;
    case ErrorCode::coordinator_load_in_progress:
      // Kafka's brokers say REBALANCE_IN_PROGRESS instead, so that Java does not expect it; to wait
      // is what it asks for.
      back_off(around.rng, now);
      return;
    case ErrorCode::fenced_instance_id:
      fence("SyncGroup");
      return;
    default:
      break;
  }
  fail(refused(code, ApiKey::sync_group), around.rng, now);
}

/// AbstractCoordinator.HeartbeatResponseHandler.
void ClassicMember::take_heartbeat(ErrorCode code, const Membership& sent_as,
                                   const Surroundings& around, Instant now) {
  switch (code) {
    case ErrorCode::none:
      heartbeats_.answered(now);
      return;
    case ErrorCode::rebalance_in_progress:
      // The member is alive; while it rejoins that is no news.
      heartbeats_.answered(now);
      if (rebalance_wakes_members && state_ == MemberState::stable) {
        rejoin_reason_ = "group is already rebalancing";
      }
      return;
    case ErrorCode::coordinator_not_available:
    case ErrorCode::not_coordinator:
      around.coordinator.forget(std::string(name(code)));
      heartbeats_.failed(around.rng, now);
      return;
    case ErrorCode::unknown_member_id:
    case ErrorCode::illegal_generation:
    case ErrorCode::fenced_instance_id:
      take_expulsion(code, ApiKey::heartbeat, sent_as);
      return;
    case ErrorCode::group_authorization_failed:
      failure_ = refused(code, ApiKey::heartbeat);
      break;
    default:
      break;
  }
  heartbeats_.failed(around.rng, now);
}

void ClassicMember::commit_refused(ErrorCode code, const Membership& sent_as) {
  switch (code) {
    case ErrorCode::rebalance_in_progress:
      if (sent_as == membership_ && state_ == MemberState::stable) {
        rejoin_reason_ = "offset commit failed since group is already rebalancing";
      }
      return;
    case ErrorCode::unknown_member_id:
    case ErrorCode::illegal_generation:
    case ErrorCode::fenced_instance_id:
      take_expulsion(code, ApiKey::offset_commit, sent_as);
      return;
    default:
      break;
  }
}

ClassicMember::KeepsId ClassicMember::keeps_id_after(ErrorCode code) {
  // The id may still be good: with it the others need not wait until the old one is gone.
  return code == ErrorCode::illegal_generation ? KeepsId::yes : KeepsId::no;
}

/// The coordinator does not have the member as it believes to be.
void ClassicMember::take_expulsion(ErrorCode code, ApiKey api, const Membership& sent_as) {
  // An answer to an older self says nothing, and while JoinGroup is under way its answer will tell.
  const bool is_news = sent_as == membership_ && is_in_generation() &&
                       (has_partitions_for_now() || state_ == MemberState::leaving);
  if (!is_news) return;
  if (code == ErrorCode::fenced_instance_id) {
    fence(std::string(name(api)));
  } else {
    reset(encountered(code, api), keeps_id_after(code));
  }
}

void ClassicMember::take_farewell_answer(RequestId id, ErrorCode code, const Surroundings& around,
                                         Instant now) {
  if (is_other_coordinator(code)) around.coordinator.forget(std::string(name(code)));
  if (is_other_coordinator(code) || code == ErrorCode::coordinator_load_in_progress) {
    retry_farewell(id, around.rng, now);
    return;
  }
  // Done, or refused for good: an unknown member has left already.
  if (farewell_ && farewell_->request == id) farewell_.reset();
}

void ClassicMember::retry_farewell(RequestId id, Rng& rng, Instant now) {
  if (!farewell_ || farewell_->request != id) return;
  farewell_->request.reset();
  ++farewell_->failures;
  farewell_->not_before = now + options_.retry.after(farewell_->failures, rng);
}

/// A JoinGroup that nobody waited for any more may have made somebody a member.
void ClassicMember::take_abandoned(const Answered& answer, Instant now) {
  if (answer.api != ApiKey::join_group || options_.instance_id) return;
  const auto response = read<JoinGroupResponse>(answer);
  if (response.error_code != ErrorCode::none) return;
  farewell_ = Farewell{.membership = {.member_id = response.member_id},
                       .reason = "nobody waited for this member to join",
                       .deadline = now + options_.request_timeout};
}

}  // namespace cohort::client
