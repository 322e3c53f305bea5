// Rule switches: rules of a member that tests turn off in a client of their own, to see that their
// checkers notice.
#pragma once

namespace cohort::client {

// Constants, and so nothing at all, but for that test build.
#ifdef COHORT_RULE_SWITCHES
using RuleSwitch = bool;
#else
using RuleSwitch = const bool;
#endif

/// What the user was told to give up, or to have lost, is not owned any more (KIP-429).
inline RuleSwitch revocation_ends_ownership = true;
/// A member that hears of a rebalance joins again (HeartbeatResponseHandler).
inline RuleSwitch rebalance_wakes_members = true;

}  // namespace cohort::client
