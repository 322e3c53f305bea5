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
