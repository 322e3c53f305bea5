// Rule switches: rules that tests turn off in a broker of their own, to see that their checkers
// notice.
#pragma once

namespace cohort::broker {

// Constants, and so nothing at all, but for that test build.
#ifdef COHORT_RULE_SWITCHES
using RuleSwitch = bool;
#else
using RuleSwitch = const bool;
#endif

// Of the group machine.

/// Who speaks of another generation than the group's is refused: Heartbeat, SyncGroup and commits
/// (GroupMetadataManager.classicGroupSyncToClassicGroup, ClassicGroup.validateOffsetCommit).
inline RuleSwitch checks_generations = true;
/// A follower is told its part when the leader has sent it (classicGroupSyncToClassicGroup).
inline RuleSwitch followers_wait_for_leader = true;
/// The join phase waits for who was given an id with MEMBER_ID_REQUIRED (KIP-394;
/// ClassicGroup.hasAllMembersJoined).
inline RuleSwitch waits_for_given_ids = true;
/// Who is not in the group any more can't expire (expireClassicGroupMemberHeartbeat).
inline RuleSwitch sessions_go_with_members = true;
/// Between JoinGroup's answer and the assignment nobody commits (KAFKA-8487).
inline RuleSwitch refuses_commits_before_assignment = true;
/// The former self of a static member that restarted is told to stay away (KIP-345).
inline RuleSwitch fences_replaced_members = true;
/// A JoinGroup that waits gets one answer.
inline RuleSwitch answers_joins_once = true;
/// One member's SyncGroup gives the others no more time for theirs (KAFKA-12890).
inline RuleSwitch sync_deadline_stays = true;
/// The join phase ends at once when the last that it waits for is gone
/// (expireClassicGroupMemberHeartbeat).
inline RuleSwitch expiry_ends_join_phase = true;

// Of transactions.

/// A producer that has a successor begins, extends and ends no transaction (KIP-98).
inline RuleSwitch coordinators_fence_old_producers = true;
/// Nor does it write into a log that its successor, or its last transaction's end, has reached.
inline RuleSwitch logs_fence_old_producers = true;
/// What a transaction commits of a group's offsets counts when it is committed itself (KIP-98).
inline RuleSwitch keeps_offsets_pending = true;
/// Who asks for stable offsets is not told those that an open transaction may move (KIP-447).
inline RuleSwitch waits_for_stable_offsets = true;
/// Who is no member of this generation commits no offsets in a transaction either (KIP-447).
inline RuleSwitch fences_old_members = true;
/// A reader of committed records sees none behind the start of an open transaction (KIP-98).
inline RuleSwitch ends_at_last_stable_offset = true;

}  // namespace cohort::broker
