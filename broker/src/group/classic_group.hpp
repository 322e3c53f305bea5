// ClassicGroup: the state machine of one consumer group under Kafka's classic protocol.
#pragma once

#include "group/group_description.hpp"
#include "group/group_turn.hpp"
#include "group/membership_requests.hpp"
#include "group/roster.hpp"
#include <cohort/broker/group_state.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// Kafka's consumers call their protocol type so; only their metadata says which topics they read.
inline constexpr std::string_view consumer_protocol_type = "consumer";

/// A generation is one agreement on who is in the group and who reads what. It is made in two
/// phases: in the join phase every member (re)joins and one of them is made the leader; in the sync
/// phase the leader sends the assignment, and each member takes its part. Whatever touches the
/// agreement starts over:
///
///                  first JoinGroup
///       .-------.  (initial delay)   .--------------------.  a member joins, leaves, changes or
///       | Empty | -----------------> | PreparingRebalance | <---------------------------------.
///       '-------'                    |     join phase     |  expires; the leader rejoins      |
///           ^    all left; gen + 1   '--------------------'                                   |
///           '-----------------------------'   |      ^                                        |
///                                             |      | a member joins, leaves, changes,       |
///               all rejoined, or the longest  |      | expires, or never syncs                |
///               rebalance timeout has passed; |      | (parked SyncGroups get 27)             |
///               generation + 1                v      |                                        |
///                                    .---------------------.  leader's SyncGroup  .--------.  |
///                                    | CompletingRebalance | -------------------> | Stable | -'
///                                    |      sync phase     |                      '--------'
///                                    '---------------------'
///
/// Six files beside this one tell it in the order in which a member lives it: join.cpp,
/// static_membership.cpp, join_phase.cpp, sync.cpp, session.cpp, leave.cpp; loading.cpp tells how a
/// group comes to another coordinator. Kafka keeps the same machine in ClassicGroup and, for what
/// crosses members, GroupMetadataManager; the comments cite them by those names.
class ClassicGroup {
 public:
  /// `chance` is for this group's member ids alone; the first id takes the fork `first_ordinal`.
  ClassicGroup(std::string group_id, Rng chance, std::uint64_t first_ordinal, Instant now);

  /// As the record has it: Stable, or Empty without members. `settle` follows. REQUIRES:
  /// is_consistent(stored).
  ClassicGroup(std::string group_id, Rng chance, std::uint64_t first_ordinal,
               const GroupStored& stored);
  /// The group is the coordinator's from now on: its members' sessions begin.
  void settle(GroupTurn& turn);
  /// The group is another coordinator's from now on: who waits is told so, and no timer is left.
  void resign(GroupTurn& turn);

  void join(const JoinRequest& request, ReplyId reply, GroupTurn& turn);
  void sync(const SyncRequest& request, ReplyId reply, GroupTurn& turn);
  ErrorCode heartbeat(const HeartbeatRequest& request, GroupTurn& turn);
  LeaveAnswer leave(const LeaveRequest& request, GroupTurn& turn);
  /// One of this group's timers is due.
  void expire(const GroupTimer& timer, GroupTurn& turn);

  /// As if this member's session, or that of an id not used yet, had ended, whatever it waits for.
  ErrorCode expire_now(const std::string& member_id, GroupTurn& turn);
  /// REBALANCE_IN_PROGRESS if its join phase has begun already, UNKNOWN_MEMBER_ID without members.
  ErrorCode rebalance_now(const std::string& reason, GroupTurn& turn);

  enum class CommitKind : std::uint8_t { plain, transactional };
  /// May this member, of this generation, commit now?
  ErrorCode validate_commit(const MemberIdentity& member, std::int32_t generation, CommitKind kind,
                            const GroupRules& rules) const;
  /// A member whose plain commit was accepted is alive.
  void committed(const MemberIdentity& member, GroupTurn& turn);

  GroupState state() const { return state_; }
  /// When the group entered its state; for an Empty one, when its last member was gone. nullopt:
  /// it was loaded from a record that does not tell.
  std::optional<Instant> state_since() const { return state_since_; }
  std::int32_t generation() const { return generation_; }
  /// Empty until the first member; it survives the last one.
  const std::string& protocol_type() const { return protocol_type_; }
  /// Has members that are `consumer`s and may read this topic. When their subscriptions don't
  /// parse, any topic might be one of theirs (ClassicGroup.isSubscribedToTopic).
  bool is_subscribed_to(const std::string& topic) const;
  bool knows_subscriptions() const { return subscribed_topics_.has_value(); }
  /// Of the next member id.
  std::uint64_t next_ordinal() const { return next_ordinal_; }

  GroupDescription describe(const TimerQueue<GroupTimer>& timers, const GroupRules& rules) const;
  /// Ids that were handed out and not used. Their timers go with the group when it is removed.
  const std::set<std::string>& pending_ids() const { return pending_; }
  const Roster& roster() const { return roster_; }
  /// The join phase of a group that was Empty goes on for as long as its delay, whoever is there.
  bool is_in_initial_delay() const { return initial_delay_.has_value(); }

 private:
  friend struct DigestOf<ClassicGroup>;
  /// How long a group that was Empty goes on waiting for members before its first generation.
  struct InitialDelay {
    Duration window{};     ///< The length of the window that is running.
    Duration remaining{};  ///< What the rebalance timeout leaves for windows after it.
  };

