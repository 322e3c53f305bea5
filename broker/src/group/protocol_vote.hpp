// The vote on the protocol (for consumers: the assignor) that a generation uses.
#pragma once

#include "group/roster.hpp"

#include <string>

namespace cohort::broker {

/// Candidates are the protocols that every member supports; each member votes for the first
/// candidate on its own list; the most votes win. On a tie Kafka takes what comes first in a Java
/// HashMap, and so does this; where that is a tie as well (two names in one bucket), the one that
/// `leader_id` prefers. REQUIRES: there are members, and all share one. Source:
/// ClassicGroup.selectProtocol.
std::string elect_protocol(const Roster& roster, const std::string& leader_id);

}  // namespace cohort::broker
