#include "group/classic_group.hpp"

#include "group/offered_metadata.hpp"
#include "rule_switches.hpp"
#include <cohort/protocol/assert.hpp>

#include <utility>

namespace cohort::broker {

ClassicGroup::ClassicGroup(std::string group_id, Rng chance, std::uint64_t first_ordinal,
                           Instant now)
    : group_id_(std::move(group_id)),
      chance_(chance),
      next_ordinal_(first_ordinal),
      state_since_(now) {}

void ClassicGroup::expire(const GroupTimer& timer, GroupTurn& turn) {
  switch (timer.kind) {
    case GroupTimer::Kind::initial_delay:
      return initial_delay_passed(turn);
    case GroupTimer::Kind::join_phase:
      return complete_join_phase(turn);
    case GroupTimer::Kind::sync_phase:
      return sync_phase_expired(turn);
    case GroupTimer::Kind::session:
      return session_expired(timer.member_id, turn);
    case GroupTimer::Kind::retention:
      break;
  }
  COHORT_ASSERT(false);
}

bool ClassicGroup::is_subscribed_to(const std::string& topic) const {
  if (subscribed_topics_) return subscribed_topics_->contains(topic);
  return protocol_type_ == consumer_protocol_type;
}

// The order of the checks can be seen: an instance id is looked at before the member id
// (ClassicGroup.validateMember).
ErrorCode ClassicGroup::validate_member(const MemberIdentity& member, InstanceCheck check) const {
  if (member.group_instance_id) {
    const std::string* const mapped = roster_.find_instance(*member.group_instance_id);
    if (mapped == nullptr && check == InstanceCheck::must_be_mapped) {
      return ErrorCode::unknown_member_id;
    }
    const bool is_replaced = mapped != nullptr && *mapped != member.member_id;
    if (fences_replaced_members && is_replaced) return ErrorCode::fenced_instance_id;
  }
  return roster_.find(member.member_id) == nullptr ? ErrorCode::unknown_member_id : ErrorCode::none;
}

bool ClassicGroup::is_current(std::int32_t generation) const {
  return generation == generation_ || !checks_generations;
}

void ClassicGroup::become(GroupState state, Instant now) {
  COHORT_ASSERT(may_become(state_, state));
  state_ = state;
  state_since_ = now;
}

void ClassicGroup::answer_join(ClassicMember& member, JoinAnswer answer, GroupTurn& turn) {
  if (const std::optional<ReplyId> owed = roster_.unpark_join(member)) {
    if (!answers_joins_once) turn.answers.push_back({*owed, answer});
    turn.answers.push_back({*owed, std::move(answer)});
  }
}

void ClassicGroup::answer_sync(ClassicMember& member, SyncAnswer answer, GroupTurn& turn) {
  if (const std::optional<ReplyId> owed = std::exchange(member.parked_sync, std::nullopt)) {
    turn.answers.push_back({*owed, std::move(answer)});
  }
}

JoinAnswer ClassicGroup::joined_answer(const ClassicMember& member) const {
  JoinAnswer answer{.generation = generation_,
                    .protocol_type = protocol_type_,
                    .protocol_name = protocol_name_,
                    .leader = leader_id_,
                    .member_id = member.id};
  if (member.id == leader_id_) answer.members = everyone();
  return answer;
}

SyncAnswer ClassicGroup::synced_answer(const ClassicMember& member) const {
  return {.protocol_type = protocol_type_,
          .protocol_name = protocol_name_,
          .assignment = member.assignment};
}

std::vector<JoinedMember> ClassicGroup::everyone() const {
  std::vector<JoinedMember> everyone;
  everyone.reserve(roster_.size());
  for (const auto& [arrival, member] : roster_.by_arrival()) {
    everyone.push_back({.member_id = member.id,
                        .group_instance_id = member.instance_id,
                        .metadata = offered_metadata(member, protocol_name_.value())});
  }
  return everyone;
}

GroupTimer ClassicGroup::timer(GroupTimer::Kind kind, std::string member_id) const {
  return {.group_id = group_id_, .kind = kind, .member_id = std::move(member_id)};
}

void ClassicGroup::note(FactKind kind, const std::string& member_id, std::string detail,
                        GroupTurn& turn) const {
  const ClassicMember* const member = roster_.find(member_id);
  turn.facts.push_back({.at = turn.now,
                        .kind = kind,
                        .group = group_id_,
                        .generation = generation_,
                        .member_id = member_id,
                        .client_id = member == nullptr ? std::string() : member->client_id,
                        .cause = turn.cause,
                        .detail = std::move(detail)});
}

Share ClassicGroup::share_of(const ClassicMember& member) {
  return {member.id, member.client_id, member.assignment};
}

std::vector<Share> ClassicGroup::shares() const {
  std::vector<Share> shares;
  for (const auto& [arrival, member] : roster_.by_arrival()) shares.push_back(share_of(member));
  return shares;
}

void ClassicGroup::record(GroupTurn& turn) const {
  GroupStored stored{.protocol_type = protocol_type_,
                     .generation = generation_,
                     .protocol_name = protocol_name_,
                     .state_since = state_since_};
  if (!leader_id_.empty()) stored.leader = leader_id_;
  for (const auto& [arrival, member] : roster_.by_arrival()) {
    const OfferedProtocol& offered = member.protocol(protocol_name_.value());
    stored.members.push_back({.id = member.id,
                              .instance_id = member.instance_id,
                              .client_id = member.client_id,
                              .client_host = member.client_host,
                              .rebalance_timeout = member.rebalance_timeout,
                              .session_timeout = member.session_timeout,
                              .subscription = offered_metadata(member, protocol_name_.value()),
                              .topics = offered.topics,
                              .assignment = member.assignment});
  }
  turn.records.push_back({.group_id = group_id_, .at = turn.now, .what = std::move(stored)});
}

}  // namespace cohort::broker