  /// What an instance id that no member has says of the member who names it.
  enum class InstanceCheck : std::uint8_t { must_be_mapped, may_be_unmapped };
  static InstanceCheck instance_check(const GroupRules& rules) {
    return rules.checks_unmapped_instances ? InstanceCheck::must_be_mapped
                                           : InstanceCheck::may_be_unmapped;
  }

  // join.cpp
  bool has_room_for(const std::string& member_id, const GroupTurn& turn) const;
  bool can_work_with(const JoinRequest& request) const;
  void join_as_new(const JoinRequest& request, ReplyId reply, GroupTurn& turn);
  void add_member(const JoinRequest& request, const std::string& member_id, ReplyId reply,
                  GroupTurn& turn);
  void rejoin(const JoinRequest& request, ReplyId reply, GroupTurn& turn);
  void update_and_park(ClassicMember& member, const JoinRequest& request, ReplyId reply,
                       GroupTurn& turn);
  std::string new_member_id(std::string_view prefix);
  /// What follows the prefix in the id of this ordinal.
  static Uuid member_uuid(const Rng& chance, std::uint64_t ordinal);

  // static_membership.cpp
  void replace_static(const JoinRequest& request, const std::string& old_id, ReplyId reply,
                      GroupTurn& turn);
  void answer_replaced(ClassicMember& member, const JoinRequest& request,
                       const std::string& old_leader, GroupTurn& turn);

  // join_phase.cpp
  void rebalance_or_complete(const std::string& why, GroupTurn& turn);
  void start_rebalance(const std::string& why, GroupTurn& turn);
  void start_initial_delay(GroupTurn& turn);
  void initial_delay_passed(GroupTurn& turn);
  bool all_joined() const;
  void complete_join_phase_if_all_joined(GroupTurn& turn);
  void complete_join_phase(GroupTurn& turn);
  void remove_dynamic_members_that_did_not_rejoin(GroupTurn& turn);
  bool elect_leader();
  void form_generation(GroupTurn& turn);
  void become_empty(GroupTurn& turn);
  std::optional<std::set<std::string>> subscriptions() const;

  // sync.cpp
  ErrorCode validate_sync(const SyncRequest& request, const GroupRules& rules) const;
  void park_sync(const SyncRequest& request, ReplyId reply, GroupTurn& turn);
  void assign(const SyncRequest& request, GroupTurn& turn);
  void start_sync_phase(GroupTurn& turn);
  void mark_synced(const std::string& member_id, GroupTurn& turn);
  void end_sync_phase(GroupTurn& turn);
  void refuse_parked_syncs(GroupTurn& turn);
  void sync_phase_expired(GroupTurn& turn);

  // session.cpp
  void start_session(const ClassicMember& member, GroupTurn& turn);
  void session_expired(const std::string& member_id, GroupTurn& turn);
  void complete_join_phase_after_expiry(GroupTurn& turn);
  void expel(const std::string& member_id, const std::string& why, GroupTurn& turn);
  void expire_pending(const std::string& member_id, const std::string& why, GroupTurn& turn);

  // leave.cpp
  ErrorCode leave_one(const LeavingMember& leaving, GroupTurn& turn);
  void remove(const std::string& member_id, FactKind kind, const std::string& why, GroupTurn& turn);
  bool forget_pending(const std::string& member_id, const std::string& why, GroupTurn& turn);

  // classic_group.cpp
  ErrorCode validate_member(const MemberIdentity& member, InstanceCheck check) const;
  bool is_current(std::int32_t generation) const;
  void become(GroupState state, Instant now);
  void answer_join(ClassicMember& member, JoinAnswer answer, GroupTurn& turn);
  void answer_sync(ClassicMember& member, SyncAnswer answer, GroupTurn& turn);
  JoinAnswer joined_answer(const ClassicMember& member) const;
  SyncAnswer synced_answer(const ClassicMember& member) const;
  std::vector<JoinedMember> everyone() const;
  GroupTimer timer(GroupTimer::Kind kind, std::string member_id = {}) const;
  void note(FactKind kind, const std::string& member_id, std::string detail, GroupTurn& turn) const;
  /// Has the group written down as it stands.
  static Share share_of(const ClassicMember& member);
  std::vector<Share> shares() const;
  void record(GroupTurn& turn) const;
  std::optional<WaitingFor> waiting_for(const TimerQueue<GroupTimer>& timers) const;

  std::string group_id_;
  Rng chance_;
  std::uint64_t next_ordinal_;

  GroupState state_ = GroupState::empty;
  std::optional<Instant> state_since_;
  std::int32_t generation_ = 0;
  std::string protocol_type_;
  std::optional<std::string> protocol_name_;  ///< Of this generation; none while Empty.
  std::string leader_id_;                     ///< Empty when there are no members.
  Roster roster_;
  std::set<std::string>
      pending_;  ///< Handed out with MEMBER_ID_REQUIRED and not used yet (KIP-394).
  std::set<std::string> unsynced_;  ///< Were told of this generation and have not sent SyncGroup.
  std::optional<std::set<std::string>>
      subscribed_topics_;  ///< nullopt: not known, or not consumers.

  std::optional<InitialDelay>
      initial_delay_;            ///< While the join phase of a group that was Empty lasts.
  bool saw_new_member_ = false;  ///< During the window of the initial delay.
};

}  // namespace cohort::broker
