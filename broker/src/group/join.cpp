// JoinGroup: who may come in, under which id, and whether that starts a rebalance.
// Source: GroupMetadataManager.classicGroupJoinToClassicGroup and what it calls; KIP-394, KIP-345,
// KIP-800.
#include "group/classic_group.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/uuid.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

/// How long a member may wait for the answer to its first JoinGroup. It can't send heartbeats
/// without its id, and a client that gave up and came again would leave a ghost behind
/// (KAFKA-7610).
constexpr Duration new_member_timeout = std::chrono::minutes(5);

void refuse(ErrorCode error, const std::string& member_id, ReplyId reply, GroupTurn& turn) {
  turn.answers.push_back({reply, JoinAnswer{.error = error, .member_id = member_id}});
}

bool names_one_twice(const std::vector<OfferedProtocol>& protocols) {
  std::set<std::string_view> names;
  return !std::all_of(protocols.begin(), protocols.end(),
                      [&](const OfferedProtocol& each) { return names.insert(each.name).second; });
}

std::vector<OfferedProtocol> kept(std::vector<OfferedProtocol> protocols) {
  for (OfferedProtocol& protocol : protocols) protocol.metadata = protocol.metadata.compacted();
  return protocols;
}

std::string because(std::string what, const std::string& client_reason) {
  if (!client_reason.empty()) what += "; client reason: " + client_reason;
  return what;
}

}  // namespace

void ClassicGroup::join(const JoinRequest& request, ReplyId reply, GroupTurn& turn) {
  const std::string& id = request.member_id;
  if (!has_room_for(id, turn)) {
    // Late comers lose their place (KIP-389), and since 2.6 nobody looks whether the others are
    // complete without them.
    const std::string why = "group.max.size is reached";
    if (roster_.find(id) != nullptr) remove(id, FactKind::member_left, why, turn);
    forget_pending(id, why, turn);
    if (!turn.rules.capacity_counts_parked_joins) complete_join_phase_if_all_joined(turn);
    return refuse(ErrorCode::group_max_size_reached, "", reply, turn);
  }
  if (!can_work_with(request))
    return refuse(ErrorCode::inconsistent_group_protocol, id, reply, turn);
  if (id.empty()) return join_as_new(request, reply, turn);
  if (!pending_.contains(id)) return rejoin(request, reply, turn);
  // Only dynamic members get pending ids; Kafka fails on this in its own code, and so without the
  // id.
  if (request.group_instance_id) return refuse(ErrorCode::unknown_server_error, "", reply, turn);
  add_member(request, id, reply, turn);
}

// While members rejoin, those who came first keep their place: not the members are counted but the
// parked joins (GroupMetadataManager.acceptJoiningMember).
bool ClassicGroup::has_room_for(const std::string& member_id, const GroupTurn& turn) const {
  const std::int32_t max_size = turn.config.max_size;
  const std::size_t places = max_size < 0 ? 0 : static_cast<std::size_t>(max_size);
  const ClassicMember* const member = roster_.find(member_id);
  if (!turn.rules.capacity_counts_parked_joins) {
    // An id once given always gets in, and then the group is too large for who has not rejoined.
    if (member_id.empty()) return roster_.size() < places;
    return member == nullptr || member->parked_join || roster_.size() <= places;
  }
  switch (state_) {
    case GroupState::empty:
    case GroupState::dead:
      return true;
    case GroupState::preparing_rebalance:
      return (member != nullptr && member->parked_join) || roster_.joins_parked() < places;
    case GroupState::completing_rebalance:
    case GroupState::stable:
      return member != nullptr || roster_.size() < places;
  }
  COHORT_ASSERT(false);
}

// Members need one protocol that all of them share, not one that some share
// (ClassicGroup.supportsProtocols).
bool ClassicGroup::can_work_with(const JoinRequest& request) const {
  // Kafka never answers a JoinGroup that names one protocol twice. This is the nearest of its
  // errors.
  if (names_one_twice(request.protocols)) return false;
  if (state_ == GroupState::empty) {
    return !request.protocol_type.empty() && !request.protocols.empty();
  }
  return request.protocol_type == protocol_type_ &&
         std::any_of(request.protocols.begin(), request.protocols.end(),
                     [&](const OfferedProtocol& each) { return roster_.all_support(each.name); });
}

