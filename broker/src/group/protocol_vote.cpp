#include "group/protocol_vote.hpp"

#include "group/java_string.hpp"
#include <cohort/protocol/assert.hpp>

#include <map>
#include <set>

namespace cohort::broker {

std::string elect_protocol(const Roster& roster, const std::string& leader_id) {
  const std::set<std::string> candidates = roster.common_protocols();
  COHORT_ASSERT(!candidates.empty());

  std::map<std::string, std::size_t> votes;
  for (const auto& [arrival, member] : roster.by_arrival()) ++votes[member.vote(candidates)];

  // Walked in the order of the leader's list, so that of two equals the one it prefers stays.
  const ClassicMember* const leader = roster.find(leader_id);
  COHORT_ASSERT(leader != nullptr);
  const std::string* winner = nullptr;
  for (const OfferedProtocol& protocol : leader->protocols) {
    const auto counted = votes.find(protocol.name);
    if (counted == votes.end()) continue;
    const bool wins =
        winner == nullptr || counted->second > votes.at(*winner) ||
        (counted->second == votes.at(*winner) && java_bucket(protocol.name) < java_bucket(*winner));
    if (wins) winner = &protocol.name;
  }
  COHORT_ASSERT(winner != nullptr);
  return *winner;
}

}  // namespace cohort::broker