void ClassicGroup::join_as_new(const JoinRequest& request, ReplyId reply, GroupTurn& turn) {
  if (request.group_instance_id) {
    // A static member is never sent back for an id: its instance id tells it apart (KIP-345).
    const std::string* const old_id = roster_.find_instance(*request.group_instance_id);
    if (old_id != nullptr) return replace_static(request, std::string(*old_id), reply, turn);
    return add_member(request, new_member_id(*request.group_instance_id), reply, turn);
  }
  const std::string id = new_member_id(request.client_id);
  if (!request.requires_member_id) return add_member(request, id, reply, turn);

  // A client that times out and joins again would fill the group with ghosts, so first it gets its
  // id (KIP-394).
  pending_.insert(id);
  turn.timers.set(timer(GroupTimer::Kind::session, id), turn.now + request.session_timeout);
  note(FactKind::member_id_given, id, because("first JoinGroup", request.reason), turn);
  turn.facts.back().client_id = request.client_id;
  refuse(ErrorCode::member_id_required, id, reply, turn);
}

void ClassicGroup::add_member(const JoinRequest& request, const std::string& member_id,
                              ReplyId reply, GroupTurn& turn) {
  const bool is_stretched = turn.rules.every_initial_delay_stretches || generation_ == 0;
  if (initial_delay_ && is_stretched) saw_new_member_ = true;
  if (roster_.empty()) protocol_type_ = request.protocol_type;
  if (leader_id_.empty()) leader_id_ = member_id;
  pending_.erase(member_id);
  ClassicMember& member = roster_.add({.id = member_id,
                                       .instance_id = request.group_instance_id,
                                       .client_id = request.client_id,
                                       .client_host = request.client_host,
                                       .session_timeout = request.session_timeout,
                                       .rebalance_timeout = request.rebalance_timeout,
                                       .protocols = kept(request.protocols)});
  roster_.park_join(member, reply);
  turn.timers.set(timer(GroupTimer::Kind::session, member_id), turn.now + new_member_timeout);
  note(FactKind::member_joined, member_id, because("JoinGroup of a new member", request.reason),
       turn);
  rebalance_or_complete(because("new member " + member_id, request.reason), turn);
}

void ClassicGroup::rejoin(const JoinRequest& request, ReplyId reply, GroupTurn& turn) {
  const std::string& id = request.member_id;
  const ErrorCode error =
      validate_member({.member_id = id, .group_instance_id = request.group_instance_id},
                      InstanceCheck::must_be_mapped);
  if (error != ErrorCode::none) return refuse(error, id, reply, turn);

  ClassicMember& member = *roster_.find(id);
  const bool is_unchanged = member.offers_the_same(request.protocols);
  const bool is_leader = id == leader_id_;
  // Answered before, but the answer seems to have got lost: the generation stands (timeouts stay as
  // they were, too). A leader that joins again in Stable, however, wants a new assignment, though
  // only it knows why (new partitions, for example).
  const bool gets_same_answer = is_unchanged && (state_ == GroupState::completing_rebalance ||
                                                 (state_ == GroupState::stable && !is_leader));
  if (gets_same_answer) {
    turn.answers.push_back({reply, joined_answer(member)});
    return;
  }
  const std::string what = state_ == GroupState::preparing_rebalance ? "member " + id + " rejoined"
                           : is_unchanged                            ? "leader " + id + " rejoined"
                                          : "member " + id + " changed its metadata";
  update_and_park(member, request, reply, turn);
  note(FactKind::member_rejoined, id, because("JoinGroup of a known member", request.reason), turn);
  rebalance_or_complete(because(what, request.reason), turn);
}

void ClassicGroup::update_and_park(ClassicMember& member, const JoinRequest& request, ReplyId reply,
                                   GroupTurn& turn) {
  roster_.set_protocols(member, kept(request.protocols));
  if (turn.rules.rejoin_updates_timeouts) {
    member.session_timeout = request.session_timeout;
    member.rebalance_timeout = request.rebalance_timeout;
  }
  // Kafka forgets a JoinGroup that the same member sent before this one; here it is told to go on
  // rebalancing.
  answer_join(member, {.error = ErrorCode::rebalance_in_progress, .member_id = member.id}, turn);
  roster_.park_join(member, reply);
}

std::string ClassicGroup::new_member_id(std::string_view prefix) {
  return std::string(prefix) + "-" + to_string(member_uuid(chance_, next_ordinal_++));
}

Uuid ClassicGroup::member_uuid(const Rng& chance, std::uint64_t ordinal) {
  Rng bits = chance.fork("member id", ordinal);
  const std::uint64_t high = bits.next();
  const std::uint64_t low = bits.next();
  return uuid_from_bits(high, low);
}

}  // namespace cohort::broker
